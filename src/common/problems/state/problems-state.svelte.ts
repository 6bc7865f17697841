import { SvelteMap } from 'svelte/reactivity';
import { errorMessage } from '../../../base/error-message.ts';
import type { BundledProblem, ShippedHtml } from '../../../datasets/bundled.ts';
import type { RecordedAnswer, Author } from '../../../domain/answer.ts';
import {
  type Problem,
  type ProblemSummary,
  BUNDLED_SET,
  refOfText,
  refText,
  type ProblemRef,
  type Progress,
} from '../../../domain/problem.ts';
import type { Tables } from '../../../storage/tables.ts';
import { listedSet, type ListedSet } from './listed-set.ts';
import { refOf, type ListedProblem } from './problem-filter.ts';

/** The sources of problems. The composition root sets their addresses. */
export interface ProblemSources {
  bundledIndex(): Promise<readonly ProblemSummary[]>;
  bundledProblem(id: string): Promise<BundledProblem>;
}

export interface OpenedProblem {
  readonly ref: ProblemRef;
  readonly problem: Problem;
  readonly answers: readonly RecordedAnswer[];
  /** The prompt of a bundled problem as HTML. */
  readonly statement?: ShippedHtml;
}

/** The part of an address that names a problem. */
export interface ProblemAddress {
  readonly problem: string;
  /** Name of the problem's set; null for the first set that has the id. */
  readonly in: string | null;
}

