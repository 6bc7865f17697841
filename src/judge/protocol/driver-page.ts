/** The messages between the command line and the page it drives; all of it plain JSON. */
import type { Problem } from '../../domain/problem.ts';
import type { Submission } from '../../domain/submission.ts';
import type { JudgeReport, Reward, SubmissionVerdict } from '../../domain/verdict.ts';

export interface DriverSession {
  /** Programs judged at once, ≥ 1. */
  readonly workers: number;
  /** The work is not known beforehand: it comes in batches, each when the one before is judged. */
  readonly inBatches?: true;
}

/** Many small programs of call mode, which the standard profile judges. */
export interface DriverBatch {
  readonly problems: readonly Problem[];
  readonly programs: readonly BatchProgram[];
}

export interface BatchProgram {
  /** Its place among the problems. */
  readonly problem: number;
  readonly code: string;
  /** Count the tests that pass; else it is only found out whether all do. */
  readonly eachTest: boolean;
}

export interface BatchResult {
  /** Tests passed, 0 where it is only known that not all do; null where the judge itself failed. */
  readonly passed: number | null;
  /** Tests it was run on. */
  readonly testsRun: number;
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
    /** For an X-ray: names of those to hold beside the standard one; all known ones unless given. */
    readonly profiles?: readonly string[];
    /** Replaces every problem's own limit when given, in seconds. */
    readonly timeLimitSeconds?: number;
    /** By which limits are stretched; unless given, by what the machine was measured to need. */
    readonly timeFactor?: number;
    /** Whether time-outs that may be the machine's fault are retried; true unless given. */
    readonly retries?: boolean;
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

/** Said before a reply: a test of this job is retried. */
export interface Retry {
  readonly index: number;
}

export type PageReply =
  | { readonly index: number; readonly report: JudgeReport }
  | { readonly index: number; readonly lines: readonly XrayLine[] };
