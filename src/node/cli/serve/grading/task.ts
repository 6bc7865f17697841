/** A task for the grader, and its outcome. */
import type { ScriptRun } from '../../../../domain/script-run.ts';
import type { JudgeReport } from '../../../../domain/verdict.ts';
import type { PageJob } from '../../../../judge/protocol/driver-page.ts';

/** A submission to judge by a profile, or a script to run. */
export type Task = Extract<PageJob, { task: 'judge' | 'xray' | 'run' }>;

export type Outcome =
  | { readonly type: 'judged'; readonly report: JudgeReport; readonly reward: number }
  | { readonly type: 'ran'; readonly run: Extract<ScriptRun, { type: 'ran' }> }
  | Unjudged;

/** The judge failed: the worth of the program is not known. */
export interface Unjudged {
  readonly type: 'unjudged';
  /** In one sentence. */
  readonly reason: string;
  /** The same task may be judged when it is asked again. */
  readonly isTransient: boolean;
  /** As far as the judge came; null where it did not begin. */
  readonly report: JudgeReport | null;
}

export function unjudged(reason: string, isTransient = true, report: JudgeReport | null = null): Unjudged {
  return { type: 'unjudged', reason, isTransient, report };
}

/** Null where the judge failed. */
export function rewardOf(outcome: Outcome): number | null {
  return outcome.type === 'judged' ? outcome.reward : null;
}
