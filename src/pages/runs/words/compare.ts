/** Words of the comparison of runs. */
import { counted, numberText, percent } from '../../../base/number-words.ts';

// CompareRuns.svelte
export const heading = (run: string, others: string): string => `${run} compared with ${others}`;
export const solvedOnlyBy = (run: string, problems: number): string =>
  `Solved only by ${run}: ${counted(problems, 'problem')}`;
export const bothAnswersHint = ': the answers of both';
export const runHint = (run: string): string => `${run}:`;
export const solvedOf = (solved: number, samples: number): string => `${solved} of ${samples}`;
export const nothingShared = 'These runs have no judged problem in common.';
export const noneDiffers = (shared: number): string =>
  `On the ${counted(shared, 'problem')} that both have judged, none differs: both runs solve the same problems with at least half of the samples.`;
export const differBefore = (shared: number, flipped: number): string =>
  `On the ${counted(shared, 'problem')} that both have judged, ${numberText(flipped)} ${
    flipped === 1 ? 'differs: one run solves it' : 'differ: one run solves them'
  } with at least half of its samples, the other does not.`;
export const pValue = (p: number): string => `p = ${p.toFixed(3)}`;
export const differAfter = 'by McNemar’s exact test.';
export const sameRewards = (same: number, samples: number): string =>
  `Sample by sample, ${numberText(same)} of ${numberText(samples)} have the same reward (${percent(same / samples)}): the agreement of the two graders.`;

// ComparedAnswers.svelte
export const backLink = 'Back to the comparison';
export const sampleInRunHint = ': this sample in its run';
export const noSample = (sample: number): string => `This run has no sample ${sample} of this problem.`;
export const ofRun = (letter: string, run: string): string => `, run ${letter}: ${run}`;

// TableOfRuns.svelte
export const columnsField = 'Columns by';
export const table = 'Runs and their figures';
export const exportButton = (format: string): string => `Export as ${format}`;
