/** The destination of the rows of a run. */
import type { ServerFindings } from './manifest.ts';

export interface RowsOutput {
  /** Rejects when rows cannot be written, or when their reader is gone; never resolves. */
  readonly failed: Promise<never>;
  /** Places whose rows are there from before: they are not put again. */
  readonly kept: ReadonlySet<number>;
  /** @param place of the row, from 0; rows come in any order */
  put(place: number, row: object): void;
  /** Keeps what is no row yet, for a later run to hear. */
  note(what: object): void;
  /** Keeps in the manifest what was found of the server. */
  keepFindings(server: ServerFindings): void;
  /** All rows are there: they stand in their order under the name that was asked for. */
  commit(): Promise<void>;
  /**
   * Not all are there, and none will come.
   * @returns the file that holds what came; null where there is none
   */
  breakOff(): Promise<string | null>;
}
