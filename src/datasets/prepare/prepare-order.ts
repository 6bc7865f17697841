/** The messages between the page and the worker that prepares stored sets, as plain data. */
import type { Prepared, PrepareSettings } from './prepare.ts';

/** A stored set. Its problems are stored under `key`; `ids` has their order in the original file. */
export interface GivenSet {
  readonly name: string;
  /** The key changes with each import, so facts that are stored under it stay valid. */
  readonly key: string;
  readonly ids: readonly string[];
}

export interface PrepareOrder extends PrepareSettings {
  /** Keys of open sets, in order. Of two equal problems, the one in the earlier set is kept. */
  readonly sets: readonly string[];
  readonly against: readonly string[];
}

export interface Counted {
  readonly prepared: Prepared;
  /** Number of problems that are left out because an earlier set has the same id. */
  readonly repeated: number;
  /** Number of problems that are listed but not stored. */
  readonly missing: number;
}

/** Rows of problems.jsonl, and the report. */
export interface PreparedFiles {
  readonly train: Blob;
  /** Null if there is no test set. */
  readonly test: Blob | null;
  readonly report: Blob;
  /** Number of problems that lost tests. */
  readonly shortened: number;
}

/** The interface of the worker that prepares sets. Every call may reject. */
export interface PreparePort {
  /**
   * Reads a set once.
   * @param progress called with the number of problems that were read
   */
  open(set: GivenSet, progress: (read: number) => void): Promise<void>;
  /** @throws RangeError for a set that is not open */
  count(order: PrepareOrder): Promise<Counted>;
  /** @param progress called with the number of problems that were written */
  write(order: PrepareOrder, progress: (writtenCount: number) => void): Promise<PreparedFiles>;
}
