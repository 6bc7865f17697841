/** Words of the page of runs. */
import { percentRange } from '../../../base/number-words.ts';
import { onlyPassed, type Run, type RunRow } from '../../../domain/run.ts';
import { VERDICT_WORDS, type SubmissionVerdict } from '../../../domain/verdict.ts';
import type { Interval } from '../../../runs/figures/bootstrap.ts';
import type { RunGroup } from '../../../runs/figures/run-groups.ts';
import type { PipelineEnd } from '../../../runs/pipeline/pipeline.ts';
import { redrawnWords } from '../../../runs/figures/redraws.ts';
import type { RunPart } from '../state/runs-view.ts';

export const PART_WORDS: Readonly<Record<RunPart, string>> = {
  figures: 'Figures',
  samples: 'Samples',
  time: 'Time',
  settings: 'Settings',
};

export const GROUP_WORDS: Readonly<Record<RunGroup, string>> = {
  difficulty: 'Difficulty',
  source: 'Source',
  month: 'Month',
  mode: 'Mode',
};

/** `21.2 to 25.7 %`; '' without an interval. */
export function intervalWords(interval: Interval | null): string {
  return interval === null ? '' : percentRange(interval);
}

/** Names the source of a run's answers. */
export function sourceWords({ source }: Pick<Run, 'source'>): string {
  switch (source.type) {
    case 'model':
      return source.address === undefined ? source.label : `${source.label} at ${source.address}`;
    case 'recorded':
      return 'Recorded answers';
    case 'answers':
      return `Answers of ${source.label}`;
    case 'file':
      return `Answers of ${source.name}`;
  }
}

/** Reason why a run cannot have more samples, and the remedy; null when it can. */
export function noMoreWords({ source }: Pick<Run, 'source'>): string | null {
  switch (source.type) {
    case 'model':
      return null;
    case 'recorded':
      return 'The answers of this run are recorded: there are no more.';
    case 'answers':
      return `This run judges the answers of ${source.label}. Request more samples there and regrade them.`;
    case 'file':
      return `The answers come from ${source.name}. Import a file with more samples.`;
  }
}

/** Reason why a run has stopped; null when there is nothing to report. */
export function endWords(end: PipelineEnd | null): string | null {
  switch (end?.type) {
    case 'halted':
      return `${end.message} ${end.remedy}`.trim();
    case 'spent':
      return `The budget is spent: ${end.what}. Raise it under Settings and resume the run.`;
    case 'paused':
      return 'Paused.';
    case 'stopped':
      return 'Stopped. Requests in flight are repeated when you resume the run.';
    default:
      return null;
  }
}

/** State of a sample. `failed`: it has no answer; `waiting`: it has an answer and no verdict. */
export type SampleEnd = SubmissionVerdict | 'failed' | 'waiting';

export function endOf({ failure, judged }: RunRow): SampleEnd {
  if (failure !== null) return 'failed';
  return judged?.verdict ?? 'waiting';
}

/** Whether a sample has a verdict other than accepted, or no answer. */
export function isFailure({ failure, judged }: RunRow): boolean {
  return failure !== null || (judged !== null && judged.verdict !== 'accepted');
}

/** Reason for a verdict in one line; '' where there is none. */
export function reasonWords(row: RunRow): string {
  const { failure, judged } = row;
  if (failure !== null) return failure;
  if (judged === null) return '';
  const { verdict, error, firstFailed, firstFailure } = judged;
  if (error !== null) return error;
  if (firstFailure === undefined || verdict !== 'wrong-answer')
    return firstFailed === null ? '' : `test ${firstFailed + 1}`;
  const { expected, got } = firstFailure;
  const line = (text: string | null): string =>
    text === null || text.trim() === '' ? 'nothing' : text.trim().replaceAll('\n', ' ⏎ ');
  return `test ${firstFailed! + 1}: expected ${line(expected)}, got ${line(got)}`;
}

/** The mark of a sample that was asked again, and the reason for its verdict, in one line. */
export function noteWords(row: RunRow): string {
  const difference = differenceOf(row);
  return [row.redrawn && redrawnWords(row.redrawn), difference && endName(difference), reasonWords(row)]
    .filter(Boolean)
    .join(': ');
}

/** Samples on which the verdict here and that of their file differ, as filters name them. */
export const DIFFERING = ['only-here', 'only-there'] as const;

/** Null for one on which they agree, or that has only one of them. */
export function differenceOf(row: RunRow): (typeof DIFFERING)[number] | null {
  const alone = onlyPassed(row);
  return alone && `only-${alone}`;
}

export function endName(end: string): string {
  if (end === 'failed') return 'Failed';
  if (end === 'waiting') return 'Not judged yet';
  if (end === 'only-here') return 'Passed here only';
  if (end === 'only-there') return 'Passed in the file only';
  return Object.hasOwn(VERDICT_WORDS, end) ? VERDICT_WORDS[end as SubmissionVerdict].word : end;
}

export function dayWords(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ');
}
