/** Words of an open run: its actions, progress, times and settings. */
import { counted, duration, numberText, percent, timeLeft } from '../../../base/number-words.ts';
import type { RunBudget, RunQuestion } from '../../../domain/run.ts';
import type { Timeline } from '../../../runs/figures/timeline.ts';

// RunView.svelte
export const partsTabs = 'Parts of the run';
/** @param samples of each problem, as a number or a range; null for one */
export function aboutRun(source: string, problems: number, samples: string | null, rules: string): string {
  const n = samples === null ? '' : `, n = ${samples}`;
  return `${source} × ${counted(problems, 'problem')}${n}, ${rules} rules`;
}

// RunActions.svelte
export const actionsGroup = 'Actions of the run';
export const actionButtons = (cutOff: number) => ({
  compare: 'Compare…',
  regrade: 'Regrade…',
  export: 'Export…',
  more: 'More samples…',
  redraw: `Ask ${counted(cutOff, 'cut-off answer')} again…`,
});
export const noOtherRun = 'There is no other run. Create or import one to compare them.';
export const compareWith = 'Compare with';
export const compareButton = 'Compare';
export const noGrader = 'Choose…';
export const regradeButton = 'Regrade';
export const aboutRegrade = 'Judges the same answers with another grader, as a new run.';
export const moreButton = 'Request samples';

// RedrawForm.svelte
export const noCutOff = 'No answer of this run was cut off by the limit on tokens.';
export const redrawButton = (answers: number): string => `Ask ${counted(answers, 'answer')} again`;
/** @param limit the old one; null for none. @param longest tokens of the longest answer that was cut off */
export function aboutRedraw(limit: number | null, longest: number): string {
  const old =
    limit === null
      ? `The run set no limit; the longest cut-off answer has ${numberText(longest)} tokens.`
      : `The old limit is ${numberText(limit)} tokens.`;
  return `${old} The new answers replace the old ones, whatever their verdicts, and have the same seeds. This is selective resampling: these samples are marked in the list, beside the figures and in every export.`;
}

// RunFiles.svelte
export const exportHeading = 'Export the run';
export const formatField = 'Format';
export const formats = {
  run: 'The whole run, for import (.allpass-run.gz)',
  html: 'A report that opens offline (HTML)',
  verdicts: 'Verdicts (JSON Lines)',
  samples: 'Answers, for any grader (samples.jsonl)',
  csv: 'A table (CSV)',
  markdown: 'A summary (Markdown)',
  junit: 'For continuous integration (JUnit)',
} as const;
export const exportButton = 'Export';
export const exportingButton = 'Exporting…';
export const wholeRunExported = 'The whole run is exported, also problems outside the window.';
export const windowExported = (dates: string, shown: number, all: number): string =>
  `Only problems in the window are exported (${dates}): ${numberText(shown)} of ${numberText(all)}.`;
export const fileNotMade = (reason: string): string => `The file could not be made: ${reason}.`;

// RunProgress.svelte
export const progressBar = 'Samples judged';
export const startButton = 'Start';
export const resumeButton = 'Resume';
export const pauseButton = 'Pause';
export const stopButton = 'Stop';
export const notifyButton = 'Notify me when it is done';
export const retryButton = (samples: number): string => `Retry ${counted(samples, 'failed sample')}`;
export function judgedOf(judged: number, total: number, failed: number): string {
  const lost = failed === 0 ? '' : `, ${numberText(failed)} failed`;
  return `${numberText(judged)} of ${numberText(total)} judged${lost}`;
}
export const starting = (counts: string): string => `${counts} · starting`;
/** @param seconds until the end; null where it is unknown */
export function ongoing(counts: string, seconds: number | null, isPausing: boolean): string {
  const time = seconds === null ? '' : ` · ${timeLeft(seconds)}`;
  return `${counts}${time}${isPausing ? ' · finishing requests in flight' : ''}`;
}
export const done = (counts: string): string => `Done: ${counts}`;
export const working = (requests: number, judging: number): string =>
  `${counted(requests, 'request')} running, ${
    judging === 0 ? 'judge idle' : `${counted(judging, 'sample')} being judged`
  }.`;
export const unanswered = (samples: number, reason: string): string =>
  `${counted(samples, 'sample')} without an answer, excluded from all figures: ${reason}`;

// SlowAnswers.svelte
export const slowAnswers = (count: number): string =>
  `${counted(count, 'more recorded answer')} ${
    count === 1 ? 'exceeds' : 'exceed'
  } the time limit, which takes up to half a minute each.`;
export const judgeSlowButton = (count: number): string =>
  `Judge ${count === 1 ? 'this answer' : 'these answers'}`;

// RunTime.svelte
export const lengthField = 'The last';
export const noRequests = 'No requests yet.';
export function busyText({ from, to, busy }: Timeline): string {
  const shares = `the model was busy ${percent(busy.ask)} of the time, the judge ${percent(busy.judge)}`;
  return `In these ${duration(to - from)} ${shares}, both at once ${percent(busy.both)}.`;
}
export const requestLanes = 'Requests';
export const judgeLanes = 'Judging';
export const aboutLanes =
  'Each bar is a sample: from the request to the answer, and from the start of the program to its verdict, in the colour of the verdict. Bars above each other ran at the same time.';
export const notDrawn = (samples: number): string => `${numberText(samples)} earlier samples are not drawn.`;

// TimelineLanes.svelte
export const lanesHint = (lanes: string, most: number): string => `${lanes}: ${most} at once at most`;
export const sampleHint = (problem: string, sample: number): string => `${problem}, sample ${sample}`;

// RunSettings.svelte
export const createdTerm = 'Created';
export const createdText = (day: string, milliseconds: number): string =>
  `${day}, duration ${duration(milliseconds)}`;
export const answersTerm = 'Answers';
/** @param requests in parallel; null where no model is asked */
export const answersText = (source: string, requests: number | null): string =>
  requests === null ? source : `${source}, ${counted(requests, 'parallel request')}`;
export const askedTerm = 'Prompt and sampling';
export function askedText({ prompt, sampling }: RunQuestion): string {
  const limit =
    sampling.maxTokens === null ? 'no limit on tokens' : `at most ${numberText(sampling.maxTokens)} tokens`;
  const seed = sampling.seed === null ? '' : `, seed ${sampling.seed} + sample number`;
  return `${prompt.label}; temperature ${sampling.temperature}, top-p ${sampling.topP}, ${limit}${seed}`;
}
export const budgetTerm = 'Budget';
export function budgetText({ tokens, minutes, money }: RunBudget): string {
  const bounds = [
    tokens !== null && `${numberText(tokens)} tokens`,
    minutes !== null && counted(minutes, 'minute'),
    money !== null && `${money} in the currency of the price`,
  ];
  return bounds.filter((bound) => bound !== false).join(', ') || 'none';
}
export const saveBudgetButton = 'Save budget';
export const deleteHeading = 'Delete';
export const deleteButton = 'Delete this run…';
export const deleteSurelyButton = 'Delete the run and its answers';
export const deleted = (run: string): string => `The run ${run} is deleted.`;
export const notDeleted = 'The run is active here or in another tab. Stop it first.';
