/** Decides the verdict on one test from what the program did. */
import type { TestCase } from '../domain/problem.ts';
import { notRun, type ProgramError, type TestResult, type TestVerdict } from '../domain/verdict.ts';
import { unequal, type OutputComparison } from './compare/comparers.ts';
import { isFailedCheck } from './first-failure.ts';
import { parseExpected, parseReturned, showValue, type PyValue } from './compare/value-text.ts';
import { withNativeFlags, type NativeDifferences } from './python/native-differences.ts';
import type { AbsentPackage } from './packages/package-index.ts';
import type { Comparer } from './compare/comparisons.ts';
import type { RunFailure, TestOutcome } from './runner.ts';

/** Maximum number of characters of an output that are shown. */
const SHOWN_CHARACTERS = 20_000;
/** Number of characters of a value that are searched for differences in the last digits. */
const READ_CHARACTERS = 1 << 20;

/** The final end of a test, after which no retry follows. */
export interface CountedEnd {
  readonly outcome: TestOutcome;
  /** Null if nothing ran. */
  readonly milliseconds: number | null;
  /** The packages that the program imports and this device lacks. */
  readonly absent: readonly AbsentPackage[];
  /** A time-out that was accepted without a retry, because its evidence shows no other cause. */
  readonly isUndisturbed?: boolean;
  /** A time-out that the user accepted during its retry. */
  readonly isUnconfirmed?: boolean;
}

export interface Ending extends CountedEnd {
  /** Index of the test in the problem. */
  readonly index: number;
  readonly test: TestCase;
  /** The differences from native Python that the program may show. */
  readonly differences?: NativeDifferences | null;
}

/**
 * Returns the verdict of one test. The output of a program that ended normally is compared. Any other end fails the
 * test, whatever was printed. A program that did not load fails its first test. An expected output that is not JSON
 * (call mode) is a fault of the data set: judge-error.
 * @param comparer null if the problem's own checker decides later: a normal end is `accepted` until then
 */
export function testVerdict(
  {
    index,
    test,
    outcome,
    milliseconds,
    absent,
    isUndisturbed = false,
    isUnconfirmed = false,
    differences = null,
  }: Ending,
  comparer: Comparer | null,
): TestResult {
  const stderr = 'stderr' in outcome ? (outcome.stderr ?? '') : '';
  const base = { ...notRun(index), milliseconds, stderr };
  switch (outcome.type) {
    case 'exited': {
      const { stdout } = outcome;
      const got = stdout?.slice(0, SHOWN_CHARACTERS) ?? null;
      const comparison =
        stdout === null
          ? comparer && unreadableComparison('the output is not UTF-8 text')
          : comparer?.text(test.output, stdout);
      const result = { ...base, ...comparisonVerdict(comparison), got };
      const texts = () => [test.output, stdout ?? ''] as const;
      return withNativeFlags(result, outcome.browserLimit === true, differences, texts);
    }
    case 'returned': {
      const expected = parseExpected(test.output);
      if (expected === null)
        return {
          ...base,
          ...judgeFault('the expected value of this test is not JSON: correct the problem file'),
        };
      const returnedValue = parseReturned(outcome.value);
      if (returnedValue === null) return { ...base, ...comparisonVerdict(unreadableComparison('not data')) };
      const { value, liveValue } = returnedValue;
      const got = showValue(value, SHOWN_CHARACTERS);
      const printedText = outcome.stdout?.slice(0, SHOWN_CHARACTERS) ?? '';
      const result = {
        ...base,
        ...comparisonVerdict(comparer?.value(expected, value)),
        got,
        ...(printedText !== '' && { printed: printedText }),
        ...(liveValue !== null &&
          comparer?.value(expected, liveValue).equal === true && { original: true as const }),
      };
      // A tuple at the top of an answer is compared as a list.
      const answer: PyValue = value.kind === 'tuple' ? { kind: 'list', items: value.items } : value;
      const texts = () => [showValue(expected, READ_CHARACTERS), showValue(answer, READ_CHARACTERS)] as const;
      return withNativeFlags(result, outcome.browserLimit === true, differences, texts);
    }
    case 'checked':
      return { ...base, verdict: 'accepted' };
    default: {
      const stdout = 'stdout' in outcome ? outcome.stdout : null;
      const got = stdout ? stdout.slice(0, SHOWN_CHARACTERS) : null;
      // The time of a program that did not end by itself is not a meaningful measurement.
      const isTerminated =
        outcome.type === 'timed-out' || outcome.type === 'sandbox-died' || outcome.type === 'lost';
      const failureResult = failureVerdict(absent, outcome);
      const flags = isUnconfirmed
        ? (['unconfirmed'] as const)
        : isUndisturbed
          ? (['undisturbed'] as const)
          : failureResult.flags;
      return { ...base, ...failureResult, flags, got, milliseconds: isTerminated ? null : milliseconds };
    }
  }
}

