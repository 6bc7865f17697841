/** The messages of a data set's reading to the page, from its first byte to its account. */
import type { Problem } from '../domain/problem.ts';
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

export interface ImportHooks {
  /** Processes a portion. At most one further portion is read before its promise resolves. */
  readonly take: (problems: readonly Problem[]) => Promise<void>;
  readonly progress: (progress: ImportProgress) => void;
  /** Mappings for columns that no format knows. */
  readonly mappings: readonly KnownMapping[];
}

/** Reads a data set, problem by problem. Rejects when the signal aborts, or if no worker can be started. */
export type ReadSet = (source: ImportSource, hooks: ImportHooks, signal: AbortSignal) => Promise<SetReading>;
