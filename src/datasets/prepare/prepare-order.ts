/** The request to a worker that prepares stored sets, and its answer: plain data both ways. */
import type { Erratum } from './errata.ts';
import type { Rewards } from './pass-rates.ts';
import type { Prepared, PrepareSettings } from './prepare.ts';

/** A stored set: its problems lie under its key, and their order is that of the file they came from. */
export interface GivenSet {
  readonly name: string;
  /** Another one after each import: what was learned of it stays true. */
  readonly key: string;
  readonly ids: readonly string[];
}

export interface PrepareOrder extends Pick<
  PrepareSettings,
  | 'dropsFlagged'
  | 'fewestTests'
  | 'dedupes'
  | 'leastLikeness'
  | 'testFrom'
  | 'trainSize'
  | 'testSize'
  | 'seed'
> {
  /** In this order: of two that are one the first stays. Keys of sets that were opened. */
  readonly sets: readonly string[];
  readonly against: readonly string[];
  /** Beside those that come with Allpass. */
  readonly errata: readonly Erratum[];
  /**
   * Whether one of its official solutions passes, by problem; what was not judged is missing. Null if no verification
   * is wanted.
   */
  readonly verified: ReadonlyMap<string, boolean> | null;
  /** Null if no filter by rewards is wanted; the filter is one that can be read. */
  readonly rates: { readonly rewards: ReadonlyMap<string, Rewards>; readonly filter: string } | null;
  /** Null where all stay. */
  readonly mostTests: number | null;
}

export interface Counted {
  readonly prepared: Prepared;
  /** Problems whose id an earlier set has: they are left out, as a file's are. */
  readonly repeated: number;
  /** Problems that are listed and not stored. */
  readonly missing: number;
}

/** Rows of problems.jsonl, and the report. */
export interface PreparedFiles {
  readonly train: Blob;
  /** Null where nothing is to test on. */
  readonly test: Blob | null;
  readonly report: Blob;
  /** How many problems lost tests. */
  readonly shortened: number;
}

/** The functions that a worker of ours has for the page. Every call may reject. */
export interface PreparePort {
  /** Reads a set once. @param progress told how many of its problems were read */
  open(set: GivenSet, progress: (read: number) => void): Promise<void>;
  /** @throws RangeError for a set that was not opened */
  count(order: PrepareOrder): Promise<Counted>;
  /** @param progress told how many problems were written */
  write(order: PrepareOrder, progress: (written: number) => void): Promise<PreparedFiles>;
}
