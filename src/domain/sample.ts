/** One of n answers for a problem, as it stands in a file of samples. */
import type { Problem } from './problem.ts';
import type { Redraw } from './redraw.ts';
import type { Submission } from './submission.ts';

export interface Sample {
  readonly problemId: string;
  /** The set that its problem is in, where it says. */
  readonly set: string | null;
  readonly id: string;
  readonly submission: Submission | Continuation;
  /** The tokens that the model wrote, with probabilities; missing if the file has none. */
  readonly tokens?: readonly TokenChance[];
  /** Whether it passed where it comes from; missing where its file does not say. */
  readonly passedElsewhere?: boolean;
  /** Missing where its answer was asked once, or its file does not say. */
  readonly redrawn?: Redraw;
}

/** A token, and the probability it had when it was written. */
export interface TokenChance {
  readonly text: string;
  /** From 0 to 1. */
  readonly probability: number;
}

/** The continuation of the starter code, in the manner of HumanEval. */
export interface Continuation {
  readonly kind: 'continuation';
  readonly text: string;
}

export function submissionOf({ submission }: Sample, problem: Problem): Submission {
  if (submission.kind !== 'continuation') return submission;
  return { kind: 'program', code: beginningOf(problem) + submission.text };
}

/** The starter code; HumanEval's prompts are code themselves, statements of scripts are not. */
function beginningOf({ starterCode, prompt, mode }: Problem): string {
  return starterCode !== '' || mode === 'stdin' ? starterCode : prompt;
}
