/** Half sentences about rows and lines of our own files: behind the name of the field, or the number of the line. */
import { jsonFaultText, type JsonFault } from '../../base/lossless-json.ts';
import { numberText } from '../../base/number-words.ts';

// lines.ts
/** @param character counted from 1 */
export const lineIsNotJson = (fault: JsonFault, character: number): string =>
  `not JSON: ${jsonFaultText(fault)} (character ${character})`;
export const lineIsTooLong = (mostBytes: number): string => `the line is longer than ${mostBytes >> 20} MiB`;

export const rowOverLines = (): string =>
  'the row goes on over several lines: write each row on one line (jq -c .)';

// problem-file.ts
export const isOnEarlierLine = (id: string): string => `"${id}" stands on an earlier line too`;
export const hasNothingToGrade = (): string => 'has no test: without one nothing can be graded';
export const hasFewerTests = (publicTests: number, tests: number): string =>
  `is ${publicTests}, but there are only ${tests} tests`;
export const isTooLargeToCompare = (): string => 'is too large or too deep a value to be compared';

// read-data-sets.ts
/** @param isStronger whether the earlier problem is the same with stronger tests */
export const isInEarlierFile = (id: string, file: string, line: number, isStronger: boolean): string =>
  `"${id}" stands in ${file}, line ${line}, already${isStronger ? ' with stronger tests' : ''}`;
export const isNoRow = (): string => 'is no object with fields';

// sample-file.ts
export const lineIsLongerThanAnswer = (characters: number): string =>
  `the line is longer than ${numberText(characters)} characters: no answer is`;
export const holdsNoSubmission = (): string =>
  'is missing: a sample needs "code", "response" or "completion"';
/** @param path of the file of problems; `near` is an id that may have been meant */
export const isUnknownProblem = (id: string, path: string, near: string | null): string =>
  `"${id}" is not in ${path}${near === null ? '' : ` (did you mean ${near}?)`}`;
/** Notes samples whose programs are answers, a sentence. @param fields that they stand in */
export function areAnswers(samples: number, fields: readonly string[]): string {
  const names = fields.map((name) => `"${name}"`).join(' or ');
  const [hold, are] = samples === 1 ? ['sample holds', 'it is'] : ['samples hold', 'they are'];
  return `${numberText(samples)} ${hold} Markdown with a code block in ${names}, which is no program: ${are} taken as a model's answer, and the program is taken out of it`;
}

export const repeatedRows = (rows: number): string =>
  `${numberText(rows)} ${rows === 1 ? 'row stands there once more and counts' : 'rows stand there once more and count'} once`;
export const hasOtherAnswer = (problem: string, sample: string, line: number): string =>
  `the sample ${sample} of ${problem} stands on line ${line} with another answer: give each an id of its own`;

// verdict-file.ts, redraw-field.ts
export const contradictsLine = (
  problem: string,
  sample: string,
  verdict: string,
  line: number,
  other: string,
): string =>
  `the sample ${sample} of ${problem} is ${verdict} here and ${other} on line ${line}: take out the one that is wrong`;
export const hasRewardWithoutProblem = (): string => 'must be null: there was no problem to judge by';
export const isNoLargerLimit = (): string => 'must be larger than "old_limit"';

// `allpass extract`
export const isOfSamples = (): string => 'is missing: a file with "response" or "code" is given by --samples';