/** All problems that the page knows: the bundled ones and the imported ones. */
export class ProblemsState {
  readonly #sources: ProblemSources;
  readonly #tables: Pick<Tables, 'problems' | 'sets' | 'progress'>;
  /** The sets, in the order in which an id is looked up. */
  #sets = $state.raw<readonly ListedSet[]>([]);
  /** Names of sets that were imported in this visit, the last one first. */
  #importedNames = $state.raw<readonly string[]>([]);
  /**
   * All problems in the order of lists. The set that was imported last comes first, because the user most
   * likely wants it.
   */
  readonly listed = $derived.by((): readonly ListedProblem[] => {
    const earlierNames = this.#sets.map(({ name }) => name).filter((name) => name !== BUNDLED_SET);
    const order = new Set([...this.#importedNames, ...earlierNames.reverse(), BUNDLED_SET]);
    return [...order].flatMap((name) => this.#set(name)?.listedProblems ?? []);
  });
  /** False until the list has been read once. */
  ready = $state(false);
  /** The reason why the bundled problems are missing; null if they are loaded. */
  trouble = $state<string | null>(null);
  /** The progress on each problem, keyed by `refText`. */
  readonly #progress = new SvelteMap<string, Progress>();

  constructor(sources: ProblemSources, tables: Pick<Tables, 'problems' | 'sets' | 'progress'>) {
    this.#sources = sources;
    this.#tables = tables;
  }

  firstOf(set: string): ProblemRef | null {
    const first = this.#set(set)?.listedProblems[0];
    return first ? refOf(first) : null;
  }

  /** Number of problems by name of the set, the bundled set first. */
  get sets(): ReadonlyMap<string, number> {
    return new Map(this.#sets.map(({ name, listedProblems }) => [name, listedProblems.length]));
  }

  get progress(): readonly (readonly [ProblemRef, Progress])[] {
    return [...this.#progress].map(([text, progress]) => [refOfText(text), progress]);
  }

  progressOf(ref: ProblemRef): Progress | undefined {
    return this.#progress.get(refText(ref));
  }

  find({ set, id }: ProblemRef): ListedProblem | undefined {
    return this.#set(set)?.byId.get(id);
  }

  /**
   * Returns the problem that an address names, or null if there is none. Without a set, it is the first
   * problem with the id.
   */
  refOfAddress(address: ProblemAddress): ProblemRef | null {
    const { problem: id, in: set } = address;
    const match = set === null ? this.#firstWith(id) : this.find({ set, id });
    return match ? refOf(match) : null;
  }

  addressOf({ set, id }: ProblemRef): ProblemAddress {
    const first = this.#firstWith(id);
    return { problem: id, in: first === undefined || first.set === set ? null : set };
  }

  /** The problem that a new visitor sees. */
  get first(): ProblemRef | null {
    const isEasy = ({ summary }: ListedProblem): boolean => summary.difficulty === 'easy';
    const easyProblem = this.#sets
      .find(({ listedProblems }) => listedProblems.some(isEasy))
      ?.listedProblems.find(isEasy);
    const first = easyProblem ?? this.#sets[0]?.listedProblems[0];
    return first ? refOf(first) : null;
  }

  async load(): Promise<void> {
    const [bundled, sets, progress] = await Promise.all([
      this.#sources.bundledIndex().catch((error: unknown) => {
        this.trouble = `The bundled problems could not be loaded: ${errorMessage(error)}`;
        return [];
      }),
      this.#tables.sets.readAll(),
      this.#tables.progress.readAll(),
    ]);
    for (const [ref, state] of progress)
      if (!this.#progress.has(refText(ref))) this.#progress.set(refText(ref), state);
    // In the order of import, so that an address without a set keeps its meaning.
    const inOrder = [...sets.values()].sort((one, other) => (one.place ?? 0) - (other.place ?? 0));
    const allSets = [{ name: BUNDLED_SET, summaries: bundled }, ...inOrder];
    const loadedSets: ListedSet[] = [];
    for (const set of allSets) loadedSets.push(await listedSet(set));
    // Sets that were imported during the read are newer than those that were read.
    const adoptedSets = this.#sets;
    this.#sets = loadedSets.filter((set) => set.listedProblems.length > 0);
    for (const set of adoptedSets) this.#sets = this.#setsWith(set);
    this.ready = true;
  }

  /** Loads a problem. Returns null if no set has it. Rejects if it is listed and cannot be loaded. */
  async open(ref: ProblemRef): Promise<OpenedProblem | null> {
    if (this.find(ref) === undefined) return null;
    if (ref.set === BUNDLED_SET) return { ref, ...(await this.#sources.bundledProblem(ref.id)) };
    const problem = await this.#storedProblem(ref);
    return problem === undefined ? null : { ref, problem, answers: [] };
  }

  /** Returns the key of a listed set; null for any other. */
  keyOf(set: string): string | null {
    return this.#set(set)?.key ?? null;
  }

  /** Adds an imported set to the list, replacing the one with its name. */
  adopt(set: ListedSet): void {
    this.#sets = this.#setsWith(set);
    this.#importedNames = [set.name, ...this.#importedNames.filter((other) => other !== set.name)];
  }

  /** Removes a set. The progress on its problems is kept, in case the set is imported again. */
  async removeSet(set: string): Promise<void> {
    if (set === BUNDLED_SET || !this.sets.has(set)) return;
    const key = this.keyOf(set)!;
    this.#sets = this.#sets.filter(({ name }) => name !== set);
    await this.#tables.sets.delete([set]);
    await this.#tables.problems.replaceSet(key, []);
  }

  async #storedProblem({ set, id }: ProblemRef): Promise<Problem | undefined> {
    const { problems, sets } = this.#tables;
    const key = this.keyOf(set) ?? set;
    const problem = await problems.read({ set: key, id });
    if (problem !== undefined) return problem;
    // Another tab may have imported it again.
    const currentKey = (await sets.read(set))?.key ?? set;
    return currentKey === key ? undefined : problems.read({ set: currentKey, id });
  }

  #set(name: string): ListedSet | undefined {
    return this.#sets.find((set) => set.name === name);
  }

  /** Returns the first problem with this id, which an address without a set names. */
  #firstWith(id: string): ListedProblem | undefined {
    return this.#sets.find(({ byId }) => byId.has(id))?.byId.get(id);
  }

  /** Returns the sets with this one in place of the one with its name, or at the end. */
  #setsWith(set: ListedSet): readonly ListedSet[] {
    const at = this.#sets.findIndex(({ name }) => name === set.name);
    return at === -1 ? [...this.#sets, set] : this.#sets.with(at, set);
  }

  /**
   * Records a result. A solved problem stays solved after a later failure.
   * @param by the author of the program
   */
  record(ref: ProblemRef, by: Author['type'], reward: number): void {
    const nextProgress = (previous: Progress | undefined): Progress | undefined =>
      previous?.[by] === 'solved' ? undefined : { ...previous, [by]: reward === 1 ? 'solved' : 'failed' };
    const progress = nextProgress(this.progressOf(ref));
    if (progress !== undefined) this.#progress.set(refText(ref), progress);
    void this.#tables.progress.update(ref, nextProgress);
  }
}
