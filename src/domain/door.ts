/** What passes between the command line and the page it drives; all of it plain JSON. */
import type { Problem } from './problem.ts';
import type { Sample } from './sample.ts';
import type { JudgeReport } from './verdict.ts';

export interface DoorSession {
  /** Programs judged at once, ≥ 1. */
  readonly workers: number;
}

export interface DoorJob extends Pick<Sample, 'content' | 'finishReason'> {
  readonly index: number;
  readonly problem: Problem;
  readonly options: {
    readonly stopAtFirstFailure: boolean;
    /** Replaces every problem's own limit when given, in seconds. */
    readonly timeLimitSeconds?: number;
  };
}

export interface DoorReply {
  readonly index: number;
  readonly report: JudgeReport;
}
