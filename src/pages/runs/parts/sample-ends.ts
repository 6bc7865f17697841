/** States of the samples of a run, as lists and filters name them. */
import { onlyPassed, type RunRow } from '../../../domain/run.ts';
import type { SubmissionVerdict } from '../../../domain/verdict.ts';
import { redrawnWords } from '../../../runs/words/redraws.ts';
import { endName, reasonText } from '../words/shared.ts';

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

/** Samples on which the verdict here and that of their file differ, as filters name them. */
export const DIFFERING = ['only-here', 'only-there'] as const;

/** Null for one on which they agree, or that has only one of them. */
export function differenceOf(row: RunRow): (typeof DIFFERING)[number] | null {
  const alone = onlyPassed(row);
  return alone && `only-${alone}`;
}

/** The mark of a sample that was asked again, and the reason for its verdict, in one line. */
export function noteOf(row: RunRow): string {
  const difference = differenceOf(row);
  return [row.redrawn && redrawnWords(row.redrawn), difference && endName(difference), reasonText(row)]
    .filter(Boolean)
    .join(': ');
}
