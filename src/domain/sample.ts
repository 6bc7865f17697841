/** One of n answers for a problem, as it appears in a file of samples. */
import type { Problem } from './problem.ts';
import type { Redraw } from './redraw.ts';
import type { Submission } from './submission.ts';

export interface Sample {
  readonly problemId: string;
  /** The set of its problem; null if the file does not name it. */
  readonly set: string | null;
  readonly id: string;
  readonly submission: Submission | Continuation;
  /** The tokens that the model wrote, with probabilities; missing if the file has none. */
  readonly tokens?: readonly TokenChance[];
  /** Whether it passed according to its source; missing if the file does not report it. */
  readonly passedElsewhere?: boolean;
  /** Missing if its answer was requested once, or if the file does not report it. */
  readonly redrawn?: Redraw;
}

/** A token, and its probability when it was generated. */
export interface TokenChance {
  readonly text: string;
  /** From 0 to 1. */
  readonly probability: number;
}

/** A continuation of the starter code, as HumanEval expects it. */
export interface Continuation {
  readonly kind: 'continuation';
  readonly text: string;
}

export function submissionOf({ submission }: Sample, problem: Problem): Submission {
  if (submission.kind !== 'continuation') return submission;
  return { kind: 'program', code: beginningOf(problem) + submission.text };
}

/** Returns the code to continue. HumanEval's prompts are code themselves; statements of scripts are not. */
function beginningOf({ starterCode, prompt, mode }: Problem): string {
  return starterCode !== '' || mode === 'stdin' ? starterCode : prompt;
}
