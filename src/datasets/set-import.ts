/** The messages of a data set's reading to the page, from its first byte to its account. */
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
  /** A file on the web. `name` is its name in the app. */
  | { readonly kind: 'address'; readonly name: string; readonly url: string }
  /** Files of a data set on the Hub, with their facts from the Hub's list. */
  | {
      readonly kind: 'hub';
      readonly name: string;
      readonly files: readonly { readonly name: string; readonly url: string; readonly size: number }[];
    };

export interface ImportProgress {
  /** Bytes of the files as stored, compressed or not. */
  readonly bytes: number;
  readonly totalBytes: number;
  /** Number of rows that were read, and number of problems among them. */
  readonly rows: number;
  readonly kept: number;
}

export type SetReading =
  /**
   * The file holds samples, which another reader reads. `lines` is a samples.jsonl made from them; null if
   * the file itself is one.
   */
  | { readonly kind: 'samples'; readonly lines: SampleText | null }
  /** The file cannot be read to its end. */
  | { readonly kind: 'broken'; readonly file: string; readonly fault: string }
  /** No format knows the columns. The user can map them. */
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
      /** Dropped and repaired rows with the reason, the most frequent first. */
      readonly told: readonly AccountEntry[];
      /** JSON with the totals and every dropped or repaired row, as `allpass convert --report` writes it. */
      readonly report: Blob;
    };

export interface SampleText {
  readonly text: Blob;
  /** Number of samples. */
  readonly samples: number;
  /** A remark on the part of the file that is not a sample; null if there is none. */
  readonly note: string | null;
}

/** The place of an import in the storage. */
export interface ImportTarget {
  /** The key under which the problems are stored. */
  readonly key: string;
  /** Whether an earlier import has stored problems under the key. They are not stored again. */
  readonly resumes: boolean;
}

/** The page's part in an import. Problems reach the page only if the worker cannot store them. */
export interface ImportHooks {
  /** Lists the problems of a portion, before they are stored. */
  readonly list: (summaries: readonly ProblemSummary[]) => Promise<void>;
  /** Keeps problems that the worker could not store. */
  readonly keep: (problems: readonly Problem[]) => Promise<void>;
  readonly progress: (progress: ImportProgress) => void;
  /** Mappings for columns that no format knows. */
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

/** The storage, as a worker uses it. */
export interface ImportStore {
  storedIds(key: string): Promise<ReadonlySet<string>>;
  /** Stores all of the problems or none. Rejects if the browser refuses. */
  write(key: string, problems: readonly Problem[]): Promise<void>;
}

/** Returns a function that stores a portion. It passes the problems to the page after the browser has refused once. */
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
    const stored = await storedIds;
    const missing = problems.filter(({ id }) => !stored.has(id));
    if (missing.length === 0) return;
    if (canStore)
      canStore = await store.write(key, missing).then(
        () => true,
        () => false,
      );
    if (!canStore) await keep(missing);
  };
}

function summaryOf(problem: Problem): ProblemSummary {
  const { id, title, source, difficulty, mode, tags, testCount, date } = problem;
  return { id, title, source, difficulty, mode, tags, testCount, ...(date === undefined ? {} : { date }) };
}
