/** What passes between the command line and the page it drives; all of it plain JSON. */
import type { Restores } from './frame-worker.ts';
import type { Problem } from '../../domain/problem.ts';
import type { Submission } from '../../domain/submission.ts';
import type { JudgeReport, Reward, SubmissionVerdict } from '../../domain/verdict.ts';

export interface DriverSession {
  /** Programs judged at once, ≥ 1. */
  readonly workers: number;
  readonly restores: Restores;
}

export interface DriverJob {
  readonly index: number;
  readonly problem: Problem;
  readonly submission: Submission;
  /** Judge by one profile, or hold under all of them. */
  readonly task: 'judge' | 'xray';
  readonly options: {
    readonly stopAtFirstFailure: boolean;
    /** Name of the profile whose rules decide. */
    readonly profile: string;
    /** Replaces every problem's own limit when given, in seconds. */
    readonly timeLimitSeconds?: number;
  };
}

/** One answer under one profile. */
export interface XrayLine {
  readonly profile: string;
  /** The block that was taken, as offsets into the answer; null for a program, and where none was found. */
  readonly block: { readonly start: number; readonly end: number } | null;
  readonly verdict: SubmissionVerdict;
  readonly reward: Reward;
  readonly testsRun: number;
  readonly testsPassed: number;
  readonly testsTotal: number;
  /** As in the report; 1 when nothing ran. */
  readonly timeFactor: number;
  /** Why the reward is not the standard profile's; null where it is. */
  readonly cause: {
    readonly choices: readonly string[];
    readonly says: string;
    readonly source: string;
  } | null;
}

/** Said before a reply: a test of this job is run again, alone, as soon as nothing else is to be done. */
export interface RunAgain {
  readonly index: number;
}

export type PageReply =
  | { readonly index: number; readonly report: JudgeReport }
  | { readonly index: number; readonly lines: readonly XrayLine[] };
