/** The audit of a training run: the rewards of each rollout, and the reason of each disagreement. */
import type { Problem, TestCase } from './problem.ts';
import type { SubmissionVerdict } from './verdict.ts';

/** Each reason with a clause that describes the rows: "programs that …", or "rewards that …". */
export const AUDIT_REASONS = {
  extraction: 'depend on the part of the answer that their grader takes as the program',
  comparison: 'depend on the way in which their grader compares outputs',
  'first-tests': 'count only some of the tests',
  score: 'pay for a share of the tests',
  execution: 'depend on the way in which their grader runs a program',
  time: 'depend on a time limit, or on the speed of a machine',
  'early-exit': 'exit before they have a result',
  'patched-output': 'change what compares or reports their output',
  'printed-expected-outputs': 'print expected outputs of their tests without reading the input',
  'hard-coded': 'are right on the inputs of their tests and wrong on most others',
  'weak-tests': 'are wrong on inputs that the tests leave out',
  'reads-what-it-must-not': 'read expected outputs that they must not see',
  'grader-failure': 'were failures of the grader',
  unexplained: 'have no explanation yet',
} as const;
export type AuditReason = keyof typeof AUDIT_REASONS;

/** Reasons that are a fault of the program, and not of a rule. */
export const HACKS: readonly AuditReason[] = [
  'early-exit',
  'patched-output',
  'printed-expected-outputs',
  'hard-coded',
  'reads-what-it-must-not',
];

export interface AuditedRollout {
  readonly completion: string;
  readonly isTruncated: boolean | null;
  /** As the trainer recorded it; null if it did not. */
  readonly reward: number | null;
}

/** Rollouts of one prompt in one step. */
export interface AuditGroup {
  readonly problem: Problem;
  readonly rollouts: readonly AuditedRollout[];
  /** Programs from outside of the run that are said to solve the problem. */
  readonly solutions: readonly string[];
  /** Accepted programs of earlier groups of the problem. */
  readonly accepted: readonly string[];
  /** Tests that an earlier group of the problem made; null if there are none. */
  readonly heldOut: readonly TestCase[] | null;
}

export interface AuditedGroup {
  /** In the order of the rollouts. */
  readonly findings: readonly AuditFinding[];
  /** Distinct programs of the group that pass all tests by the standard rules. */
  readonly accepted: readonly string[];
  readonly heldOut: readonly TestCase[] | null;
}

/** The result of one profile. */
export interface AuditReward {
  /** Null if the judge failed. */
  readonly reward: number | null;
  readonly verdict: SubmissionVerdict;
  /** As in a report: the grader itself pays 1, because it trusts the program's own comparison. */
  readonly original?: 1;
}

/** The judgement of one rollout. */
export interface AuditFinding {
  /** By the rules of the trainer's grader; null if they were not named. */
  readonly as: AuditReward | null;
  readonly standard: AuditReward;
  /** New inputs that the program was run on, and those on which it was right; null without a test or an accepted program. */
  readonly stronger: { readonly passed: number; readonly total: number } | null;
  /** Null if the recorded reward is that of the standard rules, and the program passes the new tests, too. */
  readonly reason: AuditReason | null;
  /** One or two sentences: the observation; null without a reason. */
  readonly evidence: string | null;
}

/** Returns a reward as the audit compares it: penalties below 0 count as 0, and bonuses above 1 as 1. */
export function comparedReward(reward: number): number {
  return Math.min(1, Math.max(0, reward));
}

/** A row of the audit, as JSON. */
export interface AuditRow extends Omit<AuditFinding, 'standard'> {
  /** The step and the place, as in `180/3`. */
  readonly sample_id: string;
  readonly step: number;
  readonly place: number;
  /** File and line of the rollout. */
  readonly source: string;
  readonly group: string;
  /** Null for a rollout without a problem. */
  readonly problem_id: string | null;
  /** The recorded reward; null if it is missing or no number. */
  readonly reward: number | null;
  /** Null for a rollout without a problem. */
  readonly standard: AuditReward | null;
  readonly truncated: boolean | null;
  /** Characters of the completion. */
  readonly characters: number;
  /** Why nothing was judged, or what the judge failed on; null otherwise. A row on which the judge failed is made again. */
  readonly error: string | null;
}

/** An audit as it is stored in the browser. Its rows are stored apart. */
export interface Audit {
  readonly id: string;
  /** The name of the run: that of its folder. */
  readonly name: string;
  /** Date in ISO format. */
  readonly made: string;
  /** Null until its files have been read. */
  readonly trainer: string | null;
  /** The name of the profile of the trainer's grader; null if it is unknown. */
  readonly profile: string | null;
  /** The reward to audit; null for the only one. */
  readonly rewardName: string | null;
  /** The stored set with the problems of its rollouts; null for none. */
  readonly set: string | null;
  /** Of all rollouts with their problems; '' until they have been read. */
  readonly hash: string;
  /** Number of rollouts. */
  readonly total: number;
  readonly done: number;
  /** Notes about the files, one sentence each. */
  readonly notes: readonly string[];
}
