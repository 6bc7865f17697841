/** Texts that several components of the page of runs share. */
import { percentRange } from '../../base/number-words.ts';
import { isWithoutAnswers, type Run, type RunRow } from '../../domain/run.ts';
import { type SubmissionVerdict, VERDICT_WORDS } from '../../domain/verdict.ts';
import type { Interval } from '../../runs/figures/pass-at-k.ts';
import type { PipelineEnd } from '../../runs/pipeline/pipeline.ts';

/** Labels of the sections of an open run. */
export const parts = {
  figures: 'Figures',
  samples: 'Samples',
  time: 'Time',
  settings: 'Settings',
} as const;

/** Names of the kinds of problem groups. */
export const groups = {
  difficulty: 'Difficulty',
  source: 'Source',
  month: 'Month',
  mode: 'Mode',
} as const;

export const allRunsLink = 'All runs';
export const graderField = 'Grader';
export const samplesPerProblemField = 'Samples per problem';
export const maxTokensField = 'Max tokens';
export const answerNotRead =
  'The answer could not be read from the storage of this browser. Reload the page.';
export const passAt1 = 'pass@1';
export const intervalColumn = '95 % CI';

/** Formats an interval as `21.2 to 25.7 %`; '' if there is none. */
export function intervalText(interval: Interval | null): string {
  return interval === null ? '' : percentRange(interval);
}

/** Names the source of a run's answers. */
export function sourceText({ source }: Run): string {
  switch (source.type) {
    case 'model':
      return source.address === undefined ? source.label : `${source.label} at ${source.address}`;
    case 'recorded':
      return 'Recorded answers';
    case 'answers':
      return `Answers of ${source.label}`;
    case 'file':
      return `${source.withoutAnswers ? 'Verdicts' : 'Answers'} of ${source.name}`;
  }
}

/** Returns why a run cannot have more samples, and the remedy; null when it can. */
export function noMoreSamples({ source }: Run): string | null {
  switch (source.type) {
    case 'model':
      return null;
    case 'recorded':
      return 'The answers of this run are recorded: there are no more.';
    case 'answers':
      return `This run judges the answers of ${source.label}. Request more samples there and regrade them.`;
    case 'file':
      return `The ${source.withoutAnswers ? 'verdicts' : 'answers'} come from ${source.name}. Import a file with more samples.`;
  }
}

/** Returns why a run cannot be judged again, and the remedy; null when it can. */
export function noRegrade(run: Run): string | null {
  return isWithoutAnswers(run)
    ? 'The file of this run has verdicts and no answers, so they cannot be judged again. Import the samples that were graded.'
    : null;
}

/** Returns why a run has stopped; null when there is nothing to report. */
export function stopReason(end: PipelineEnd | null): string | null {
  switch (end?.type) {
    case 'halted':
      return end.why.trim();
    case 'spent':
      return `The budget is spent: ${end.budget}. Raise it under Settings and resume the run.`;
    case 'paused':
      return 'Paused.';
    case 'stopped':
      return 'Stopped. Requests in flight are repeated when you resume the run.';
    default:
      return null;
  }
}

/** Returns the reason for a verdict in one line; '' if there is none. */
export function reasonText(row: RunRow): string {
  const { failure, judged } = row;
  if (failure !== null) return failure;
  if (judged === null) return '';
  const { verdict, error, firstFailed, firstFailure } = judged;
  if (error !== null) return error;
  if (firstFailure === undefined || verdict !== 'wrong-answer')
    return firstFailed === null ? '' : `test ${firstFailed + 1}`;
  const { expected, got } = firstFailure;
  const lineOf = (text: string | null): string =>
    text === null || text.trim() === '' ? 'nothing' : text.trim().replaceAll('\n', ' ⏎ ');
  return `test ${firstFailed! + 1}: expected ${lineOf(expected)}, got ${lineOf(got)}`;
}

/** Returns the name of the state of a sample (`SampleEnd`), or of a difference from the verdict in its file. */
export function endName(end: string): string {
  if (end === 'failed') return 'Failed';
  if (end === 'waiting') return 'Not judged yet';
  if (end === 'only-here') return 'Passed here only';
  if (end === 'only-there') return 'Passed in the file only';
  return Object.hasOwn(VERDICT_WORDS, end) ? VERDICT_WORDS[end as SubmissionVerdict].word : end;
}

/** Formats a time as `2026-11-26 19:28`. */
export function dayText(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ');
}
