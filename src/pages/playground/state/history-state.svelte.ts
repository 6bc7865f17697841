import type { HistoryEntry, HistoryKey } from '../../../domain/history.ts';
import { isSameProblem, type ProblemRef } from '../../../domain/problem-ref.ts';
import { findProfile } from '../../../judge/profiles/custom.ts';
import { STANDARD } from '../../../judge/profiles/profiles.ts';
import type { JudgePort } from '../../../judge/judge.ts';
import type { Tables } from '../../../storage/tables.ts';
import type { PlaygroundView } from './playground-view.ts';
import type { PageView } from '../../../kit/address/page-view.svelte.ts';
import type { PlaygroundState } from './playground-state.svelte.ts';
import type { ProgramState } from './program-state.svelte.ts';

/** An entry of the history with its place in it. */
export interface KeptEntry extends HistoryEntry {
  readonly key: HistoryKey;
  /** Milliseconds since 1970: its name in the address. */
  readonly when: number;
}

export interface HistoryParts {
  readonly view: PageView<PlaygroundView>;
  readonly tables: Pick<Tables, 'history'>;
  readonly judge: Pick<JudgePort, 'extract'>;
  readonly playground: Pick<PlaygroundState, 'opened' | 'dialogs' | 'history'> & {
    readonly program: Pick<ProgramState, 'putBack'>;
  };
}

/** Earlier verdicts on one problem. Only the address stores which entries are open. */
export class HistoryState {
  readonly #parts: HistoryParts;
  #problem: ProblemRef | null = null;
  #turn = 0;
  /** The newest first; null until they have been read. */
  #entries = $state.raw<readonly KeptEntry[] | null>(null);
  /** The entries that were deleted last and can be restored. */
  #deleted = $state.raw<readonly KeptEntry[]>([]);

  /** The entries that the address names: one that is open, or two that are compared. */
  readonly #named = $derived.by((): readonly KeptEntry[] => {
    const dialog = this.#parts.playground.dialogs.find('history');
    const names = dialog?.entries.split('*').map(Number) ?? [];
    return names.flatMap((when) => this.#entries?.find((entry) => entry.when === when) ?? []);
  });
  readonly opened = $derived(this.#named[0] ?? null);
  /** The entry that the open one is compared with. */
  readonly other = $derived(this.#named[1] ?? null);

  constructor(parts: HistoryParts) {
    this.#parts = parts;
  }

  get entries(): readonly KeptEntry[] | null {
    return this.#entries;
  }

  get deleted(): readonly KeptEntry[] {
    return this.#deleted;
  }

  /** Reads the open problem's entries; other tabs may have added some. */
  async read(): Promise<void> {
    const { playground, tables } = this.#parts;
    const problem = playground.opened?.ref ?? null;
    const turn = ++this.#turn;
    if (!isSameProblem(problem, this.#problem)) {
      this.#problem = problem;
      this.#entries = null;
      this.#deleted = [];
    }
    if (problem === null) return;
    await playground.history.written;
    const found = await (await tables.history()).readOf(problem);
    if (turn !== this.#turn) return;
    this.#entries = [...found]
      .map(([key, entry]) => ({ ...entry, key, when: key.when }))
      .sort((one, other) => other.when - one.when);
  }

  /** Shows an entry, beside another one where two are named; null shows the list alone. */
  open(entry: KeptEntry | null, other: KeptEntry | null = null): void {
    const names = [entry, other].flatMap((kept) => kept?.when ?? []);
    this.#parts.playground.dialogs.adjust({ type: 'history', entries: names.join('*') || '1' });
  }

  /** The program that was judged. For an answer, the program that its rules extract; null when they extract none. */
  programOf({ submission, report }: KeptEntry): string | null {
    if (submission.kind === 'program') return submission.code;
    const profile = findProfile(report.profile) ?? STANDARD;
    const extraction = this.#parts.judge.extract(submission.completion, profile);
    return extraction.found ? extraction.code : null;
  }

  /** Puts the program into the editor. The program that was there can be restored. */
  putBack(entry: KeptEntry): void {
    const program = this.programOf(entry);
    if (program !== null) this.#parts.playground.program.putBack(program, entry.author);
  }

  async remove(entries: readonly KeptEntry[]): Promise<void> {
    if (entries.length === 0) return;
    const gone = new Set(entries);
    if (this.#named.some((entry) => gone.has(entry))) this.open(null);
    this.#deleted = entries;
    this.#entries = this.#entries?.filter((entry) => !gone.has(entry)) ?? null;
    const history = await this.#parts.tables.history();
    await history.delete(entries.map(({ key }) => key));
    await this.read();
  }

  /** Brings back what was deleted last. */
  async undo(): Promise<void> {
    const entries = this.#deleted;
    this.#deleted = [];
    const history = await this.#parts.tables.history();
    // Added, and not put in their places: another tab may have something there by now.
    for (const { key, when: _when, ...entry } of entries) await history.add(key, entry);
    await this.read();
  }
}
