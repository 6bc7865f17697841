export const fastProgram = 'The fast program';
export const slowProgram = 'The slow program';
export const outcome = (over: number): string =>
  over === 0 ? 'in time' : `${over} over the limit, reward 0`;
export const judgeButton = 'Run both programs';
export const limitBefore = 'Time limit:';
export const speedBefore = 'Machine speed:';
export const sameSpeed = 'same as this one';
export const timesSlower = 'times slower';
export const notRun = 'Not run yet.';
export const chartTitle = (slower: number): string =>
  slower === 1 ? 'Time of each test' : `Time of each test on a machine ${slower} times slower`;
export const chartText = 'The table below has the slowest test of each program.';
export const testAxis = 'test';
export const secondsAxis = 'seconds';
export const limit = (seconds: string): string => `limit ${seconds} s`;
export const scaledLimit = (seconds: string): string => `scaled limit ${seconds} s`;
export const table = 'Both programs against the limit';
export const programColumn = 'Program';
export const hereColumn = 'Slowest test here';
export const thereColumn = 'On the other machine';
export const limitColumn = (seconds: string): string => `Limit of ${seconds} s`;
export const scaledLimitColumn = (seconds: string): string => `Scaled limit of ${seconds} s`;
export const testStopped = (test: number): string => `test ${test} was stopped: no duration`;
export const hint = (factor: string, slower: number): string =>
  `Time factor of this machine in this visit: × ${factor}. The scaled limit is the limit × this factor${
    slower === 1 ? '' : ` × ${slower}`
  }. The judge stops a test at its own limit and skips the tests after it: they have no point in the chart. Times on the other machine are times here × ${slower}.`;
