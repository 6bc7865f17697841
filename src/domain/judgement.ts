/** What was judged, on which tests, with what result: as it is shown and stored. */
import type { Problem } from './problem.ts';
import type { SubmissionKind } from './submission.ts';
import type { JudgeReport } from './verdict.ts';

export type TestScope = 'all' | 'public';

export interface Judgement {
  readonly report: JudgeReport;
  /** What was judged. */
  readonly kind: SubmissionKind;
  readonly scope: TestScope;
  readonly milliseconds: number;
}

/** A judgement of a problem that has changed since (a set imported again) says nothing about it. */
export function stillFits({ report }: Judgement, { tests }: Problem): boolean {
  return report.testsTotal === tests.length;
}
