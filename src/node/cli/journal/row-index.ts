/** Finds the sample of a row from an earlier run. */
import { sampleKey, type SampleName } from '../../../domain/submission.ts';
import { parseJson } from '../../../base/parse-json.ts';
import { UsageError } from '../text/messages.ts';

/**
 * Marks several samples with equal ids. A row with their key is assigned to none of them, because the choice would be a
 * guess.
 */
const SEVERAL = -1;

export class RowIndex {
  readonly #places = new Map<string, number>();
  readonly #keptPlaces = new Set<number>();

  constructor(samples: readonly SampleName[]) {
    samples.forEach((sample, place) => {
      const key = sampleKey(sample);
      this.#places.set(key, this.#places.has(key) ? SEVERAL : place);
    });
  }

  /**
   * @param keeps whether to keep the row of this place; not called for a place after it has returned true
   * @returns the place of a kept row; null for any other line
   */
  taken(line: string, keeps: (place: number) => boolean): number | null {
    const place = this.#placeOf(line);
    if (place === undefined || place === SEVERAL || this.#keptPlaces.has(place) || !keeps(place)) return null;
    this.#keptPlaces.add(place);
    return place;
  }

  #placeOf(line: string): number | undefined {
    // A line may be incomplete, for example after a power cut. Its row is then created again.
    const row = parsedRow(line);
    return row === null ? undefined : this.#places.get(keyOf(row));
  }
}

/** Detects rows of one sample that contradict each other. */
export class OneRowEach {
  readonly #file: string;
  readonly #rows = new Map<string, { readonly content: string; readonly line: number }>();
  #line = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** @throws UsageError if an earlier row of the sample has a different verdict */
  add(line: string): void {
    this.#line += 1;
    const row = parsedRow(line);
    if (row === null) return;
    const key = keyOf(row);
    const content = JSON.stringify([row.profile, row.verdict, row.reward]);
    const earlierRow = this.#rows.get(key);
    if (earlierRow === undefined) this.#rows.set(key, { content, line: this.#line });
    else if (earlierRow.content !== content)
      throw new UsageError(
        `${this.#file}, line ${this.#line}: the sample ${String(row.sample_id)} of ${String(row.problem_id)} has another verdict on line ${earlierRow.line}: take out the one that is wrong`,
      );
  }
}

type Row = Readonly<Record<string, unknown>>;

/** Returns null for a line that is not a row. */
function parsedRow(line: string): Row | null {
  const row = parseJson(line);
  return typeof row === 'object' && row !== null ? (row as Row) : null;
}

function keyOf({ problem_id: problemId, sample_id: id }: Row): string {
  return sampleKey({ problemId, id } as SampleName);
}
