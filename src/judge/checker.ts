/**
 * Runs the problem's own checker, a Python script with the interface of testlib. It receives the paths of the input,
 * the output and the answer. It exits with status 0 for a right output, 1 for a wrong one, 2 for a malformed one, and
 * any other status if the checker itself fails. It runs in a separate interpreter, after the submission has finished.
 */
import type { TestCase } from '../domain/problem.ts';
import type { TestResult } from '../domain/verdict.ts';
import CHECKER_HOST from './checker-host.py?raw';
import { parseTagged, showValue } from './compare/value-text.ts';
import { withNativeFlags, type NativeDifferences } from './python/native-differences.ts';
import { runTests } from './run-tests.ts';
import { scriptOf, type Runner, type TestOutcome } from './runner.ts';

export interface Checking {
  /** The Python source of the checker. */
  readonly checker: string;
  /** The problem's tests, by index. */
  readonly tests: readonly TestCase[];
  readonly signal: AbortSignal;
  readonly urgent: boolean;
  /** The differences from native Python that the program may show; null or missing if there are none. */
  readonly differences?: NativeDifferences | null;
}

/** A test that the submission has finished. */
export interface CheckedTest {
  /** `accepted` means only that the submission ended normally. The checker decides the verdict. */
  readonly result: TestResult;
  readonly outcome: TestOutcome;
}

const RIGHT_STATUS = 0;
const WRONG_STATUSES = [1, 2] as readonly number[];
const LIMITS = { timeSeconds: 10, memoryMb: 512, outputBytes: 1 << 20 };
const MOST_CHARACTERS = 64 << 20;

/**
 * Returns the final results of the tests that ran, in order. Tests that already failed keep their results.
 */
export async function withCheckerRulings(
  runner: Runner,
  runs: readonly CheckedTest[],
  { checker, tests, signal, urgent, differences = null }: Checking,
): Promise<readonly TestResult[]> {
  const uncheckedRuns = runs.filter(isOpen);
  const checkedResults: TestResult[] = [];
  await runTests(runner, {
    program: scriptOf(CHECKER_HOST),
    limits: LIMITS,
    inputs: uncheckedRuns.map(({ result, outcome }) => {
      const { input, output } = tests[result.index]!;
      return JSON.stringify({ checker, input, output: textOf(outcome), answer: output });
    }),
    stopsEarly: false,
    signal,
    urgent,
    onEnd: (position, { outcome }) => {
      const run = uncheckedRuns[position]!;
      const { outcome: testEnd } = run;
      const isLimited = 'browserLimit' in testEnd && testEnd.browserLimit === true;
      const texts = () => [tests[run.result.index]!.output, textOf(testEnd)] as const;
      const result = withNativeFlags(withRuling(run.result, outcome), isLimited, differences, texts);
      checkedResults.push(result);
      // A fault of the checker is not a failed test: later tests are still retried.
      return result.verdict !== 'wrong-answer';
    },
  });
  let nextPosition = 0;
  return runs.map((run) =>
    isOpen(run) ? (checkedResults[nextPosition++] ?? withRuling(run.result, undefined)) : run.result,
  );
}

function isOpen({ result }: CheckedTest): boolean {
  return result.verdict === 'accepted';
}

/**
 * Returns the submission's output as the checker reads it: a value as its Python repr, or '' for an output that is
 * not UTF-8.
 */
function textOf(outcome: TestOutcome): string {
  if (outcome.type === 'exited') return outcome.stdout ?? '';
  const value = outcome.type === 'returned' ? parseTagged(outcome.value) : null;
  return value === null ? '' : showValue(value, MOST_CHARACTERS);
}

function withRuling(result: TestResult, end: TestOutcome | undefined): TestResult {
  const ruling = end?.type === 'exited' ? readRuling(end.stdout) : null;
  if (ruling?.status === RIGHT_STATUS) return result;
  if (ruling !== null && WRONG_STATUSES.includes(ruling.status)) {
    const message = ruling.said.trim();
    const reason = message === '' ? 'the checker refused it' : `the checker said: ${message}`;
    return { ...result, verdict: 'wrong-answer', difference: { kind: 'unreadable', reason } };
  }
  const message =
    ruling === null
      ? `the problem's checker gave no ruling${terminationCause(end)}`
      : `the problem's checker failed: ${ruling.said.trim() || `status ${ruling.status}`}`;
  return { ...result, verdict: 'judge-error', error: { name: '', message, traceback: '' } };
}

/** Returns the end of a message that says why the checker was terminated; '' if it ended by itself. */
function terminationCause(end: TestOutcome | undefined): string {
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
