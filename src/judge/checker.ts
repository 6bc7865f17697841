/**
 * A problem's own checker: Python in the manner of testlib, run with the paths of input, output and answer,
 * leaving with status 0 for a right output, 1 for a wrong one, 2 for one in the wrong form, and any other for a
 * fault of its own. It runs in an interpreter of its own, after the submission and never beside it.
 */
import type { TestCase } from '../domain/problem.ts';
import type { TestResult } from '../domain/verdict.ts';
import CHECKER_HOST from './checker-host.py?raw';
import { parseTagged, showValue } from './compare/value-text.ts';
import { scriptOf, type Runner, type TestOutcome } from './runner.ts';
import type { TestEnd } from './test-verdict.ts';

export interface Checking {
  /** Its Python. */
  readonly checker: string;
  /** The problem's, by their index. */
  readonly tests: readonly TestCase[];
  readonly signal: AbortSignal;
  readonly urgent: boolean;
}

/** A test that the submission is done with. */
export interface RunTest {
  /** `accepted` here means no more than that the submission came to its own end: the checker rules on the rest. */
  readonly result: TestResult;
  readonly outcome: TestEnd;
}

const RIGHT = 0;
const WRONG = [1, 2] as readonly number[];
const LIMITS = { timeSeconds: 10, memoryMb: 512, outputBytes: 1 << 20 };
const MOST_CHARACTERS = 8 << 20;

/** The final results of the tests that were run, in their order; those that failed already stay as they are. */
export async function checked(
  runner: Runner,
  runs: readonly RunTest[],
  checking: Checking,
): Promise<readonly TestResult[]> {
  const rulings = await rulingsOn(runner, runs.filter(isOpen), checking);
  let next = 0;
  return runs.map((run) => (isOpen(run) ? ruledOn(run.result, rulings[next++]) : run.result));
}

function isOpen({ result }: RunTest): boolean {
  return result.verdict === 'accepted';
}

/** What the checker's runs came to, one each; short where it did not get so far. */
async function rulingsOn(
  runner: Runner,
  runs: readonly RunTest[],
  { checker, tests, signal, urgent }: Checking,
): Promise<readonly TestOutcome[]> {
  const outcomes: TestOutcome[] = [];
  if (runs.length === 0) return outcomes;
  const tasks = runs.map(({ result, outcome }) => {
    const { input, output } = tests[result.index]!;
    return JSON.stringify({ checker, input, output: textOf(outcome), answer: output });
  });
  const session = await runner.open(scriptOf(CHECKER_HOST), LIMITS, { signal, urgent, alone: false });
  if (session.loaded.type === 'loaded') {
    await session.run(tasks, 0, (place, outcome) => (outcomes[place] = outcome));
  }
  session.close();
  return outcomes;
}

/** What the submission gave, as the checker reads it: a value as Python would show it; '' for what is no UTF-8. */
function textOf(outcome: TestEnd): string {
  if (outcome.type === 'exited') return outcome.stdout ?? '';
  const value = outcome.type === 'returned' ? parseTagged(outcome.value) : null;
  return value === null ? '' : showValue(value, MOST_CHARACTERS);
}

function ruledOn(result: TestResult, outcome: TestOutcome | undefined): TestResult {
  const ruling = outcome?.type === 'exited' ? readRuling(outcome.stdout) : null;
  if (ruling?.status === RIGHT) return result;
  if (ruling !== null && WRONG.includes(ruling.status)) {
    const said = ruling.said.trim();
    const reason = said === '' ? 'the checker refused it' : `the checker said: ${said}`;
    return { ...result, verdict: 'wrong-answer', difference: { kind: 'unreadable', reason } };
  }
  const why =
    ruling === null ? 'gave no ruling' : `failed: ${ruling.said.trim() || `status ${ruling.status}`}`;
  const error = { name: '', message: `the problem's checker ${why}`, traceback: '' };
  return { ...result, verdict: 'judge-error', error };
}

function readRuling(stdout: string | null): { status: number; said: string } | null {
  try {
    const ruling = JSON.parse(stdout ?? '') as { status?: unknown; said?: unknown };
    const { status, said } = ruling;
    return typeof status === 'number' && typeof said === 'string' ? { status, said } : null;
  } catch {
    return null;
  }
}
