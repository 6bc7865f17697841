/** What was judged, on which tests, with what result: as it is shown and stored. */
import type { JudgeReport } from './verdict.ts';

/** What was judged. */
export type ReportOrigin = 'program' | 'answer';

export type TestScope = 'all' | 'public';

export interface Judgement {
  readonly report: JudgeReport;
  readonly origin: ReportOrigin;
  readonly scope: TestScope;
  readonly milliseconds: number;
}
