/** Records the result of every row: kept, repaired and kept, or dropped, with the reason. */
import type { Problem, ProblemMode } from '../domain/problem.ts';
import type { Loss } from './reading/reading.ts';

/** A dropped row, or a repair in a row that was kept. */
export interface RowEntry {
  readonly outcome: 'dropped' | 'repaired';
  readonly file: string;
  /** Line number in the file, starting at 1. In a file without lines, the number of the row, starting at 1. */
  readonly line: number;
  /** Path of the field with dots between the names; '' for the whole row. */
  readonly field: string;
  readonly reason: string;
}

/** The position of a row: the file or folder, and the line. */
export type RowPlace = Pick<RowEntry, 'file' | 'line'>;

/** Creates an entry whose reason is the message of a fault. */
export function rowEntry({ file, line }: RowPlace, field: string, fault: string): Omit<RowEntry, 'outcome'> {
  return { file, line, field, reason: fault };
}

export interface FileCounts {
  readonly file: string;
  readonly format: string;
  read: number;
  kept: number;
  dropped: number;
  repaired: number;
}

/** `read` is the sum of `kept` and `dropped`; `repaired` counts kept rows. */
export interface AccountTotals {
  readonly read: number;
  readonly kept: number;
  readonly dropped: number;
  readonly repaired: number;
  readonly tests: number;
  readonly modes: Readonly<Record<ProblemMode, number>>;
  readonly files: readonly Readonly<FileCounts>[];
  /** Files of a folder that contain no problems, with the reason. */
  readonly skipped: readonly { readonly file: string; readonly reason: string }[];
  /** Problems that are kept here but lost by other loaders, with the reason. */
  readonly elsewhere: readonly {
    readonly loader: string;
    readonly reason: string;
    readonly problems: number;
  }[];
}

export interface AccountEntry {
  readonly outcome: RowEntry['outcome'];
  readonly field: string;
  readonly reason: string;
  readonly rows: number;
  /** Position of the first row with this reason. `places` contains it and a few further ones. */
  readonly first: RowPlace;
  readonly places: readonly RowPlace[];
  /** Whether the rows have different names or numbers in the reason. */
  readonly varies: boolean;
}

/** Maximum number of different reasons that are counted. The report contains every row in any case. */
const MOST_KINDS = 1000;
const MOST_PLACES = 5;

export class Account {
  readonly #entry: (entry: RowEntry) => void;
  readonly #files: FileCounts[] = [];
  readonly #skippedFiles: { file: string; reason: string }[] = [];
  readonly #modes: Record<ProblemMode, number> = { stdin: 0, call: 0, assert: 0 };
  readonly #lossCounts = new Map<Loss, number>();
  readonly #kinds = new Map<string, AccountEntry>();
  #tests = 0;

  /** @param entry called for each entry, so that no entry has to be kept in memory */
  constructor(entry: (entry: RowEntry) => void = () => undefined) {
    this.#entry = entry;
  }

  /** Starts the counts of a file. */
  begin(file: string, format: string): FileCounts {
    const counts: FileCounts = { file, format, read: 0, kept: 0, dropped: 0, repaired: 0 };
    this.#files.push(counts);
    return counts;
  }

  keep(counts: FileCounts, problem: Problem, repairs: readonly RowEntry[], losses: ReadonlySet<Loss>): void {
    counts.read += 1;
    counts.kept += 1;
    if (repairs.length > 0) counts.repaired += 1;
    this.#modes[problem.mode] += 1;
    this.#tests += problem.testCount;
    for (const repair of repairs) this.#countEntry(repair);
    for (const loss of losses) this.#lossCounts.set(loss, (this.#lossCounts.get(loss) ?? 0) + 1);
  }

  drop(counts: FileCounts, entry: Omit<RowEntry, 'outcome'>): void {
    counts.read += 1;
    counts.dropped += 1;
    this.#countEntry({ outcome: 'dropped', ...entry });
  }

  skip(file: string, fault: string): void {
    this.#skippedFiles.push({ file, reason: fault });
  }

  get read(): number {
    return this.#sum('read');
  }

  get kept(): number {
    return this.#sum('kept');
  }

  get totals(): AccountTotals {
    return {
      read: this.read,
      kept: this.kept,
      dropped: this.#sum('dropped'),
      repaired: this.#sum('repaired'),
      tests: this.#tests,
      modes: { ...this.#modes },
      files: this.#files,
      skipped: this.#skippedFiles,
      elsewhere: [...this.#lossCounts].map(([{ loader, reason }, problems]) => ({
        loader,
        reason,
        problems,
      })),
    };
  }

  /** Entries grouped by reason, the most frequent first. */
  get groupedEntries(): readonly AccountEntry[] {
    return [...this.#kinds.values()].sort((one, other) => other.rows - one.rows);
  }

  #sum(key: 'read' | 'kept' | 'dropped' | 'repaired'): number {
    return this.#files.reduce((total, counts) => total + counts[key], 0);
  }

  #countEntry(entry: RowEntry): void {
    this.#entry(entry);
    const { outcome, file, line } = entry;
    const field = entry.field.replaceAll(/\[\d+\]/g, '[…]');
    // Names and numbers differ from row to row, so they are replaced with placeholders.
    const reason = entry.reason.replaceAll(/"[^"]*"/g, '"…"').replaceAll(/\d+/g, 'N');
    const key = JSON.stringify([outcome, field, reason]);
    const earlierEntry = this.#kinds.get(key);
    const place = { file, line };
    if (earlierEntry !== undefined) {
      const places =
        earlierEntry.places.length < MOST_PLACES ? [...earlierEntry.places, place] : earlierEntry.places;
      const varies = earlierEntry.varies || earlierEntry.reason !== entry.reason;
      this.#kinds.set(key, { ...earlierEntry, rows: earlierEntry.rows + 1, places, varies });
    } else if (this.#kinds.size < MOST_KINDS) {
      const newEntry = { outcome, field: entry.field, reason: entry.reason, rows: 1 };
      this.#kinds.set(key, { ...newEntry, first: place, places: [place], varies: false });
    }
  }
}

export const REPORT_BEGINNING = '{"rows":[';

/** @param nth index of the row, from 0 */
export function reportRow(entry: RowEntry, nth: number): string {
  return `${nth === 0 ? ' ' : ','}${JSON.stringify(entry)}`;
}

/** Writes the end of the report. Additional fields of `totals`, such as `not_written`, are included. */
export function reportEnd(totals: AccountTotals & { readonly not_written?: readonly object[] }): string {
  return `],${JSON.stringify(totals).slice(1)}`;
}
