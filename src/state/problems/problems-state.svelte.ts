import { SvelteMap } from 'svelte/reactivity';
import type { BundledProblem, ShippedHtml } from '../../datasets/bundled.ts';
import type { RecordedAnswer } from '../../domain/recorded-answer.ts';
import type { ImportFault } from '../../datasets/lines.ts';
import type { ImportedProblems } from '../../datasets/problem-file.ts';
import type { Problem, ProblemSummary } from '../../domain/problem.ts';
import type { Progress } from '../../domain/problem-set.ts';
import type { Tables } from '../../storage/tables.ts';
import type { ListedProblem } from './problem-filter.ts';

/** Where problems come from; the composition root names the addresses. */
export interface ProblemSources {
  bundledIndex(): Promise<readonly ProblemSummary[]>;
  bundledProblem(id: string): Promise<BundledProblem>;
  readFile(text: string): Promise<ImportedProblems>;
}

export interface OpenedProblem {
  readonly problem: Problem;
  readonly set: string;
  readonly answers: readonly RecordedAnswer[];
  /** Of bundled problems: the prompt, rendered. */
  readonly statement?: ShippedHtml;
}

export interface ImportReport {
  readonly set: string;
  readonly added: number;
  readonly faults: readonly ImportFault[];
  /** Ids that another set has already; their problems were left out. */
  readonly taken: readonly string[];
}

export const BUNDLED_SET = 'bundled';

/** Every problem the page knows: the bundled ones and those of imported files. */
export class ProblemsState {
  readonly #sources: ProblemSources;
  readonly #tables: Pick<Tables, 'problems' | 'sets' | 'progress'>;
  #listed = $state.raw<readonly ListedProblem[]>([]);
  #ready = $state(false);
  #trouble = $state<string | null>(null);
  #lastImport = $state.raw<ImportReport | null>(null);
  readonly #progress = new SvelteMap<string, Progress>();
  readonly #byId = $derived(new Map(this.#listed.map((listed) => [listed.summary.id, listed])));

  constructor(sources: ProblemSources, tables: Pick<Tables, 'problems' | 'sets' | 'progress'>) {
    this.#sources = sources;
    this.#tables = tables;
  }

  get listed(): readonly ListedProblem[] {
    return this.#listed;
  }

  /** False until the list has been read once. */
  get ready(): boolean {
    return this.#ready;
  }

  /** Why the bundled problems are missing; null when they are there. */
  get trouble(): string | null {
    return this.#trouble;
  }

  get lastImport(): ImportReport | null {
    return this.#lastImport;
  }

  /** Names of all sets, the bundled one first, with the number of their problems. */
  get sets(): ReadonlyMap<string, number> {
    const sets = new Map<string, number>();
    for (const { set } of this.#listed) sets.set(set, (sets.get(set) ?? 0) + 1);
    return sets;
  }

  progressOf(id: string): Progress | undefined {
    return this.#progress.get(id);
  }

  find(id: string): ListedProblem | undefined {
    return this.#byId.get(id);
  }

  /** The problem a first visitor sees. */
  get first(): string | null {
    const easy = this.#listed.find(({ summary }) => summary.difficulty === 'easy');
    return (easy ?? this.#listed[0])?.summary.id ?? null;
  }

  async load(): Promise<void> {
    const [bundled, sets, progress] = await Promise.all([
      this.#sources.bundledIndex().catch((error: unknown) => {
        this.#trouble = `The bundled problems could not be loaded: ${messageOf(error)}`;
        return [];
      }),
      this.#tables.sets.readAll(),
      this.#tables.progress.readAll(),
    ]);
    for (const [id, state] of progress) this.#progress.set(id, state);
    this.#listed = [
      ...bundled.map((summary) => ({ summary, set: BUNDLED_SET })),
      ...[...sets.values()].flatMap(({ name, summaries }) =>
        summaries.map((summary) => ({ summary, set: name })),
      ),
    ];
    this.#ready = true;
  }

  /** Null for an id that no set has. Rejects when the problem is known and cannot be loaded. */
  async open(id: string): Promise<OpenedProblem | null> {
    const listed = this.#byId.get(id);
    if (listed === undefined) return null;
    if (listed.set === BUNDLED_SET) return { ...(await this.#sources.bundledProblem(id)), set: listed.set };
    const problem = await this.#tables.problems.read(id);
    return problem === undefined ? null : { problem, set: listed.set, answers: [] };
  }

  /** Makes the problems of a file a set of its own name; a set that has the name already is replaced. */
  async import(set: string, text: string): Promise<ImportReport> {
    const { problems, faults } = await this.#sources.readFile(text);
    const others = new Set(
      this.#listed.filter((listed) => listed.set !== set).map(({ summary }) => summary.id),
    );
    const fresh = problems.filter(({ id }) => !others.has(id));
    const taken = problems.filter(({ id }) => others.has(id)).map(({ id }) => id);
    if (fresh.length > 0) {
      const summaries = fresh.map(summaryOf);
      // The new ones are kept before the old ones go: a closed tab in between loses nothing.
      await this.#tables.problems.writeMany(fresh.map((problem) => [problem.id, problem]));
      await this.#tables.sets.write(set, { name: set, summaries });
      const ids = new Set(fresh.map(({ id }) => id));
      const gone = this.#listed.filter((listed) => listed.set === set && !ids.has(listed.summary.id));
      await this.#tables.problems.delete(gone.map(({ summary }) => summary.id));
      const kept = this.#listed.filter((listed) => listed.set !== set);
      this.#listed = [...kept, ...summaries.map((summary) => ({ summary, set }))];
    }
    this.#lastImport = { set, added: fresh.length, faults, taken };
    return this.#lastImport;
  }

  async removeSet(set: string): Promise<void> {
    if (set === BUNDLED_SET) return;
    const gone = this.#listed.filter((listed) => listed.set === set).map(({ summary }) => summary.id);
    if (gone.length === 0) return;
    this.#listed = this.#listed.filter((listed) => listed.set !== set);
    await this.#tables.sets.delete([set]);
    await this.#tables.problems.delete(gone);
  }

  forgetImport(): void {
    this.#lastImport = null;
  }

  /** Solved stays solved: a later failing try does not take it back. */
  record(id: string, reward: number): void {
    if (this.#progress.get(id) === 'solved') return;
    const progress: Progress = reward === 1 ? 'solved' : 'failed';
    this.#progress.set(id, progress);
    void this.#tables.progress.write(id, progress);
  }
}

function summaryOf(problem: Problem): ProblemSummary {
  const { id, title, source, difficulty, mode, tags, testCount } = problem;
  return { id, title, source, difficulty, mode, tags, testCount };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
