// OneBit.svelte
export const wrongProgram = 'The wrong program';
export const wrongProgramAfter = ', taken from the answer of a model';
export const rightProgram = 'A right program';
export const program = 'Program';
export const judgeButton = 'Run all tests';

// Outcome.svelte
export const notJudged = 'Not judged yet.';
export const paysBefore = (passed: number, all: number): string =>
  `${passed} of ${all} tests passed. One bit pays`;
/** A reward that is missing. */
export const judgeFailed = 'nothing, because the judge failed';
export const partialBefore = '; partial credit would pay';
export const chartTitle = 'Reward, if only the first tests existed';
export const chartText = (tests: number, partial: string, reward: number | null): string =>
  `With all ${tests} tests, partial credit pays ${partial} and one bit pays ${reward ?? 'nothing'}.`;
export const partialCredit = 'partial credit';
export const oneBit = 'one bit';
export const testsAxis = 'tests';
export const rewardAxis = 'reward';
