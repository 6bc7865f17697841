/** Finds the sample of a row from an earlier run. */
import type { SampleName } from '../../../domain/submission.ts';
import { UsageError } from '../text/messages.ts';

/**
 * Marks samples with equal ids. A row with this key is assigned to none of them, because any choice would be a guess.
 */
const SEVERAL = -1;

export class RowIndex {
  readonly #places = new Map<string, number>();
  readonly #taken = new Set<number>();

  constructor(samples: readonly SampleName[]) {
    samples.forEach(({ problemId, id }, place) => {
      const key = keyOf(problemId, id);
      this.#places.set(key, this.#places.has(key) ? SEVERAL : place);
    });
  }

  /**
   * @param keeps whether the row of this place is kept; not called again for a place after it returned true
   * @returns the place of a kept row; null for any other line
   */
  taken(line: string, keeps: (place: number) => boolean): number | null {
    const place = this.#placeOf(line);
    if (place === undefined || place === SEVERAL || this.#taken.has(place) || !keeps(place)) return null;
    this.#taken.add(place);
    return place;
  }

  #placeOf(line: string): number | undefined {
    try {
      const row = JSON.parse(line) as { readonly problem_id?: unknown; readonly sample_id?: unknown } | null;
      return this.#places.get(keyOf(row?.problem_id, row?.sample_id));
    } catch {
      // The line is incomplete, for example after a power cut. Its row is made again.
      return undefined;
    }
  }
}

/** Refuses rows of one sample that contradict each other. */
export class OneRowEach {
  readonly #file: string;
  readonly #rows = new Map<string, { readonly says: string; readonly line: number }>();
  #line = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** @throws UsageError */
  add(line: string): void {
    this.#line += 1;
    const row = parsedRow(line);
    if (row === null) return;
    const key = keyOf(row.problem_id, row.sample_id);
    const says = JSON.stringify([row.profile, row.verdict, row.reward]);
    const before = this.#rows.get(key);
    if (before === undefined) this.#rows.set(key, { says, line: this.#line });
    else if (before.says !== says)
      throw new UsageError(
        `${this.#file}, line ${this.#line}: the sample ${String(row.sample_id)} of ${String(row.problem_id)} has another verdict on line ${before.line}: take out the one that is wrong`,
      );
  }
}

function parsedRow(line: string): Readonly<Record<string, unknown>> | null {
  try {
    return JSON.parse(line) as Readonly<Record<string, unknown>> | null;
  } catch {
    return null;
  }
}

function keyOf(problemId: unknown, sampleId: unknown): string {
  return JSON.stringify([problemId, sampleId]);
}
