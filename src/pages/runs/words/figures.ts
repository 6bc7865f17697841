/** Words of the figures of a run. */
import { counted, duration, numberText, percent } from '../../../base/number-words.ts';
import type { CodeforcesRating } from '../../../runs/figures/codeforces-rating.ts';
import type { RunFigures } from '../../../runs/figures/run-figures.ts';
import { groups, passAt1 } from './shared.ts';

// RunFigures.svelte
export const countedSoon = 'Figures appear with the first verdict.';
export const notStarted = 'No sample is judged yet. Start the run.';
export const noVerdict = 'No sample has a verdict.';
export const counting = 'Counting…';
export const noVerdictInWindow = 'No sample in this window has a verdict.';
export const aboutPassAt1 =
  'Mean share of samples that pass. Range: 95 % confidence interval, bootstrap over problems.';
export const passAt = (k: number): string => `pass@${k}`;
export const aboutPassAt = (k: number): string =>
  `Unbiased estimate of the chance that at least one of ${k} samples passes.`;
export const noCode = 'no code';
export const aboutNoCode = 'Answers in which the grader finds no program.';
export const truncated = 'truncated';
export const aboutTruncated = 'Answers that ended at a limit on tokens.';
export const notJudged = 'not judged';
export const aboutNotJudged =
  'The model, the network or the judge failed. Excluded from all figures; you can retry them.';
export const browserLimits = 'browser limits';
export const aboutBrowserLimits = 'Verdicts that may differ in native Python.';
export const verdictsHeading = 'Verdicts';
/** States tokens and times of a run; times in milliseconds. */
export function tokenFacts(figures: RunFigures): string {
  const { completionTokens, promptTokens, estimated, firstTokenMs, tokensPerSecond } = figures;
  const guess = estimated ? ' (partly estimated from the length of texts)' : '';
  const prompts = promptTokens > 0 ? `, ${numberText(promptTokens)} prompt tokens` : '';
  const first = firstTokenMs === null ? '' : `; time to first token ${duration(firstTokenMs.median)}`;
  const pace = tokensPerSecond === null ? '' : `, ${tokensPerSecond.median.toFixed(0)} tokens/s (medians)`;
  return `${numberText(completionTokens)} answer tokens${guess}${prompts}${first}${pace}.`;
}

// AgreementTable.svelte
export const agreementHeading = 'Agreement with the file’s verdicts';
export function agreementText(same: number, all: number): string {
  const rest = same === all ? '.' : ': the others differ in rules, tests, limits or Python version.';
  return `${numberText(same)} of ${numberText(all)} the same (${percent(same / all)})${rest}`;
}
export const passedHereColumn = 'passed here';
export const failedHereColumn = 'failed here';
export const passedThereRow = 'passed in the file';
export const failedThereRow = 'failed in the file';
export const onlyThereHint = 'passed in the file only';
export const onlyHereHint = 'passed here only';

// GroupTable.svelte
type Group = keyof typeof groups;
export const groupHeading = (by: Group): string => `By ${groups[by].toLowerCase()}`;
export const groupTable = (by: Group): string => `Figures by ${groups[by].toLowerCase()}`;
export const problemsColumn = 'Problems';

// PassChart.svelte
export const passChartHeading = 'pass@k';
export const passChartValue = (k: number, value: number): string => `pass@${k} = ${percent(value)}`;
export const asTable = 'As a table';

// Published.svelte
export const publishedHeading = 'Published results';
export const benchmarkField = `${passAt1} on`;
export const noBenchmark = 'choose a benchmark…';
export const thisRun = 'this run';
export const comparedProblems = (problems: number, benchmark: string, figure: string): string =>
  `Only the ${counted(problems, 'problem')} of this run that ${problems === 1 ? 'is' : 'are'} in the benchmark (${benchmark}) are counted: ${figure}. Results are comparable only with the same prompt, sampling and token limit.`;
export const settingText = (setting: string, windowK: number | null): string =>
  windowK === null ? setting : `${setting}, ${windowK}k tokens`;

// TokensChart.svelte
export const tokensHeading = 'Tokens by verdict';
const rounded = (tokens: number): string => numberText(Math.round(tokens));
export const medianTokens = (tokens: number, count: number): string =>
  count === 1 ? rounded(tokens) : `median ${rounded(tokens)}`;
export const spreadTokens = (lower: number, upper: number, count: number): string =>
  `, IQR ${rounded(lower)}–${rounded(upper)} (n = ${numberText(count)})`;
export const aboutTokens = (most: number, isEstimated: boolean): string =>
  `From 0 to ${rounded(most)} tokens: the line spans all answers, the bar the middle half (interquartile range)${
    isEstimated ? '; estimated counts take four characters for a token' : ''
  }.`;

// Rating.svelte
export const ratingHeading = 'Codeforces rating';
export const aboutRating =
  'CodeElo’s method: the rank that the samples, taken as consecutive attempts, would have reached among the participants. It needs a table of contests whose problems the run has judged.';
export const madeUpButton = 'Try made-up contests of these problems';
export const importTableButton = 'Import a table…';
export const buildTableButton = 'Build a table from Codeforces API files…';
export const noContest =
  'The run has judged all problems of no contest in this table: choose another table, or run its problems.';
export const resampling = 'Resampling contests…';
/** Interval, percentile and table of a rating, after the rating itself. */
export function ratingAfter({ interval, percentile, contests }: CodeforcesRating, table: string): string {
  const range =
    interval === null ? '' : ` (95 %: ${Math.round(interval.low)} to ${Math.round(interval.high)})`;
  const above = percentile === null ? '' : `, above ${(100 * percentile).toFixed(1)} % of the site’s users`;
  return `${range}${above}, by ${counted(contests.length, 'contest')}. ${table}`;
}
export const contestsTable = 'Contests';
export const contestColumn = 'contest';
export const solvedColumn = 'solved';
export const rankColumn = 'rank';
export const ratingColumn = 'rating';
export const countOf = (count: number, all: number): string => `${count} of ${all}`;
