import type { ComparedAnswer, Comparison } from '../../../domain/comparison.ts';
import { stillFits } from '../../../domain/judgement.ts';
import type { Tables } from '../../../storage/tables.ts';
import type { OpenedProblem } from '../../../common/problems/state/problems-state.svelte.ts';

/** Streaming answers are stored at most this often. */
const SAVE_AFTER_MS = 1000;
/** Answers kept for one problem: those of the columns, and of columns that were changed since. */
const MOST_KEPT = 12;

/** The stored comparison of one problem: its last columns and their answers. */
export class KeptColumns {
  readonly #table: Pick<Tables['comparisons'], 'write'>;
  readonly #opened: OpenedProblem;
  /** Keys of the columns that are shown: their answers are the last to be dropped. */
  readonly #shown: () => readonly string[];
  #answers: Map<string, ComparedAnswer>;
  #left: string;
  #unsaved: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(
    table: Pick<Tables['comparisons'], 'write'>,
    opened: OpenedProblem,
    shown: () => readonly string[],
    record: Comparison | undefined,
  ) {
    this.#table = table;
    this.#opened = opened;
    this.#shown = shown;
    this.#answers = new Map(Object.entries(record?.entries ?? {}));
    this.#left = record?.columns ?? '';
  }

  /** The columns as they were left, in the words of the address. */
  get left(): string {
    return this.#left;
  }

  /** Leaves the columns like this. */
  leave(columns: string): void {
    if (columns === this.#left) return;
    this.#left = columns;
    this.#saveSoon();
  }

  /** The stored answer of a column. */
  answerOf(key: string): ComparedAnswer | undefined {
    const kept = this.#answers.get(key);
    if (!kept?.report || stillFits(kept.report, this.#opened.problem)) return kept;
    return { ...kept, report: null };
  }

  /** Stores a column's answer: at once when it has ended, otherwise soon. Does nothing after `close`. */
  keep(key: string, answer: ComparedAnswer): void {
    if (this.#closed) return;
    this.#answers.set(key, answer);
    if (answer.answer.ended) this.#save();
    else this.#saveSoon();
  }

  /** Stores what is not stored yet. */
  close(): void {
    if (this.#unsaved !== undefined) this.#save();
    this.#closed = true;
  }

  #saveSoon(): void {
    this.#unsaved ??= setTimeout(() => this.#save(), SAVE_AFTER_MS);
  }

  #save(): void {
    clearTimeout(this.#unsaved);
    this.#unsaved = undefined;
    const shown = new Set(this.#shown());
    const rank = ([key, { when }]: [string, ComparedAnswer]): number =>
      shown.has(key) ? Number.MAX_SAFE_INTEGER : when;
    const newest = [...this.#answers].sort((a, b) => rank(b) - rank(a)).slice(0, MOST_KEPT);
    this.#answers = new Map(newest);
    void this.#table.write(this.#opened.ref, { columns: this.#left, entries: Object.fromEntries(newest) });
  }
}
