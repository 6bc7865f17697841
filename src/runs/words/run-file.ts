/** Sentences about a file that is no whole run. */
import { wordsOf, type Coded } from '../../base/coded.ts';
import { numberText } from '../../base/number-words.ts';
import * as lines from './run-lines.ts';

export type RunLineFault = Coded<typeof lines>;

export const runLine = (file: string, line: number, fault: RunLineFault): string =>
  `${file}, line ${numberText(line)} ${wordsOf(lines, fault)}; export the run again, or ask whoever sent it.`;
export const runUnpacksToMore = (file: string, bytes: number): string =>
  `${file} unpacks to more than ${numberText(bytes)} bytes, more than any run.`;
/** The containers speak of data sets, and of downloads. */
export const runNotUnpacked = (file: string, fault: string): string =>
  `${file} ${fault.replace('than a data set', 'than a run').replace('download it again', 'export it again')}.`;
