import type { ProblemSet } from '../../domain/problem-set.ts';
import type { ProblemSummary } from '../../domain/problem.ts';
import type { PackedSets } from '../packed-sets.ts';

/**
 * Takes one data set of another browser in. A set that is here under the same name gets the problems that it lacks;
 * problems that are here stay.
 */
export class SetMerge {
  readonly #sets: PackedSets;
  readonly #given: ProblemSet;
  readonly #here: ProblemSet | null;
  readonly #ids: ReadonlySet<string>;
  readonly #added = new Set<string>();
  /** The key under which problems of the file lie there, and the key under which they lie here. */
  readonly from: string;
  readonly to: string;

  private constructor(sets: PackedSets, given: ProblemSet, here: ProblemSet | null) {
    this.#sets = sets;
    this.#given = given;
    this.#here = here;
    this.#ids = new Set(here?.summaries.map(({ id }) => id));
    this.from = given.key ?? given.name;
    this.to = here === null ? this.from : (here.key ?? here.name);
  }

  static async begin(sets: PackedSets, given: ProblemSet): Promise<SetMerge> {
    const here = await sets.read(given.name);
    return new SetMerge(sets, given, sets.fits(here) ? (here as ProblemSet) : null);
  }

  get isNew(): boolean {
    return this.#here === null;
  }

  lacks(id: string): boolean {
    return !this.#ids.has(id);
  }

  /** The problem is stored. */
  added(id: string): void {
    this.#added.add(id);
  }

  /** The set is there when its problems are. @returns how many problems were added */
  async end(): Promise<number> {
    const { name } = this.#given;
    if (this.#here === null) {
      const places = [...(await this.#sets.readAll()).values()].map((set) => (set as ProblemSet).place ?? 0);
      const set = { ...this.#given, key: this.to, place: Math.max(0, ...places) + 1 };
      await this.#sets.write(name, set);
    } else if (this.#added.size > 0) {
      const fresh = this.#given.summaries.filter(({ id }: ProblemSummary) => this.#added.has(id));
      await this.#sets.write(name, { ...this.#here, summaries: [...this.#here.summaries, ...fresh] });
    }
    return this.#added.size;
  }
}
