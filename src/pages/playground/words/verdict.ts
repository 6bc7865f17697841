/** Sentences of the verdict panel. */
import { duration, numberText } from '../../../base/number-words.ts';
import type { Judgement } from '../../../domain/judgement.ts';
import type { Visibility } from '../../../domain/problem.ts';

// verdict-view.ts
export const nothingToJudge = 'Nothing to judge';
export const answerComing = 'Answer in progress';
export const notJudged = 'Not judged yet';
export const starting = 'Starting Python…';
export const runningSamples = 'Running the samples…';
export const judging = 'Judging…';
/** In the title of the page. */
export const startingShort = 'Starting Python';
export const judgingShort = (done: number, needed: number): string => `Judging ${done}/${needed}`;
export const lostReward = 'Reward 0.0';
/** After the number of tests. */
export const passed = 'passed';
export const testsRun = 'tests run';
export const onlyFirst = 'Only the first program of a visit waits for Python.';
/** After the death of a sandbox. */
export const retried = (test: number): string =>
  `Test ${test} was interrupted. It is retried before that counts.`;
/** While the time limit is checked. */
export const timeChecked = (test: number): string => `Time limit exceeded on test ${test}, being checked`;
export const checkedFor = (seconds: number): string =>
  `This computer may be to blame, so the test runs again. That takes up to ${duration(Math.ceil(seconds) * 1000)}, and longer while other programs run.`;
export const acceptButton = 'Accept the verdict now';
export const acceptHint = 'It is then marked as not confirmed.';
export const decided = 'This test decides the reward. The other tests still run.';
export const passedSoFar = (tests: number, needed: number): string =>
  `${tests} of ${needed} tests passed so far.`;

/** Names the submission that a verdict is on. */
export function whoseWords(
  { kind }: Pick<Judgement, 'kind'>,
  answerLabel: string | null,
  changedSince = false,
): string {
  if (kind === 'completion')
    return answerLabel === null ? 'for the model’s answer' : `for the answer “${answerLabel}”`;
  return changedSince ? 'for your program before you changed it' : 'for your program';
}

// RunningClock.svelte
export const loadingClock = 'Loading the program';
export const testClock = (test: number): string => `Test ${test}`;
/**
 * Derivation of a time limit.
 * @param seconds the limit as it is stated
 */
export const limitMade = (seconds: number, timeFactor: number, isRetry: boolean): string =>
  `${seconds} s × ${Number(timeFactor.toFixed(2))}, ${isRetry ? 'retry' : 'this computer'}`;
export const clockLabel = (clock: string): string => `${clock}: time of its limit`;
export const clockValue = (ran: string, limit: string): string => `${ran} of ${limit} seconds`;
export const limitBefore = 'of';

// VerdictAnnouncer.svelte
export const announcedCheck = (test: number): string =>
  `Time limit exceeded on test ${test}. It is being checked whether this computer is to blame. You can accept the verdict now.`;
export const announcedNothing = (reason: string): string => `Nothing to judge. ${reason}`;
export const announced = (headline: string, reward: string, rules: string, whose: string): string =>
  `${headline}. ${reward} ${rules}, ${whose}.`;

// VerdictPanel.svelte
export const region = 'Verdict';
export const restButton = 'Run the remaining tests';
export const rewardStays = 'The reward does not change.';
export const codesBefore = 'Result codes';
export const codesHint = '−2 wrong answer, −3 time limit, −4 any other failure';
export const browserLimit = 'A limit of the browser decided a test: native Python may differ.';
export const lastDigits =
  'An output is wrong only in the last digits of its numbers. Those of mathematical functions may differ from glibc’s, so native Python may pass.';
export const unconfirmed =
  'The time limit is not confirmed: you accepted the verdict before it was known whether this computer was to blame.';
export const newerPython = (feature: string): string => `Newer than Python 3.11: ${feature}.`;
export const testsButton = 'Tests';
export const xrayButton = 'X-ray';
export const xrayHint = 'The result of the shown answer or program with every grader';
export const historyButton = 'History';
export const outdatedBefore = 'The verdict is from other rules. Chosen rules:';
export const judgeButton = 'Judge again';

// TestGrid.svelte
export const gridLabel = 'Tests';
export const groupLabels: Readonly<Record<Visibility, string>> = { public: 'Public', hidden: 'Hidden' };
export const groupNames: Readonly<Record<Visibility, string>> = {
  public: 'Public tests',
  hidden: 'Hidden tests',
};
export const runningTest = 'Running';
/** @param state the verdict in words, with the time where it is known */
export const cellName = (test: number, visibility: Visibility, state: string): string =>
  `Test ${test}, ${visibility}: ${state}`;
export const moreButton = (left: number): string => `Show more (${numberText(left)} tests left)`;
