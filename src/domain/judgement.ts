/** What was judged, on which tests, with what result: as it is shown and stored. */
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
