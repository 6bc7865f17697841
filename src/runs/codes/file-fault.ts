/** The reason why a file is not read as a run, an export, a receipt or contests, in part or at all. */
import { coder, merged, wordsOf, type Coded } from '../../base/coded.ts';
import * as contests from '../words/contests.ts';
import * as dataFile from '../words/data-file.ts';
import * as receipts from '../words/receipts.ts';
import * as runFile from '../words/run-file.ts';

const FILE_FAULTS = merged(contests, dataFile, receipts, runFile);

export type FileFault = Coded<typeof FILE_FAULTS>;
export const fileFault = coder<typeof FILE_FAULTS>();

/** One sentence with the file, the line and the remedy. */
export function fileFaultText(fault: FileFault): string {
  return wordsOf(FILE_FAULTS, fault);
}
