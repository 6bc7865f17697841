/**
 * Judges samples again: to create or verify a receipt, to show the output of a failed test (runs store verdicts without
 * outputs), and with the rules of every grader.
 */
import { errorMessage } from '../../../base/error-message.ts';
import { submissionIn, type Answer } from '../../../domain/answer.ts';
import type { Run, RunRow, RunSampleKey } from '../../../domain/run.ts';
import type { JudgePort } from '../../../judge/judge.ts';
import { findProfile } from '../../../judge/profiles/custom.ts';
import {
  checkReceipt,
  compareVerdict,
  makeReceipt,
  receiptVerdict,
  type ReceiptDifference,
  type VerdictDifference,
} from '../../../runs/share/receipt.ts';
import { readReceipt, type Receipt, type ReceiptVerdict } from '../../../runs/share/receipt-shape.ts';
import type { OpenedProblem, ProblemsState } from '../../../common/problems/state/problems-state.svelte.ts';
import type { RunState } from './run.svelte.ts';
import type { Problem } from '../../../domain/problem.ts';
import type { TestResult } from '../../../domain/verdict.ts';
import { keepsState } from '../../../judge/profiles/execution.ts';
import { XrayState } from '../../../common/xray/xray-state.svelte.ts';

export interface CheckedAgain {
  readonly receipt: Receipt;
  /** Differences between the contents of the receipt and its hashes; empty if there are none. */
  readonly differences: readonly ReceiptDifference[];
  /** The new verdict; null if the answer could not be judged again, with the reason in `why`. */
  readonly newVerdict: ReceiptVerdict | null;
  readonly why: string | null;
  /** Differences between the two verdicts; empty if there are none. */
  readonly verdicts: readonly VerdictDifference[];
}

export type ReceiptCheck =
  { readonly ok: true; readonly checked: CheckedAgain } | { readonly ok: false; readonly message: string };

/**
 * Returns the content of a receipt file.
 * @throws Error with a message for the user if it cannot be created
 */
export async function receiptOf(
  runState: RunState,
  row: RunRow,
  { problem, ref }: OpenedProblem,
  engine: string,
): Promise<string> {
  const storedAnswer = await runState.answer(row);
  const submission = storedAnswer && submissionIn(storedAnswer);
  if (submission === null || row.judged === null) throw new Error('the sample has no answer and verdict');
  const judgedRow = { ...row.judged, profile: runState.run.profile, tests: [...(await runState.tests(row))] };
  const receipt = await makeReceipt({
    set: ref.set,
    problem,
    submission,
    judged: judgedRow,
    ...(row.redrawn && { redrawn: row.redrawn }),
    engine,
    made: new Date().toISOString(),
  });
  return `${JSON.stringify(receipt, null, 1)}\n`;
}

/**
 * Verifies a receipt: compares its contents with its hashes and with this browser's problem, and judges its answer
 * again.
 * @param openProblem opens the problem of the receipt in this browser; null if it is missing
 */
export async function checkReceiptFile(
  text: string,
  name: string,
  openProblem: (set: string, id: string) => Promise<OpenedProblem | null>,
  judge: JudgePort,
  signal: AbortSignal,
): Promise<ReceiptCheck> {
  const receiptReading = readReceipt(text, name);
  if (!receiptReading.ok) return { ok: false, message: receiptReading.fault };
  const { receipt } = receiptReading;
  try {
    const { set, id, whole } = receipt.problem;
    // If the receipt contains the whole problem, that problem is used. Otherwise, this browser's problem is used.
    const localProblem = whole === null ? await openProblem(set, id).catch(() => null) : null;
    const { problem, submission, differences } = await checkReceipt(
      receipt,
      localProblem === null ? {} : { problem: localProblem.problem },
    );
    const notJudged = (why: string): ReceiptCheck => ({
      ok: true,
      checked: { receipt, differences, newVerdict: null, why, verdicts: [] },
    });
    const profile = findProfile(receipt.judged.profile);
    if (problem === null) return notJudged('its problem is not here');
    if (profile === null) return notJudged('this page has no such rules');
    const options = { signal, tests: 'all', stopAtFirstFailure: true, profile, urgent: false } as const;
    const report = await judge.judge(problem, submission, options);
    if (report.verdict === 'judge-error')
      return notJudged(`the judge failed: ${report.error ?? 'it does not say why'}`);
    const secondVerdict = receiptVerdict(report);
    const verdicts = compareVerdict(receipt, secondVerdict);
    return { ok: true, checked: { receipt, differences, newVerdict: secondVerdict, why: null, verdicts } };
  } catch (error) {
    return { ok: false, message: errorMessage(error) };
  }
}

export function receiptName(run: Run, { id, sample }: RunRow): string {
  const safeName = `${run.name}-${id}-${sample}`.replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 100);
  return `${safeName}.receipt.json`;
}

/** The second execution of one test. */
export interface RunAgain {
  readonly problem: Problem;
  /** The new result. A test near its time limit, or of a program with random numbers, may pass this time. */
  readonly result: TestResult;
  /** Whether the tests of the run see state that earlier tests left behind. Here, the test ran alone. */
  readonly seesEarlier: boolean;
}

/**
 * Runs one test of a problem on an answer, by the rules of its run.
 * @param index index of the test, starting at 0
 * @throws Error with a clause for the user if the test cannot be run
 */
export async function runTestAgain(
  { profile: name }: Run,
  problem: Problem,
  answer: Answer,
  index: number,
  judge: JudgePort,
  signal: AbortSignal,
): Promise<RunAgain> {
  const [submission, profile, test] = [submissionIn(answer), findProfile(name), problem.tests[index]];
  if (submission === null || profile === null) throw new Error('there is no answer, or there are no rules');
  if (test === undefined) throw new Error(`the problem has no test ${index + 1} any more`);
  const oneTestProblem = { ...problem, tests: [test], publicTests: index < problem.publicTests ? 1 : 0 };
  const report = await judge.judge(oneTestProblem, submission, {
    signal,
    tests: 'all',
    stopAtFirstFailure: true,
    profile,
  });
  const [result] = report.tests;
  if (result === undefined || report.flags.includes('stopped'))
    throw new Error(report.error ?? 'it was stopped');
  return {
    problem,
    result: { ...result, index },
    seesEarlier: keepsState(profile.execute.how, problem.mode),
  };
}

/** A sample of a run, judged by the rules of every grader. */
export class SampleXray {
  readonly #problems: Pick<ProblemsState, 'open'>;
  readonly rays: XrayState;
  #callNumber = 0;
  /** Message that says why the sample has no X-ray, or null if it has one. */
  trouble = $state<string | null>(null);

  constructor(dependencies: { readonly judge: JudgePort; readonly problems: Pick<ProblemsState, 'open'> }) {
    this.#problems = dependencies.problems;
    this.rays = new XrayState(dependencies.judge);
  }

  async take(run: Run, { set, id }: RunSampleKey, answer: Answer): Promise<void> {
    this.clear();
    const callNumber = this.#callNumber;
    const submission = submissionIn(answer);
    const openedProblem = await this.#problems.open({ set, id }).catch(() => null);
    // The dialog has been closed in the meantime.
    if (callNumber !== this.#callNumber) return;
    if (openedProblem === null) this.trouble = `The problem of the sample could not be opened: ${id}.`;
    else if (submission === null) this.trouble = 'The sample has no answer to judge.';
    else await this.rays.run(openedProblem.problem, submission, findProfile(run.profile) ?? undefined);
  }

  clear(): void {
    this.#callNumber += 1;
    this.trouble = null;
    this.rays.clear();
  }
}
