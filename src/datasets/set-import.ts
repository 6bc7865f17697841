/** The types of an import, and of the messages that the worker sends to the page during one. */
import type { Problem, ProblemSummary } from '../domain/problem.ts';
import type { AccountTotals, AccountEntry } from './account.ts';
import type { KnownMapping, PreviewRow } from './mapping/mapping.ts';

/** The source of a data set. */
export type ImportSource =
  | { readonly kind: 'file'; readonly file: File }
  /** A folder on the disk. `path` is the path within the folder. */
  | {
      readonly kind: 'folder';
      readonly name: string;
      readonly files: readonly { readonly path: string; readonly file: File }[];
    }
  /** A file on the web. `name` is the name that the app shows. */
  | { readonly kind: 'address'; readonly name: string; readonly url: string }
  /** Files of a data set on the Hub, with their sizes from the Hub's list. */
  | {
      readonly kind: 'hub';
      readonly name: string;
      readonly files: readonly { readonly name: string; readonly url: string; readonly size: number }[];
    };

export interface ImportProgress {
  /**
   * Number of bytes that were read, and the total number, or 0 while it is unknown. Compressed files are counted
   * in compressed bytes.
   */
  readonly bytes: number;
  readonly totalBytes: number;
  /** Number of rows that were read, and number of problems among them. */
  readonly rows: number;
  readonly kept: number;
}

export type SetReading =
  /**
   * The file contains samples, for which there is another reader. `lines` is a samples.jsonl converted from the
   * file; null if the file itself is one.
   */
  | { readonly kind: 'samples'; readonly lines: SampleText | null }
  /** The file cannot be read completely. */
  | { readonly kind: 'broken'; readonly file: string; readonly fault: string }
  /** No format matches the columns. The user can map them. */
  | {
      readonly kind: 'unknown';
      readonly file: string;
      readonly fault: string;
      readonly columns: readonly string[];
      readonly preview: readonly PreviewRow[];
    }
  | {
      readonly kind: 'read';
      readonly totals: AccountTotals;
      /** Dropped and repaired rows, grouped by reason, the most frequent first. */
      readonly groupedEntries: readonly AccountEntry[];
      /** JSON with the totals and every dropped or repaired row, the same as that of `allpass convert --report`. */
      readonly report: Blob;
    };

export interface SampleText {
  readonly text: Blob;
  /** Number of samples. */
  readonly samples: number;
  /** A message about the rows that were left out, or null if there are none. */
  readonly note: string | null;
}

/** The key of an import in the storage. */
export interface ImportTarget {
  /** The key under which the problems are stored. */
  readonly key: string;
  /** Whether an earlier import has stored problems under the key. They are not stored again. */
  readonly resumes: boolean;
}

/** The page's callbacks during an import. Problems are sent to the page only if the worker cannot store them. */
export interface ImportHooks {
  /** Adds the problems of a portion to the list, before they are stored. */
  readonly list: (summaries: readonly ProblemSummary[]) => Promise<void>;
  /** Keeps problems that the worker could not store in the page's memory. */
  readonly keep: (problems: readonly Problem[]) => Promise<void>;
  readonly progress: (progress: ImportProgress) => void;
  /** Mappings for columns that no format matches. */
  readonly mappings: readonly KnownMapping[];
}

/**
 * Reads a data set and stores its problems, portion by portion. Rejects when the signal aborts, or if no worker can be
 * started. Nothing is written after it settles.
 */
export type ReadSet = (
  source: ImportSource,
  target: ImportTarget,
  hooks: ImportHooks,
  signal: AbortSignal,
) => Promise<SetReading>;

/** The storage interface that a worker uses. */
export interface ImportStore {
  storedIds(key: string): Promise<ReadonlySet<string>>;
  /** Stores either all problems or none. Rejects if the browser cannot store them. */
  write(key: string, problems: readonly Problem[]): Promise<void>;
}

/** Returns a function that stores a portion. After the first failure, it passes the problems to the page. */
export function portionWriter(
  store: ImportStore,
  { key, resumes }: ImportTarget,
  { list, keep }: Pick<ImportHooks, 'list' | 'keep'>,
): (problems: readonly Problem[]) => Promise<void> {
  let storedIds: Promise<ReadonlySet<string>> | null = null;
  let canStore = true;
  return async (problems) => {
    await list(problems.map(summaryOf));
    storedIds ??= resumes ? store.storedIds(key) : Promise.resolve(new Set());
    const idsInStore = await storedIds;
    const missingProblems = problems.filter(({ id }) => !idsInStore.has(id));
    if (missingProblems.length === 0) return;
    if (canStore)
      canStore = await store.write(key, missingProblems).then(
        () => true,
        () => false,
      );
    if (!canStore) await keep(missingProblems);
  };
}

function summaryOf(problem: Problem): ProblemSummary {
  const { id, title, source, difficulty, mode, tags, testCount, date } = problem;
  return { id, title, source, difficulty, mode, tags, testCount, ...(date === undefined ? {} : { date }) };
}
