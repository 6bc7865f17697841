/** Which sample a row of an earlier run is of. */
import type { Sample } from '../../../domain/sample.ts';

/** The place of samples with equal ids. A row with this key belongs to no known sample: any choice would be a guess. */
const SEVERAL = -1;

export class RowIndex {
  readonly #places = new Map<string, number>();
  readonly #taken = new Set<number>();

  constructor(samples: readonly Pick<Sample, 'problemId' | 'id'>[]) {
    samples.forEach(({ problemId, id }, place) => {
      const key = keyOf(problemId, id);
      this.#places.set(key, this.#places.has(key) ? SEVERAL : place);
    });
  }

  /**
   * @param keeps whether the row of this place need not be made again; asked until it says so
   * @returns the place of a row that is kept, else null: also for what is no row
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
      // A line that a power cut left; the row is made again.
      return undefined;
    }
  }
}

function keyOf(problemId: unknown, sampleId: unknown): string {
  return JSON.stringify([problemId, sampleId]);
}
