/**
 * A grader as plain data: five small choices. Public graders differ in each of them, so the same answer earns
 * 1 under one and 0 under another.
 */
import type { Execution } from './execution.ts';
import type { ComparerName } from './comparers.ts';
import type { PythonRule } from './execution.ts';
import type { ExtractorName } from './extractors.ts';
import type { ScoreRule } from './scores.ts';
import type { Selection } from './selection.ts';

export interface Profile {
  /** Named in every verdict, export and link; a custom profile's name spells out its choices. */
  readonly name: string;
  readonly title: string;
  readonly extract: ExtractorName;
  readonly select: Selection;
  readonly execute: {
    readonly how: Execution;
    /** Seconds a test may run; null leaves it to the problem. */
    readonly timeLimitSeconds: number | null;
    /** The version of Python that counts. */
    readonly python: PythonRule;
  };
  readonly compare: ComparerName;
  readonly score: ScoreRule;
  /**
   * Answers to any prompt are graded by it; false for rules that only teach, and for those that need a prompt of their own:
   * these are not counted where graders agree or part.
   */
  readonly grades: boolean;
  /** Whether the report carries result codes: rLLM's and LiveCodeBench's true, −2, −3, −4. */
  readonly codes: boolean;
}

export const CHOICES = ['extract', 'select', 'execute', 'compare', 'score'] as const;
export type Choice = (typeof CHOICES)[number];

/** Whether two profiles choose alike in this respect. */
export function sameChoice(one: Profile, other: Profile, choice: Choice): boolean {
  return JSON.stringify(one[choice]) === JSON.stringify(other[choice]);
}
