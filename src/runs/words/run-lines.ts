/** Half sentences about a line of the file of a run, behind the name of the line. */
import { numberText } from '../../base/number-words.ts';

export const notText = (): string => 'is not UTF-8 text';
export const longerThanSamples = (): string => 'is longer than any sample';
export const behindEnd = (): string => 'stands behind the end of the run';
export const notJson = (): string => 'is not JSON';
export const emptyFile = (): string => 'is missing: the file is empty';
export const noEnd = (): string => 'is the last, and does not end the run: it was cut off';
export const otherCount = (said: number, found: number): string =>
  `counts ${said} samples, and ${found} stand there`;
export const noFormat = (format: string): string => `does not begin a run: it has no "format": "${format}"`;
export const otherVersion = (version: string | null, known: number): string =>
  `is of version ${version ?? '?'}, and this page reads ${known}: reload it for a newer one`;
export const tooManySamples = (most: number): string => `speaks of more than ${numberText(most)} samples`;
export const repeatedProblem = (): string => 'names a problem twice';
export const strangeSample = (sample: string): string => `is a sample that the run does not have, ${sample}`;
export const repeatedSample = (sample: string): string => `is a sample that stood before, ${sample}`;
/** @param path of the field; null for the whole line @param parser the message of the parser */
export const misfit = (path: string | null, parser: string): string =>
  `does not fit at ${path ?? 'its top'}: ${parser}`;
