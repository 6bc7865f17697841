/** Words of the samples of a run. */
import { counted, duration, numberText } from '../../../base/number-words.ts';
import type { Redraw } from '../../../domain/redraw.ts';
import type { RunRow } from '../../../domain/run.ts';
import { redrawnWords } from '../../../runs/words/redraws.ts';

// RunSamples.svelte
export const searchField = 'Search problems of the run';
export const searchHint = 'Search titles and ids';
export const verdictField = 'Show';
export const allVerdicts = (samples: number): string => `All ${numberText(samples)}`;
export const verdictChoice = (verdict: string, samples: number): string =>
  `${verdict}: ${numberText(samples)}`;
export const differing = 'Differs from the file';
export const orderField = 'Sort by';
export const orders = {
  problem: 'Problem',
  verdict: 'Verdict',
  tokens: 'Most tokens',
  time: 'Slowest test',
} as const;
export const gridButton = 'Grid';
export const groupButton = (group: string): string => `${group.replace(':', ': ')} ×`;
export const groupButtonHint = ': show all groups';
export const samplesFound = (count: number): string => counted(count, 'sample');
export const problemColumn = 'Problem';
export const sampleColumn = 'Sample';
export const verdictColumn = 'Verdict';
export const testsColumn = 'Tests';
export const tokensColumn = 'Tokens';
export const timeColumn = 'Max time';
export const reasonColumn = 'Reason';
export const noSamples = 'No samples yet.';
export const noneMatches = 'No matching samples: clear the search or the filters.';

// SampleGrid.svelte
export function cellTitle(sample: number, end: string, redrawn: string | null): string {
  return `Sample ${sample}: ${end}${redrawn === null ? '' : `, ${redrawn}`}`;
}
export const cellHint = (sample: number, problem: string): string => `, sample ${sample} of ${problem}`;

// SampleRow.svelte
export const sampleHint = 'sample';
export const testsPassedHint = 'tests passed';
export const tokensUnit = 'tok';

// SampleNumbers.svelte
export const numbers = 'Samples of this problem';
export const sampleLink = (sample: number): string => `sample ${sample}`;
export const inTotal = (samples: number): string => `${numberText(samples)} in total`;

// FailureLinks.svelte
export const previousFailure = 'Previous failure';
export const nextFailure = 'Next failure';
export const failureTitle = (problem: string, sample: number): string => `${problem}, sample ${sample}`;

// SampleView.svelte
export const allSamplesLink = 'All samples';
export const notRequested = 'This sample has not been requested yet.';
export const playgroundButton = 'Open in the playground';
export const xrayButton = 'X-ray';
export const groupTitle = 'All samples of this problem as a group, with their rewards and advantages';
export const asGroupButton = 'See as a group';
export const groupAnswer = (sample: number): string => `sample ${sample}`;
export const receiptTitle = 'A file with which any other browser can verify this verdict';
export const receiptButton = 'Save a receipt';
export const noReceipt = (reason: string): string => `The receipt could not be made: ${reason}.`;

// SampleXray.svelte
export const xrayHeading = (sample: number, problem: string): string =>
  `X-ray of sample ${sample} of ${problem}`;

// RunAnswer.svelte
export const noAnswer = (reason: string): string => `No answer: ${reason}`;
export const answerWaits = 'The answer waits for the judge.';
export const rewardBefore = 'reward';
/** @param firstFailed index of a test from 0; null for none */
export function testsPassed(passed: number, total: number, firstFailed: number | null): string {
  const failure = firstFailed === null ? '' : `, first failure: test ${firstFailed + 1}`;
  return `${passed} of ${total} tests passed${failure}`;
}
export const slowestTest = (milliseconds: number | null): string => `slowest test ${duration(milliseconds)}`;
export const inFileBefore = 'in its file:';
export const passed = 'passed';
export const failed = 'failed';
export function askedAgain(redrawn: Redraw): string {
  const { oldTokens, oldLimit } = redrawn;
  const limit =
    oldLimit === null ? ', without a limit in the request' : `, the limit being ${numberText(oldLimit)}`;
  return `This sample was ${redrawnWords(redrawn)}: its first answer was cut off after ${counted(oldTokens, 'token')}${limit}.`;
}
/** @param of words that name the run; '' for the only one */
export const testsList = (of: string): string => `Tests${of}`;
export const testTitle = (index: number, verdict: string, milliseconds: number | null): string =>
  `Test ${index + 1}: ${verdict}${milliseconds === null ? '' : `, ${duration(milliseconds)}`}`;
export const moreTests = (count: number): string => `and ${count} more`;
/** @param label of the model */
export function answerFacts(label: string, row: RunRow): string {
  const { tokens, estimated, askedAt, answeredAt, finishReason } = row;
  const time = answeredAt > askedAt ? ` in ${duration(answeredAt - askedAt)}` : '';
  const reason = finishReason === null ? '' : ` · finish reason: ${finishReason}`;
  return `${label} · ${estimated ? '~' : ''}${numberText(tokens)} tokens${time}${reason}`;
}
export const programHeading = 'Program';
export const copiedProgram = (of: string): string => `the program${of}`;
export const programText = (of: string): string => `Program${of}`;
export const answerNotStored = 'The answer is no longer stored.';

// FailedTest.svelte
export const failedTestHeading = (index: number): string => `First failing test: ${index + 1}`;
export const outputTitle = 'A run stores the start of an output only';
export const runningTest = 'Running the test…';
export const outputButton = 'Show the whole output';
export const inputTerm = 'Input';
export const expectedTerm = 'Expected';
export const gotTerm = 'Got';
export const testNotRun = (index: number, reason: string): string =>
  `Test ${index + 1} could not be run: ${reason}.`;
export const alonePassed =
  'Alone the test passed. With this grader a test sees the state that earlier tests left, which may be why it failed. Otherwise the program is near a limit, or not deterministic.';
export const thisTimePassed = 'This time the test passed: the program is near a limit, or not deterministic.';
