/** A task for the grader, and its outcome. */
import type { ScriptRun } from '../../../../domain/submission.ts';
import type { JudgeReport } from '../../../../domain/verdict.ts';
import type { PageOutcome, PageJob } from '../../../../judge/protocol/driver-page.ts';

/** A submission to judge with a profile, or a script to run. */
export type GradingTask = Extract<PageJob, { task: 'judge' | 'xray' | 'run' }>;

export type GradingOutcome =
  | { readonly type: 'judged'; readonly report: JudgeReport; readonly reward: number }
  | { readonly type: 'ran'; readonly run: Extract<ScriptRun, { type: 'ran' }> }
  | Unjudged;

/** The judge failed, so the reward of the program is not known. */
export interface Unjudged {
  readonly type: 'unjudged';
  /** The reason, as a message. */
  readonly reason: string;
  /** Whether a retry of the same task may succeed. */
  readonly isTransient: boolean;
  /** The incomplete report; null if the judge did not begin. */
  readonly report: JudgeReport | null;
}

export function unjudgedOutcome(
  reason: string,
  isTransient = true,
  report: JudgeReport | null = null,
): Unjudged {
  return { type: 'unjudged', reason, isTransient, report };
}

/** Returns null if the judge failed. */
export function rewardOf(outcome: GradingOutcome): number | null {
  return outcome.type === 'judged' ? outcome.reward : null;
}

export function outcomeOf(ended: PageOutcome): GradingOutcome {
  if (ended.task === 'run') {
    const { run } = ended;
    return run.type === 'ran' ? { type: 'ran', run } : unjudgedOutcome(run.message, false);
  }
  if (ended.task !== 'judge') throw new Error('the page answered a task with something else');
  const report = slimReport(ended.report);
  const { reward, error } = report;
  if (reward !== null) return { type: 'judged', report, reward };
  return unjudgedOutcome(error ?? 'the judge failed', false, report);
}

/** Drops the output of programs, because no response contains it and a batch would need gigabytes. */
function slimReport(report: JudgeReport): JudgeReport {
  const withoutOutput = { got: null, stderr: '', error: null, difference: null };
  return { ...report, tests: report.tests.map((test) => ({ ...test, ...withoutOutput })) };
}

/** Returns the outcome of a task, from the report of a task with equal tests and an equal submission. */
export function judgedOutcome(task: GradingTask, report: JudgeReport): GradingOutcome {
  const { problem } = task as Extract<GradingTask, { problem: unknown }>;
  return { type: 'judged', report: { ...report, problemId: problem.id }, reward: report.reward! };
}
