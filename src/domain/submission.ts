/** The input to the judge. */
import type { Completion, Redraw } from './completion.ts';
import type { Problem } from './problem.ts';
import type { ProgramError, TestVerdict } from './verdict.ts';

export type Submission =
  | { readonly kind: 'program'; readonly code: string }
  /** A model's whole answer. The program is extracted from it by the rules of a profile. */
  | { readonly kind: 'completion'; readonly completion: Completion };

export type SubmissionKind = Submission['kind'];

/** The fields that identify a sample in its file or its run. */
export interface SampleName {
  readonly problemId: string;
  readonly id: string;
}

/** Returns a string that is unique to each sample. Both ids may contain any character, so no separator is safe. */
export function sampleKey({ problemId, id }: SampleName): string {
  return JSON.stringify([problemId, id]);
}

/** One of n answers for a problem, in the form of a file of samples. */
export interface Sample extends SampleName {
  /** The set of its problem; null if the file does not name it. */
  readonly set: string | null;
  readonly submission: Submission | Continuation;
  /** The tokens that the model wrote, with probabilities; missing if the file has none. */
  readonly tokens?: readonly TokenChance[];
  /** Whether the sample passed according to its source; missing if the file does not report it. */
  readonly passedElsewhere?: boolean;
  /**
   * The token limits of both requests; missing if the answer was requested once, or if the file does not
   * report it.
   */
  readonly redrawn?: Redraw;
}

/** A token, and its probability when it was generated. */
export interface TokenChance {
  readonly text: string;
  /** The probability, from 0 to 1. */
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

/** The reason why the user's text is not a program yet. */
export type Nothing = 'empty' | 'comments' | 'starter';

/**
 * Returns null for a program that can be judged. Code is not a program if it is empty, has only comments, or equals
 * the starter code.
 */
export function nothingToJudge(code: string, starter: string): Nothing | null {
  const lines = code.split(/\r?\n/).map((line) => line.trim());
  if (lines.every((line) => line === '')) return 'empty';
  if (withoutOuterBlanks(code) === withoutOuterBlanks(starter)) return 'starter';
  return lines.every((line) => line === '' || line.startsWith('#')) ? 'comments' : null;
}

function withoutOuterBlanks(code: string): string {
  return code.replace(/[^\S\n]+$/gm, '').trim();
}

/** A script that is run once on one input to show its output. It gets no verdict and no reward. */
export interface Script {
  readonly code: string;
  readonly input: string;
  readonly timeLimitSeconds: number;
  readonly memoryLimitMb: number;
}

export type ScriptRun =
  | {
      readonly type: 'ran';
      /** The whole output if the script exited with status 0, else its beginning; null if it is not UTF-8. */
      readonly stdout: string | null;
      readonly stderr: string;
      /** The reason why the script did not exit with status 0; null if it did. */
      readonly failure: Exclude<TestVerdict, 'accepted' | 'wrong-answer' | 'not-run' | 'judge-error'> | null;
      readonly error: ProgramError | null;
      /** Running time in milliseconds; null if the script did not end by itself, or if nothing ran. */
      readonly milliseconds: number | null;
    }
  /** The judge failed or was stopped, so the result of the script is unknown. */
  | { readonly type: 'judge-error'; readonly message: string };

/** Many small call-mode programs, judged by the standard profile. */
export interface Batch {
  readonly problems: readonly Problem[];
  readonly programs: readonly BatchProgram[];
}

export interface BatchProgram {
  /** Index of the program's problem in `problems`. */
  readonly problem: number;
  readonly code: string;
  /** Whether to count the tests that pass. If false, the result only says whether all of them pass. */
  readonly eachTest: boolean;
}

export interface BatchResult {
  /**
   * The number of tests passed. If it is only known that not all tests passed, this is any number below the total.
   * Null if the judge itself failed.
   */
  readonly passed: number | null;
  readonly testsRun: number;
}
