/** The report of a conversion: JSON, its entries written as they come, so that none is held. */
import {
  REPORT_BEGINNING,
  reportEnd,
  reportRow,
  type AccountTotals,
  type RowEntry,
} from '../../../datasets/account.ts';
import type { NotWritten } from '../../../datasets/exports.ts';
import { LineOutput } from './output-file.ts';

export class ReportFile {
  readonly #output: LineOutput;
  #entries = 0;
  #isFull = false;

  private constructor(output: LineOutput) {
    this.#output = output;
  }

  static async open(path: string, force: boolean): Promise<ReportFile> {
    const report = new ReportFile(await LineOutput.open(path, force));
    report.#output.writeLine(REPORT_BEGINNING);
    return report;
  }

  add(entry: RowEntry): void {
    this.#isFull = !this.#output.writeLine(reportRow(entry, this.#entries));
    this.#entries += 1;
  }

  async drained(): Promise<void> {
    if (this.#isFull) await this.#output.drained();
    this.#isFull = false;
  }

  /** @param left problems that were read and have no place in what was written */
  async commit(totals: AccountTotals, left: readonly NotWritten[]): Promise<void> {
    this.#output.writeLine(reportEnd(left.length === 0 ? totals : { ...totals, not_written: left }));
    await this.#output.commit();
  }

  discard(): void {
    this.#output.discard();
  }
}
