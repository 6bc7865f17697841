/**
 * Finds tests that were truncated with "..." by their source. Codeforces shows the first 255 or 400 characters of
 * a test.
 */
import { Misfit } from './fields.ts';
import type { RowTest } from './problem-row.ts';
import type { Reading } from './reading.ts';

const CUT_END = /[^.]\.{3}\s*$/;
const DOTS = /\.{2,}|…/g;

/**
 * Returns the stdin tests that are complete. If dots belong to the problem, as in a map of `.` and `#`, they also
 * occur in other positions or in its examples. In that case, no test is treated as truncated.
 * @param examples the samples of the problem, which are never truncated
 * @throws Misfit if every test is truncated
 */
export function withoutCutOff(
  tests: readonly RowTest[],
  examples: readonly string[],
  path: string,
  reading: Reading,
): readonly RowTest[] {
  const completeTests = tests.filter((each) => !textsIn(each).some(isCut));
  if (completeTests.length === tests.length) return tests;
  if (examples.some((text) => text.search(DOTS) !== -1)) return tests;
  if (tests.some((each) => textsIn(each).some(hasOtherDots))) return tests;
  if (completeTests.length === 0)
    throw new Misfit(path, 'are all cut off with “...”: no program can pass them');
  const cutOff = tests.length - completeTests.length;
  reading.reportRepair(
    path,
    `${cutOff} of ${tests.length} ${cutOff === 1 ? 'is' : 'are'} cut off with “...” and left out`,
  );
  return completeTests;
}

export function textsIn({ input, output }: RowTest): readonly string[] {
  return [input, output].filter((text) => typeof text === 'string');
}

function isCut(text: string): boolean {
  return CUT_END.test(text) || text.trimEnd().endsWith('…');
}

function hasOtherDots(text: string): boolean {
  const textBeforeDots = isCut(text) ? text.trimEnd().replace(/(?:\.{3}|…)$/, '') : text;
  return textBeforeDots.search(DOTS) !== -1;
}