/** Returns the end of a test that could not run. */
export function endWithoutRun(outcome: TestOutcome): CountedEnd {
  return { outcome, milliseconds: null, absent: [] };
}

/** Returns the verdict, error and flags of a program that did not end normally. */
function failureVerdict(
  absent: readonly AbsentPackage[],
  failure: RunFailure,
): Pick<TestResult, 'verdict' | 'error' | 'flags'> {
  const verdictOnly = (verdict: TestVerdict) => ({ verdict, error: null, flags: [] });
  switch (failure.type) {
    case 'timed-out':
      return verdictOnly('time-limit-exceeded');
    case 'sandbox-died':
      // This was a retry in which the program ran alone, so the memory of this device is too small for the interpreter.
      if (failure.unbegun) return judgeFault('the sandbox died before the program began');
      return verdictOnly('memory-limit-exceeded');
    case 'memory-exceeded':
      return verdictOnly('memory-limit-exceeded');
    case 'output-exceeded':
      return verdictOnly('output-limit-exceeded');
    case 'syntax-error':
      return { verdict: 'syntax-error', error: failure.error, flags: [] };
    case 'lost':
      return judgeFault(failure.cause);
    case 'raised': {
      const missingEntry = missingPackage(absent, failure.error);
      if (missingEntry !== undefined)
        return judgeFault(`the program needs ${missingEntry.name}: ${missingEntry.why}`);
      const flags = failure.browserLimit ? (['browser-limit'] as const) : [];
      const verdict = isFailedCheck(failure.error) ? 'wrong-answer' : 'runtime-error';
      return { verdict, error: failure.error, flags };
    }
  }
}

/** Whether a test failed because this device lacks a package. */
export function lacksPackage(absent: readonly AbsentPackage[], end: TestOutcome): boolean {
  return absent.length > 0 && end.type === 'raised' && missingPackage(absent, end.error) !== undefined;
}

/**
 * Returns the package whose absence made the program fail. This is the judge's failure, not the model's. Only a
 * package that the source imports by statement can be absent, because a program could raise the exception on
 * purpose.
 */
function missingPackage(absent: readonly AbsentPackage[], error: ProgramError): AbsentPackage | undefined {
  const name = absentName(error);
  return absent.find(({ imports }) => name !== undefined && imports.includes(name));
}

/** Modules that rLLM's prelude imports under a short name, so the program needs no import. */
const PRELUDE_NAMES = new Map([
  ['np', 'numpy'],
  ['pd', 'pandas'],
]);

function absentName({ name, message }: ProgramError): string | undefined {
  if (name === 'ModuleNotFoundError') return /^No module named '([\p{L}_][\p{L}\p{N}_]*)/u.exec(message)?.[1];
  // Python raises this error if `tzdata` is absent. Its message names only the time zone.
  if (name === 'ZoneInfoNotFoundError') return 'tzdata';
  const undefinedName = name === 'NameError' ? /^name '(\w+)' is not defined/.exec(message)?.[1] : undefined;
  return undefinedName === undefined ? undefined : PRELUDE_NAMES.get(undefinedName);
}

function unreadableComparison(reason: string): OutputComparison {
  return unequal({ kind: 'unreadable', reason });
}

/** @param comparison null or missing if the problem's own checker decides */
function comparisonVerdict(comparison?: OutputComparison | null): Pick<TestResult, 'verdict' | 'difference'> {
  return comparison == null || comparison.equal
    ? { verdict: 'accepted', difference: null }
    : { verdict: 'wrong-answer', difference: comparison.difference };
}

function judgeFault(message: string): { verdict: 'judge-error'; error: ProgramError; flags: [] } {
  return { verdict: 'judge-error', error: { name: '', message, traceback: '' }, flags: [] };
}
