/** A report with its submission and its tests, in the form that is shown and stored. */
import { TextHasher, textHash } from '../base/text-hash.ts';
import { taskYielder } from '../base/pause.ts';
import { rawText } from './completion.ts';
import type { Problem } from './problem.ts';
import type { FailingInput } from './strength.ts';
import type { Submission, SubmissionKind } from './submission.ts';
import type { JudgeReport } from './verdict.ts';

export type TestScope = 'all' | 'public';

/** Hashes of the judged problem and submission, so that a verdict is never shown for a different one. */
export interface JudgedTexts {
  /** Hash of everything in the problem that a verdict can depend on. */
  readonly problem: number;
  /** Hash of the program, or of the whole answer. */
  readonly submission: number;
}

export interface Judgement {
  readonly report: JudgeReport;
  readonly kind: SubmissionKind;
  readonly scope: TestScope;
  /** The text of the judged program, which may have changed since; missing in verdicts of earlier versions. */
  readonly program?: string;
  /** Hashes of the judged texts; missing in verdicts of earlier versions. */
  readonly texts?: JudgedTexts;
  /** Milliseconds between the request and the verdict. */
  readonly milliseconds: number;
  /** The part of these milliseconds before an interpreter accepted the program; missing if nothing ran. */
  readonly waitedMilliseconds?: number;
  /** The last counterexample of the judged program; missing if none was found. */
  readonly counterexample?: FailingInput;
}

/** The last verdicts on a problem: one for the model's answer and one for the user's program. */
export type Judgements = { readonly [Kind in SubmissionKind]?: Judgement };

export function judgedTexts(problem: Problem, submission: Submission): JudgedTexts {
  return { problem: problemHash(problem), submission: submissionHash(submission) };
}

/**
 * Whether a judgement still applies: false if its problem has changed since, for example by a new import of its
 * set.
 */
export function stillFits({ report, texts }: Judgement, problem: Problem): boolean {
  if (report.testsTotal !== problem.tests.length) return false;
  return texts === undefined || texts.problem === problemHash(problem);
}

/** Whether a judgement belongs to exactly this submission; null if unknown. */
export function isOn({ texts }: Judgement, submission: Submission): boolean | null {
  return texts === undefined ? null : texts.submission === submissionHash(submission);
}

function submissionHash(submission: Submission): number {
  if (submission.kind === 'program') return textHash([submission.code]);
  const { completion } = submission;
  // The finish reason is hashed too, because an answer that was cut off is judged by other rules.
  return textHash([rawText(completion), completion.finishReason ?? '']);
}

/**
 * The hashes of problems. They are cached, because a problem may have megabytes of tests. They stay valid, because
 * problem objects never change.
 */
const hashes = new WeakMap<Problem, number>();

/** Number of characters that are hashed without a pause. */
const CHUNK_CHARACTERS = 100_000;

/**
 * Computes a problem's hash in short tasks, so that other work on the thread continues. Later calls of
 * `problemHash` return it immediately. Hashing tests of ten megabytes in one task would block a page for a third of
 * a second.
 */
export async function prepareHash(problem: Problem): Promise<void> {
  if (hashes.has(problem)) return;
  const hasher = new TextHasher();
  const takeTurns = taskYielder();
  for (const text of whatCounts(problem)) {
    for (let from = 0; from < text.length; from += CHUNK_CHARACTERS) {
      hasher.add(text, from, Math.min(text.length, from + CHUNK_CHARACTERS));
      await takeTurns();
    }
    hasher.end();
  }
  hashes.set(problem, hasher.value);
}

/** Returns a hash of everything in a problem that a verdict can depend on. */
export function problemHash(problem: Problem): number {
  const cachedHash = hashes.get(problem);
  if (cachedHash !== undefined) return cachedHash;
  const hash = textHash(whatCounts(problem));
  hashes.set(problem, hash);
  return hash;
}

function* whatCounts(problem: Problem): Iterable<string> {
  const { mode, functionName, preamble, check, checker, publicTests, tests } = problem;
  const { timeLimitSeconds, memoryLimitMb } = problem;
  yield JSON.stringify([mode, functionName, preamble, check, checker, publicTests]);
  yield JSON.stringify([timeLimitSeconds, memoryLimitMb]);
  for (const { input, output } of tests) {
    yield input;
    yield output;
  }
}
