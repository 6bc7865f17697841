/**
 * A grader as plain data: five small choices. Public graders differ in each of them, so the same answer can earn 1
 * from one grader and 0 from another.
 */
import type { Execution, PythonRule } from './execution.ts';
import type { ComparerName } from '../compare/comparers.ts';
import type { ExtractorName } from './extractors.ts';
import type { ScoreRule } from './scores.ts';
import type { Selection } from './selection.ts';

export interface Choices {
  readonly extract: ExtractorName;
  readonly select: Selection;
  readonly execute: {
    readonly how: Execution;
    /** Seconds that a test may run; null for the problem's own limit. */
    readonly timeLimitSeconds: number | null;
    /** The version of Python whose features are accepted. */
    readonly python: PythonRule;
  };
  readonly compare: ComparerName;
  readonly score: ScoreRule;
}

export interface Profile extends Choices {
  /** Named in every verdict, export and link. The name of a custom profile lists its choices. */
  readonly name: string;
  readonly title: string;
  /**
   * Whether this grader grades answers to any prompt. False for rules that exist only for teaching, and for graders
   * that need their own prompt. Comparisons of graders leave those out.
   */
  readonly grades: boolean;
  /** Whether the report has the result codes of rLLM and LiveCodeBench: true, −2, −3, −4. */
  readonly codes: boolean;
}

export type Choice = keyof Choices;
export const CHOICES: readonly Choice[] = ['extract', 'select', 'execute', 'compare', 'score'];

/** Whether two profiles have the same value for this choice. */
export function sameChoice(one: Profile, other: Profile, choice: Choice): boolean {
  return JSON.stringify(one[choice]) === JSON.stringify(other[choice]);
}

/** Returns the seconds of native Python that each test may run: the profile's own limit, or else the problem's. */
export function timeLimitOf(
  { execute }: Profile,
  { timeLimitSeconds }: { readonly timeLimitSeconds: number },
): number {
  return execute.timeLimitSeconds ?? timeLimitSeconds;
}
