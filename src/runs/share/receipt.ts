/**
 * A verdict receipt: one answer, its verdict, and everything that another person needs to reach the same verdict in
 * another browser. Hashes name the problem, the tests and the answer, so that a difference can be named. A receipt is
 * evidence only when it is verified: anyone can write a file.
 */
import { canonicalJson, sha256 } from '../../base/sha256.ts';
import { taskYielder } from '../../base/pause.ts';
import type { Problem } from '../../domain/problem.ts';
import { runTests } from '../../domain/run.ts';
import type { Redraw } from '../../domain/completion.ts';
import type { Submission } from '../../domain/submission.ts';
import type { JudgeReport } from '../../domain/verdict.ts';
import {
  RECEIPT_FORMAT,
  RECEIPT_VERSION,
  receiptParts,
  type Receipt,
  type ReceiptSubmission,
  type ReceiptVerdict,
} from './receipt-shape.ts';

export interface ReceiptFacts {
  /** The set that contains the problem. */
  readonly set: string;
  readonly problem: Problem;
  readonly submission: Submission;
  readonly judged: ReceiptVerdict;
  /** Missing if the sample was requested only once. */
  readonly redrawn?: Redraw;
  readonly engine: string;
  /** ISO 8601. */
  readonly made: string;
}

/** Maximum number of characters of a problem's tests for which a receipt includes the problem by default. */
const MOST_CONTAINED = 4_000_000;

/**
 * @param includesProblem whether to include the problem. Default: true if its tests have at most `MOST_CONTAINED`
 *   characters.
 * @throws NoHashing
 */
export async function makeReceipt(
  { set, problem, submission, judged, redrawn, engine, made }: ReceiptFacts,
  includesProblem = charactersOf(problem) <= MOST_CONTAINED,
): Promise<Receipt> {
  const receiptAnswer = receiptSubmission(submission);
  const receiptFields = receiptParts({ problem, judged });
  const unsealed: Omit<Receipt, 'seal'> = {
    format: RECEIPT_FORMAT,
    version: RECEIPT_VERSION,
    made,
    engine,
    problem: {
      set,
      id: problem.id,
      sha256: await problemSha256(problem),
      testsSha256: await testsSha256(problem),
      whole: includesProblem ? receiptFields.problem : null,
    },
    answer: { sha256: await answerSha256(receiptAnswer), submission: receiptAnswer },
    judged: receiptFields.judged,
    ...(redrawn && { redrawn }),
  };
  return { ...unsealed, seal: await sealOf(unsealed) };
}

export function receiptVerdict(report: JudgeReport): ReceiptVerdict {
  const { profile, verdict, reward, testsTotal, testsRun, testsPassed, firstFailed } = report;
  return {
    ...{ profile, verdict, reward, testsTotal, testsRun, testsPassed, firstFailed },
    tests: runTests(report.tests),
    error: report.error,
    flags: report.flags,
    timeFactor: report.timeFactor,
  };
}

export interface CheckedReceipt {
  /** The problem to judge again; null if neither the receipt nor the caller supplies it. */
  readonly problem: Problem | null;
  readonly submission: Submission;
  /** Empty if all contents match the hashes. */
  readonly differences: readonly ReceiptDifference[];
}

export interface ReceiptDifference {
  readonly part: 'receipt' | 'problem' | 'tests' | 'answer';
  readonly fault: string;
}

/**
 * Compares the contents of a receipt with its hashes.
 * @param suppliedParts the problem of this browser, and an answer other than the receipt's own
 * @throws NoHashing
 */
export async function checkReceipt(
  receipt: Receipt,
  suppliedParts: { readonly problem?: Problem; readonly answer?: Submission } = {},
): Promise<CheckedReceipt> {
  const { problem: receiptProblem, answer } = receipt;
  const differences: ReceiptDifference[] = [];
  const add = (part: ReceiptDifference['part'], fault: string): number => differences.push({ part, fault });
  const { seal, ...unsealed } = receipt;
  if ((await sealOf(unsealed)) !== seal)
    add('receipt', 'The receipt was changed after it was made: its seal does not fit.');
  const problem = suppliedParts.problem ?? receiptProblem.whole;
  const place = suppliedParts.problem === undefined ? 'in the receipt' : 'here';
  if (problem === null)
    add(
      'problem',
      `The problem ${receiptProblem.id} is not in the receipt: import the set ${receiptProblem.set}, and check again.`,
    );
  else {
    if ((await problemSha256(problem)) !== receiptProblem.sha256)
      add('problem', `The problem ${place} is not the one that was judged.`);
    if ((await testsSha256(problem)) !== receiptProblem.testsSha256)
      add('tests', `The tests ${place} are not those that were judged by.`);
  }
  if ((await answerSha256(answer.submission)) !== answer.sha256)
    add('answer', 'The answer in the receipt is not the one that was judged.');
  else if (
    suppliedParts.answer !== undefined &&
    (await answerSha256(receiptSubmission(suppliedParts.answer))) !== answer.sha256
  )
    add('answer', 'The answer here is not the one that was judged.');
  return { problem, submission: suppliedParts.answer ?? submissionOf(answer.submission), differences };
}

