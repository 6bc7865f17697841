/** Receipts of verdicts: one made of a sample, one checked and judged again. */
import { errorMessage } from '../../../base/error-message.ts';
import { submissionIn } from '../../../domain/answer.ts';
import type { Run, RunRow } from '../../../domain/run.ts';
import type { JudgePort } from '../../../judge/judge.ts';
import { findProfile } from '../../../judge/profiles/custom.ts';
import { fileFaultText } from '../../../runs/codes/file-fault.ts';
import {
  checkReceipt,
  compareVerdict,
  makeReceipt,
  receiptVerdict,
  type ReceiptDifference,
  type VerdictDifference,
} from '../../../runs/share/receipt.ts';
import { readReceipt, type Receipt, type ReceiptVerdict } from '../../../runs/share/receipt-shape.ts';
import type { OpenedProblem } from '../../../common/problems/state/problems-state.svelte.ts';
import type { RunState } from './run-state.svelte.ts';
import * as words from '../words/state.ts';

export interface CheckedAgain {
  readonly receipt: Receipt;
  /** Differences between the contents of the receipt and its hashes; empty for none. */
  readonly differences: readonly ReceiptDifference[];
  /** The new verdict; null when the answer could not be judged again, for the reason in `why`. */
  readonly again: ReceiptVerdict | null;
  readonly why: string | null;
  /** Differences between the two verdicts; empty for none. */
  readonly verdicts: readonly VerdictDifference[];
}

export type ReceiptCheck =
  { readonly ok: true; readonly checked: CheckedAgain } | { readonly ok: false; readonly message: string };

/** Returns the text of the file. @throws Error, with a sentence for the user, when it cannot be made */
export async function receiptOf(
  opened: Pick<RunState, 'run' | 'answer' | 'tests'>,
  row: RunRow,
  { problem, ref }: OpenedProblem,
  engine: string,
): Promise<string> {
  const given = await opened.answer(row);
  const submission = given && submissionIn(given);
  if (submission === null || row.judged === null) throw new Error(words.noVerdict);
  const judged = { ...row.judged, profile: opened.run.profile, tests: [...(await opened.tests(row))] };
  const receipt = await makeReceipt({
    set: ref.set,
    problem,
    submission,
    judged,
    ...(row.redrawn && { redrawn: row.redrawn }),
    engine,
    made: new Date().toISOString(),
  });
  return `${JSON.stringify(receipt, null, 1)}\n`;
}

/**
 * Reads a receipt, checks it against itself and against this browser's problem, and judges its answer again.
 * @param named finds the problem of the receipt in this browser; null when it is missing
 */
export async function checkReceiptFile(
  text: string,
  name: string,
  named: (set: string, id: string) => Promise<OpenedProblem | null>,
  judge: JudgePort,
  signal: AbortSignal,
): Promise<ReceiptCheck> {
  const read = readReceipt(text, name);
  if (!read.ok) return { ok: false, message: fileFaultText(read.fault) };
  const { receipt } = read;
  try {
    const { set, id, whole } = receipt.problem;
    // The receipt's own problem is what its sender judged by; without it, the one that is here.
    const here = whole === null ? await named(set, id).catch(() => null) : null;
    const { problem, submission, differences } = await checkReceipt(
      receipt,
      here === null ? {} : { problem: here.problem },
    );
    const notJudged = (why: string): ReceiptCheck => ({
      ok: true,
      checked: { receipt, differences, again: null, why, verdicts: [] },
    });
    const profile = findProfile(receipt.judged.profile);
    if (problem === null) return notJudged(words.receiptProblemMissing);
    if (profile === null) return notJudged(words.receiptRulesMissing);
    const options = { signal, tests: 'all', stopAtFirstFailure: true, profile, urgent: false } as const;
    const report = await judge.judge(problem, submission, options);
    if (report.verdict === 'judge-error') return notJudged(words.judgeFailed(report.error));
    const again = receiptVerdict(report);
    const verdicts = compareVerdict(receipt, again);
    return { ok: true, checked: { receipt, differences, again, why: null, verdicts } };
  } catch (error) {
    return { ok: false, message: errorMessage(error) };
  }
}

export function receiptName(run: Pick<Run, 'name'>, { id, sample }: Pick<RunRow, 'id' | 'sample'>): string {
  const plain = `${run.name}-${id}-${sample}`.replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 100);
  return `${plain}.receipt.json`;
}
