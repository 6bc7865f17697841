import type { Author } from '../../../domain/answer.ts';
import {
  historyEntry,
  submissionText,
  type HistoryEntry,
  type HistoryKey,
} from '../../../domain/stored-work.ts';
import type { Judgement } from '../../../domain/judgement.ts';
import { isSameProblem, type ProblemRef } from '../../../domain/problem.ts';
import type { Submission } from '../../../domain/submission.ts';
import { findProfile } from '../../../judge/profiles/custom.ts';
import { STANDARD } from '../../../judge/profiles/profiles.ts';
import type { JudgePort } from '../../../judge/judge.ts';
import type { Tables } from '../../../storage/tables.ts';
import type { PlaygroundState } from './playground-state.svelte.ts';

/** An entry of the history with its key. */
export interface KeptEntry extends HistoryEntry {
  readonly key: HistoryKey;
  /** Milliseconds since 1970. It identifies the entry in the address. */
  readonly when: number;
}

/** The part of the playground that its history uses. */
type HistoryOwner = Pick<PlaygroundState, 'openedProblem' | 'dialogs' | 'history'> & {
  readonly program: { putBack(code: string, author: Author): void };
};

/** Earlier verdicts on one problem. Only the address stores which entries are open. */
export class HistoryState {
  readonly #tables: Tables;
  readonly #judge: JudgePort;
  readonly #playground: HistoryOwner;
  #problem: ProblemRef | null = null;
  #callNumber = 0;
  /** Newest first; null until they have been read. */
  entries = $state.raw<readonly KeptEntry[] | null>(null);
  /** The entries that were deleted last and can be restored. */
  deletedEntries = $state.raw<readonly KeptEntry[]>([]);

  /** The entries that the address names: the open one, or the two that are compared. */
  readonly #namedEntries = $derived.by((): readonly KeptEntry[] => {
    const dialog = this.#playground.dialogs.find('history');
    const names = dialog?.entries.split('*').map(Number) ?? [];
    return names.flatMap((when) => this.entries?.find((entry) => entry.when === when) ?? []);
  });
  readonly openedEntry = $derived(this.#namedEntries[0] ?? null);
  /** The entry that the open one is compared with, or null if there is none. */
  readonly other = $derived(this.#namedEntries[1] ?? null);

  constructor(tables: Tables, judge: JudgePort, playground: HistoryOwner) {
    this.#tables = tables;
    this.#judge = judge;
    this.#playground = playground;
  }

  /** Reads the entries of the open problem, which other tabs may have changed. */
  async read(): Promise<void> {
    const problem = this.#playground.openedProblem?.ref ?? null;
    const callNumber = ++this.#callNumber;
    if (!isSameProblem(problem, this.#problem)) {
      this.#problem = problem;
      this.entries = null;
      this.deletedEntries = [];
    }
    if (problem === null) return;
    await this.#playground.history.writePromise;
    const storedEntries = await (await this.#tables.history()).readOf(problem);
    if (callNumber !== this.#callNumber) return;
    this.entries = [...storedEntries]
      .map(([key, entry]) => ({ ...entry, key, when: key.when }))
      .sort((one, other) => other.when - one.when);
  }

  /** Opens an entry, alone or compared with another one; null shows only the list. */
  open(entry: KeptEntry | null, other: KeptEntry | null = null): void {
    const names = [entry, other].flatMap((entryOrNull) => entryOrNull?.when ?? []);
    this.#playground.dialogs.adjust({ type: 'history', entries: names.join('*') || '1' });
  }

  /**
   * The program that was judged. For an answer, this is the program that its rules extract, or null if they extract
   * none.
   */
  programOf({ submission, report }: KeptEntry): string | null {
    if (submission.kind === 'program') return submission.code;
    const profile = findProfile(report.profile) ?? STANDARD;
    const extraction = this.#judge.extract(submission.completion, profile);
    return extraction.found ? extraction.code : null;
  }

  /** Puts the program into the editor. The user can restore the replaced program. */
  putBack(entry: KeptEntry): void {
    const program = this.programOf(entry);
    if (program !== null) this.#playground.program.putBack(program, entry.author);
  }

  async remove(entries: readonly KeptEntry[]): Promise<void> {
    if (entries.length === 0) return;
    const removedEntries = new Set(entries);
    if (this.#namedEntries.some((entry) => removedEntries.has(entry))) this.open(null);
    this.deletedEntries = entries;
    this.entries = this.entries?.filter((entry) => !removedEntries.has(entry)) ?? null;
    const history = await this.#tables.history();
    await history.delete(entries.map(({ key }) => key));
    await this.read();
  }

  /** Restores the entries that were deleted last. */
  async undo(): Promise<void> {
    const entries = this.deletedEntries;
    this.deletedEntries = [];
    const history = await this.#tables.history();
    // An entry is added, not overwritten, because another tab may have stored one under the same key since.
    for (const { key, when: _when, ...entry } of entries) await history.add(key, entry);
    await this.read();
  }
}

interface Entries {
  readOf(problem: ProblemRef): Promise<ReadonlyMap<HistoryKey, HistoryEntry>>;
  write(key: HistoryKey, entry: HistoryEntry): Promise<unknown>;
}

/** Updates the verdict of the newest entry of a submission. Does nothing if the user has deleted the entry. */
export async function renewEntry(
  history: Entries,
  problem: ProblemRef,
  submission: Submission,
  judgement: Judgement,
): Promise<void> {
  const text = submissionText(submission);
  const isOfIt = (entry: HistoryEntry): boolean =>
    entry.submission.kind === submission.kind &&
    entry.report.profile === judgement.report.profile &&
    submissionText(entry.submission) === text;
  const [newestEntry] = [...(await history.readOf(problem))]
    .filter(([, entry]) => isOfIt(entry))
    .sort(([one], [other]) => other.when - one.when);
  if (newestEntry === undefined) return;
  const [key, { author }] = newestEntry;
  await history.write(key, historyEntry(author, submission, judgement));
}
