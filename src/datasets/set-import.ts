/** The messages of reading a data set to the page, from its first byte to its account. */
import type { Problem } from '../domain/problem.ts';
import type { AccountTotals, AccountEntry } from './account.ts';
import type { KnownMapping, PreviewRow } from './mapping/mapping.ts';

/** The source of a data set. */
export type ImportSource =
  | { readonly kind: 'file'; readonly file: File }
  /** A folder of the disk; `path` is within it. */
  | {
      readonly kind: 'folder';
      readonly name: string;
      readonly files: readonly { readonly path: string; readonly file: File }[];
    }
  /** A file of the web; `name` is what it is called here. */
  | { readonly kind: 'address'; readonly name: string; readonly url: string }
  /** Files of a data set on the Hub, with what they were said to have when they were listed. */
  | {
      readonly kind: 'hub';
      readonly name: string;
      readonly files: readonly { readonly name: string; readonly url: string; readonly size: number }[];
    };

export interface ImportProgress {
  /** Bytes of the files as they are stored, packed or not. */
  readonly bytes: number;
  readonly totalBytes: number;
  /** Rows that were read, and how many of them are problems. */
  readonly rows: number;
  readonly kept: number;
}

export type SetReading =
  /**
   * The file holds samples: they are another reader's. `lines` is a samples.jsonl of them where the file is none
   * itself.
   */
  | { readonly kind: 'samples'; readonly lines: SampleText | null }
  /** It cannot be read, or not to its end. */
  | { readonly kind: 'broken'; readonly file: string; readonly fault: string }
  /** Its columns are those of no format: they can be mapped by hand. */
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
      /** Rows that were dropped or repaired with the reason, the most frequent first. */
      readonly told: readonly AccountEntry[];
      /** JSON with the totals and every such row, as `allpass convert --report` writes it. */
      readonly report: Blob;
    };

export interface SampleText {
  readonly text: Blob;
  /** How many rows it has. */
  readonly samples: number;
  /** A remark on the part of the file that is no sample; null if all of it is. */
  readonly note: string | null;
}

export interface ImportHooks {
  /** Takes a portion; after the next one nothing comes before it is done. */
  readonly take: (problems: readonly Problem[]) => Promise<void>;
  readonly progress: (progress: ImportProgress) => void;
  /** For columns that no format knows. */
  readonly mappings: readonly KnownMapping[];
}

/** Reads a data set, problem by problem. Rejects when the signal ends it, and where it has no worker to read in. */
export type ReadSet = (source: ImportSource, hooks: ImportHooks, signal: AbortSignal) => Promise<SetReading>;