export interface VerdictDifference {
  readonly field: 'profile' | 'verdict' | 'reward' | 'tests' | 'test' | 'flags';
  readonly then: string;
  readonly now: string;
  /** Index of the test, from 0; null if the difference does not concern one test. */
  readonly test: number | null;
  /** Whether a time limit caused the difference, so that another machine may differ. */
  readonly isTiming: boolean;
}

/**
 * Returns the differences of a second judging; empty if both agree. Times are not compared. A test counts if it ran
 * both times, because the number of tests that run after the reward is decided varies.
 */
export function compareVerdict(
  receipt: Receipt,
  secondVerdict: ReceiptVerdict,
): readonly VerdictDifference[] {
  const firstVerdict = receipt.judged;
  const differences: VerdictDifference[] = [];
  const isTimed =
    firstVerdict.verdict === 'time-limit-exceeded' || secondVerdict.verdict === 'time-limit-exceeded';
  const compare = (
    field: VerdictDifference['field'],
    values: readonly [then: unknown, now: unknown],
    timing = isTimed,
  ): void => {
    const [one, other] = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
    if (one !== other) differences.push({ field, then: one!, now: other!, test: null, isTiming: timing });
  };
  compare('profile', [firstVerdict.profile, secondVerdict.profile], false);
  compare('verdict', [firstVerdict.verdict, secondVerdict.verdict]);
  compare('reward', [firstVerdict.reward, secondVerdict.reward]);
  compare('tests', [firstVerdict.testsTotal, secondVerdict.testsTotal], false);
  for (const [test, { verdict }] of firstVerdict.tests.entries()) {
    const newVerdict = secondVerdict.tests[test]?.verdict ?? 'not-run';
    if (verdict === newVerdict || verdict === 'not-run' || newVerdict === 'not-run') continue;
    const timing = verdict === 'time-limit-exceeded' || newVerdict === 'time-limit-exceeded';
    differences.push({ field: 'test', then: verdict, now: newVerdict, test, isTiming: timing });
  }
  compare('flags', [lastingFlags(firstVerdict), lastingFlags(secondVerdict)]);
  return differences;
}

/**
 * Returns the flags that can be compared. `undisturbed` is omitted, because it describes the moment of judging and not
 * the program.
 */
function lastingFlags({ flags }: ReceiptVerdict): string {
  return flags
    .filter((flag) => flag !== 'undisturbed')
    .toSorted()
    .join(' ');
}

/**
 * Hashes the question and everything that a verdict depends on except the tests; not the title, nor the fields that a
 * list groups by.
 */
export function problemSha256(problem: Problem): Promise<string> {
  const { id, prompt, mode, functionName, starterCode, preamble, check, checker } = problem;
  const { publicTests, timeLimitSeconds, memoryLimitMb } = problem;
  return sha256(
    canonicalJson({
      ...{ id, prompt, mode, functionName, starterCode, preamble, check, checker },
      ...{ publicTests, timeLimitSeconds, memoryLimitMb },
    }),
  );
}

/** Hashes tests one by one: together they may be hundreds of megabytes. */
export async function testsSha256({ tests }: Problem): Promise<string> {
  const takeTurns = taskYielder();
  const hashes: string[] = [];
  for (const { input, output } of tests) {
    hashes.push(await sha256(canonicalJson({ input, output })));
    await takeTurns();
  }
  return sha256(hashes.join('\n'));
}

function answerSha256(submission: ReceiptSubmission): Promise<string> {
  return sha256(canonicalJson(submission));
}

function sealOf(unsealed: Omit<Receipt, 'seal'>): Promise<string> {
  return sha256(canonicalJson(unsealed));
}

/** Returns the submission without its number of tokens. */
function receiptSubmission(submission: Submission): ReceiptSubmission {
  if (submission.kind === 'program') return { kind: 'program', code: submission.code };
  const { reasoning, reasoningOpen, text, finishReason } = submission.completion;
  return { kind: 'completion', reasoning, reasoningOpen, text, finishReason };
}

function submissionOf(submission: ReceiptSubmission): Submission {
  if (submission.kind === 'program') return submission;
  const { reasoning, reasoningOpen, text, finishReason } = submission;
  return { kind: 'completion', completion: { reasoning, reasoningOpen, text, finishReason, usage: null } };
}

function charactersOf({ tests }: Problem): number {
  return tests.reduce((sum, { input, output }) => sum + input.length + output.length, 0);
}
