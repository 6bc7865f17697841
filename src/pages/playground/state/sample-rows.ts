/** Samples of a file, each beside the problem of this page that it is for, and what came of it. */
import { nextTask } from '../../../base/next-task.ts';
import { suggestion } from '../../../base/suggestion.ts';
import type { PlacedSample } from '../../../datasets/sample-file.ts';
import type { VerdictRow } from '../../../datasets/verdict-row.ts';
import type { ProblemRef } from '../../../domain/problem-ref.ts';
import type { Sample } from '../../../domain/sample.ts';
import type { SampleVerdict } from '../../../domain/verdict.ts';
import type { ProblemsState } from '../../../common/problems/state/problems-state.svelte.ts';
import { unknownProblem } from '../words/samples.ts';

export interface SampleRow {
  /** In the file, from 1. */
  readonly line: number;
  readonly sample: Sample;
  /** Null when the sample names no problem of this device. */
  readonly ref: ProblemRef | null;
  /** Title of the problem; its id when it is not on this device. */
  readonly title: string;
  /** Null until it is judged. */
  readonly verdict: VerdictRow | null;
}

/** Lookups in the problems of this device. */
export type KnownProblems = Pick<ProblemsState, 'listed' | 'find' | 'named'>;

export function rowOf({ line, sample }: PlacedSample, problems: KnownProblems): SampleRow {
  const { problemId: id, set } = sample;
  const ref = problems.named({ problem: id, in: set });
  const title = ref === null ? id : (problems.find(ref)?.summary.title ?? id);
  return { line, sample, ref, title, verdict: null };
}

/**
 * Most unknown names for which a similar name is sought. Each search takes time, and many wrong names are not typing
 * errors.
 */
const MOST_SUGGESTIONS = 20;

/** Why rows have no problem: a sentence for each, with the id that may have been meant. In the order of `rows`. */
export async function reasonsOf(
  rows: readonly SampleRow[],
  problems: KnownProblems,
): Promise<readonly string[]> {
  const said = new Map<string, string>();
  const reasons: string[] = [];
  for (const { sample } of rows) {
    const { problemId: id, set } = sample;
    const key = JSON.stringify([set, id]);
    let reason = said.get(key);
    if (reason === undefined) {
      const otherSet = problems.named({ problem: id, in: null })?.set ?? null;
      const near =
        otherSet === null && said.size < MOST_SUGGESTIONS ? suggestion(id, idsOf(problems, set)) : null;
      reason = unknownProblem({ id, set, otherSet, near });
      said.set(key, reason);
      await nextTask();
    }
    reasons.push(reason);
  }
  return reasons;
}

/** Those of the set, where the page has it. */
function idsOf({ listed }: KnownProblems, set: string | null): readonly string[] {
  const inSet = listed.filter((problem) => problem.set === set);
  return (inSet.length > 0 ? inSet : listed).map(({ summary }) => summary.id);
}

export interface SampleFigures {
  readonly judged: number;
  /** Rows by verdict, in the order of their numbers. */
  readonly counts: readonly (readonly [verdict: SampleVerdict, count: number])[];
  /** Mean of the rows that have a reward; null when there are none. */
  readonly meanReward: number | null;
  readonly rewarded: number;
  /** Number of judged rows whose file has a verdict, too. */
  readonly compared: number;
  readonly agreed: number;
}

/** Summarises the verdicts so far. A verdict without a reward counts neither as a pass nor as a failure. */
export function figuresOf(rows: readonly SampleRow[]): SampleFigures {
  const counts = new Map<SampleVerdict, number>();
  let judged = 0;
  let rewarded = 0;
  let sum = 0;
  let compared = 0;
  let agreed = 0;
  for (const { verdict } of rows) {
    if (verdict === null) continue;
    counts.set(verdict.verdict, (counts.get(verdict.verdict) ?? 0) + 1);
    if (verdict.verdict !== 'unknown-problem') judged += 1;
    if (verdict.reward === null) continue;
    rewarded += 1;
    sum += verdict.reward;
    if (verdict.passed_elsewhere === undefined) continue;
    compared += 1;
    if (!differs(verdict)) agreed += 1;
  }
  return {
    judged,
    counts: [...counts].sort(([, one], [, other]) => other - one),
    meanReward: rewarded === 0 ? null : sum / rewarded,
    rewarded,
    compared,
    agreed,
  };
}

/** Whether the verdict here differs from the one in the file. */
export function differs({
  reward,
  passed_elsewhere,
}: Pick<VerdictRow, 'reward' | 'passed_elsewhere'>): boolean {
  return reward !== null && passed_elsewhere !== undefined && passed_elsewhere !== (reward === 1);
}
