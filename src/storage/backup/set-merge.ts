import type { ProblemSet, ProblemSummary } from '../../domain/problem.ts';
import type { PackedSets } from '../packed-sets.ts';

/**
 * Merges one data set of another browser. A set that is stored here under the same name gets the problems that it
 * lacks; its own problems stay.
 */
export class SetMerge {
  readonly #sets: PackedSets;
  readonly #given: ProblemSet;
  readonly #here: ProblemSet | null;
  readonly #ids: ReadonlySet<string>;
  readonly #added = new Set<string>();
  /** The key of the set's problems in the other browser, and the key under which they are stored here. */
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

  /** Records that a problem was stored. */
  added(id: string): void {
    this.#added.add(id);
  }

  /**
   * Stores the set, after its problems.
   * @returns how many problems were added
   */
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
