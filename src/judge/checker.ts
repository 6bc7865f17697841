/**
 * A problem's own checker: Python in the manner of testlib, run with the paths of input, output and answer,
 * leaving with status 0 for a right output, 1 for a wrong one, 2 for one in the wrong form, and any other for a
 * fault of its own. It runs in an interpreter of its own, after the submission and never beside it.
 */
import type { TestCase } from '../domain/problem.ts';
import type { TestResult } from '../domain/verdict.ts';
import CHECKER_HOST from './checker-host.py?raw';
import { parseTagged, showValue } from './compare/value-text.ts';
import { withNativeFlags, type NativeDifferences } from './python/native-differences.ts';
import { runTests } from './run-tests.ts';
import { scriptOf, type Runner } from './runner.ts';
import type { TestEnd } from './test-verdict.ts';

export interface Checking {
  /** Its Python. */
  readonly checker: string;
  /** The problem's, by their index. */
  readonly tests: readonly TestCase[];
  readonly signal: AbortSignal;
  readonly urgent: boolean;
  /** See `Ending`. */
  readonly differences?: NativeDifferences | null;
}

/** A test that the submission is done with. */
export interface CheckedTest {
  /** `accepted` here means no more than that the submission came to its own end: the checker rules on the rest. */
  readonly result: TestResult;
  readonly outcome: TestEnd;
}

const RIGHT = 0;
const WRONG = [1, 2] as readonly number[];
const LIMITS = { timeSeconds: 10, memoryMb: 512, outputBytes: 1 << 20 };
const MOST_CHARACTERS = 64 << 20;

/** The final results of the tests that were run, in their order; those that failed already stay as they are. */
export async function checked(
  runner: Runner,
  runs: readonly CheckedTest[],
  { checker, tests, signal, urgent, differences = null }: Checking,
): Promise<readonly TestResult[]> {
  const open = runs.filter(isOpen);
  const ruled: TestResult[] = [];
  await runTests(runner, {
    program: scriptOf(CHECKER_HOST),
    limits: LIMITS,
    inputs: open.map(({ result, outcome }) => {
      const { input, output } = tests[result.index]!;
      return JSON.stringify({ checker, input, output: textOf(outcome), answer: output });
    }),
    stopsEarly: false,
    signal,
    urgent,
    onEnd: (position, { outcome }) => {
      const run = open[position]!;
      const { outcome: given } = run;
      const isLimited = 'browserLimit' in given && given.browserLimit === true;
      const texts = () => [tests[run.result.index]!.output, textOf(given)] as const;
      const result = withNativeFlags(ruledOn(run.result, outcome), isLimited, differences, texts);
      ruled.push(result);
      // A fault of the checker's decides nothing yet: what follows it is looked at as closely.
      return result.verdict !== 'wrong-answer';
    },
  });
  let next = 0;
  return runs.map((run) => (isOpen(run) ? (ruled[next++] ?? ruledOn(run.result, undefined)) : run.result));
}

function isOpen({ result }: CheckedTest): boolean {
  return result.verdict === 'accepted';
}

/**
 * Returns the submission's output as the checker reads it: a value as Python would show it; '' for an output that is
 * no UTF-8.
 */
function textOf(outcome: TestEnd): string {
  if (outcome.type === 'exited') return outcome.stdout ?? '';
  const value = outcome.type === 'returned' ? parseTagged(outcome.value) : null;
  return value === null ? '' : showValue(value, MOST_CHARACTERS);
}

function ruledOn(result: TestResult, end: TestEnd | undefined): TestResult {
  const ruling = end?.type === 'exited' ? readRuling(end.stdout) : null;
  if (ruling?.status === RIGHT) return result;
  if (ruling !== null && WRONG.includes(ruling.status)) {
    const message = ruling.said.trim();
    const reason = message === '' ? 'the checker refused it' : `the checker said: ${message}`;
    return { ...result, verdict: 'wrong-answer', difference: { kind: 'unreadable', reason } };
  }
  const message =
    ruling === null
      ? `the problem's checker gave no ruling${causeOf(end)}`
      : `the problem's checker failed: ${ruling.said.trim() || `status ${ruling.status}`}`;
  return { ...result, verdict: 'judge-error', error: { name: '', message, traceback: '' } };
}

/** The end of a sentence: what ended the checker, if it did not end by itself. */
function causeOf(end: TestEnd | undefined): string {
  const memory = `: it needs more than ${LIMITS.memoryMb} MB`;
  switch (end?.type) {
    case 'timed-out':
      return `: it did not end within ${LIMITS.timeSeconds} s`;
    case 'sandbox-died':
      return end.unbegun ? ': the sandbox died before it began' : memory;
    case 'memory-exceeded':
      return memory;
    case 'lost':
      return `: ${end.cause}`;
    case 'raised':
    case 'syntax-error':
      return `: ${end.error.name}: ${end.error.message}`;
    default:
      return '';
  }
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
