/** The destination of the rows of a run. */
import type { ServerFindings } from './manifest.ts';

export interface RowsOutput {
  /** Rejects when rows cannot be written, or when their reader has closed the pipe; never resolves. */
  readonly failed: Promise<never>;
  /** Places whose rows exist from an earlier part of the run. They are not put again. */
  readonly kept: ReadonlySet<number>;
  /** @param place of the row, from 0; the order of calls is free */
  put(place: number, row: object): void;
  /** Writes a line that is not a row yet, which a later run reads. */
  note(what: object): void;
  /** Stores the findings about the server in the manifest. */
  keepFindings(server: ServerFindings): void;
  /** Ends the output when all rows are there: they get their order and the requested name. */
  commit(): Promise<void>;
  /**
   * Ends the output before all rows are there.
   * @returns the file with the rows so far; null if there is none
   */
  breakOff(): Promise<string | null>;
}
