import { errorMessage } from '../../../base/error-message.ts';
import { taskYielder } from '../../../base/pause.ts';
import type { SearchPort, StoredProblem } from '../../../datasets/search/set-search.ts';
import type { StatementHits } from '../../../datasets/search/statement-index.ts';
import { FLAG_BITS, NO_FLAG } from '../../../datasets/prepare/flags.ts';
import { BUNDLED_SET } from '../../../domain/problem.ts';
import type { OpenedProblem, ProblemsState } from '../../../common/problems/state/problems-state.svelte.ts';
import type { Column, FacetTable } from './facet-table.ts';

const FLAGS = [...Object.keys(FLAG_BITS), 'none'] as const;

/** Number of problems that are processed before other tasks can run. */
const PIECE = 1000;

/** A set that is being read, with the number of problems that were read and the number of all problems. */
interface ReadingSet {
  readonly name: string;
  readonly read: number;
  readonly of: number;
}

/** Reads the statements of a table's sets for their flags and for the search. Each set is read once. */
export class SetReading {
  readonly #problems: Pick<ProblemsState, 'open' | 'keyOf'>;
  readonly #search: SearchPort;
  /** For each set that was read, the table indices of its problems, in the order in which the search numbers them. */
  readonly #places = new Map<string, Int32Array>();
  /** The set that is being read; null if all are read. */
  current = $state.raw<ReadingSet | null>(null);
  #troubles = $state.raw<readonly string[]>([]);
  #flags = $state.raw<Uint16Array>(new Uint16Array());

  constructor(problems: Pick<ProblemsState, 'open' | 'keyOf'>, search: SearchPort) {
    this.#problems = problems;
    this.#search = search;
  }

  /** A message that says why some statements cannot be searched; null if all of them can. */
  get trouble(): string | null {
    return this.#troubles.length === 0 ? null : this.#troubles.join(' ');
  }

  /** The flags of each problem, one bit per flag; 0 if it has not been read. */
  get column(): Column {
    return { values: FLAGS, of: this.#flags, several: true };
  }

  /** Reads the sets of a table one after the other. The signal aborts when another table replaces it. */
  async readSets(table: FacetTable, signal: AbortSignal): Promise<void> {
    this.#places.clear();
    this.#flags = new Uint16Array(table.problems.length);
    this.#troubles = [];
    const keys = new Map([...table.places.keys()].map((name) => [name, this.#problems.keyOf(name) ?? name]));
    // If this fails, the stored data of deleted sets is not removed. It only takes up space.
    await this.#search.keep(new Set(keys.values())).catch(() => undefined);
    for (const [name, placesById] of table.places) {
      if (signal.aborted) return;
      this.current = { name, read: 0, of: placesById.size };
      let trouble: string | null;
      try {
        trouble = await this.#read(name, keys.get(name)!, placesById, signal);
      } catch (error) {
        trouble = `The statements of ${name} cannot be searched (${errorMessage(error)}): reload the page to try again.`;
      }
      if (signal.aborted) return;
      if (trouble !== null) this.#troubles = [...this.#troubles, trouble];
    }
    this.current = null;
  }

  /** Reads the statements of one set. Resolves with a message about missing statements, or null if there are none. */
  async #read(
    name: string,
    key: string,
    placesById: ReadonlyMap<string, number>,
    signal: AbortSignal,
  ): Promise<string | null> {
    const bundledProblems = name === BUNDLED_SET ? await this.#bundled([...placesById.keys()]) : null;
    const facts = await this.#search.open(key, bundledProblems, (read) => {
      if (!signal.aborted) this.current = { name, read, of: placesById.size };
    });
    const places = new Int32Array(facts.ids.length);
    const flags = this.#flags.slice();
    const takeTurns = taskYielder();
    for (const [nth, id] of facts.ids.entries()) {
      if (nth % PIECE === 0) await takeTurns();
      places[nth] = placesById.get(id) ?? -1;
      if (places[nth]! >= 0) flags[places[nth]!] = facts.flags[nth] ?? 0;
    }
    // The indices are not valid for another table.
    if (signal.aborted) return null;
    this.#places.set(key, places);
    this.#flags = flags;
    const missingCount = placesById.size - places.filter((place) => place >= 0).length;
    return missingCount === 0
      ? null
      : `${missingCount} statements of ${name} are not stored, and only their titles are searched: reload the page, or import the set again.`;
  }

  /**
   * Returns the indices of the problems whose statements contain every word, the best match first. Returns null
   * if the index is lost because the search worker has ended.
   */
  async find(words: string): Promise<Uint32Array | null> {
    const hits: { readonly place: number; readonly score: number }[] = [];
    const hitsByKey = await this.#search.find(words).catch(() => null);
    for (const [key, places] of this.#places) {
      const inSet = hitsByKey?.get(key);
      if (inSet === undefined) return null;
      addHits(places, inSet, hits);
    }
    hits.sort((one, other) => other.score - one.score);
    return Uint32Array.from(hits, ({ place }) => place);
  }

  async #bundled(ids: readonly string[]): Promise<readonly StoredProblem[]> {
    const open = (id: string): Promise<OpenedProblem | null> =>
      this.#problems.open({ set: BUNDLED_SET, id }).catch(() => null);
    return (await Promise.all(ids.map(open))).flatMap((openedProblem) => openedProblem?.problem ?? []);
  }
}

function addHits(
  places: Int32Array,
  { places: hitNumbers, scores }: StatementHits,
  hits: { readonly place: number; readonly score: number }[],
): void {
  hitNumbers.forEach((number, nth) => {
    const place = places[number] ?? -1;
    if (place >= 0) hits.push({ place, score: scores[nth]! });
  });
}

/** Returns the flags for a number of the column, or null for a problem that was not read. */
export function flagsIn(bits: number): readonly (keyof typeof FLAG_BITS)[] | null {
  if (bits === 0) return null;
  const flagBits = Object.entries(FLAG_BITS) as [keyof typeof FLAG_BITS, number][];
  return (bits & NO_FLAG) !== 0 ? [] : flagBits.filter(([, bit]) => (bits & bit) !== 0).map(([flag]) => flag);
}
