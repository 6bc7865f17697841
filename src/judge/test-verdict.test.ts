import { describe, expect, it } from 'vitest';
import { printed, raised, timedOut } from '../../tests/builders/scripted-runner.ts';
import { COMPARISONS, type Comparer } from './compare/comparisons.ts';
import { notRun } from '../domain/verdict.ts';
import type { TestOutcome } from './runner.ts';
import { testVerdict, type Ending } from './test-verdict.ts';

const NOT_HERE = 'it is not on this device. Connect to the internet once, or put f.whl into DIR';
const NUMPY = { name: 'numpy', imports: ['numpy'], why: NOT_HERE };
const YAML = { name: 'pyyaml', imports: ['yaml', '_yaml'], why: NOT_HERE };

function verdictOn(
  outcome: TestOutcome,
  change: Partial<Ending> & { output?: string } = {},
  comparer: Comparer | null = COMPARISONS.lcb,
) {
  const { output = '1', ...otherChanges } = change;
  const test = { input: '', output };
  return testVerdict({ index: 3, test, outcome, milliseconds: 5, absent: [], ...otherChanges }, comparer);
}

const returnedEnd = (value: string): TestOutcome => ({ type: 'returned', value, stderr: '' });
const checkedEnd: TestOutcome = { type: 'checked', stdout: 'said', stderr: 'warned' };
const DIGITS = { digits: true, wideNumbers: false, system: false };
const SYNTAX = { name: 'SyntaxError', message: 'bad', traceback: '' };

describe('a program that ended normally', () => {
  it('is accepted if its output equals the expected one', () => {
    expect(verdictOn(printed('1\n', 'warned'))).toEqual({
      ...notRun(3),
      verdict: 'accepted',
      milliseconds: 5,
      got: '1\n',
      stderr: 'warned',
    });
  });

  it('is wrong with the place of the difference', () => {
    expect(verdictOn(printed('1\n3'), { output: '1\n2' })).toMatchObject({
      verdict: 'wrong-answer',
      difference: { kind: 'line', line: 1, token: 0 },
    });
  });

  it('is compared by the selected rule', () => {
    expect(verdictOn(printed('1 '), {}, COMPARISONS.exact).verdict).toBe('wrong-answer');
    expect(verdictOn(printed('1 '), {}, COMPARISONS.tokens).verdict).toBe('accepted');
  });

  it.each(Object.entries(COMPARISONS))('is wrong by the rule %s where it printed no text', (_, comparer) => {
    for (const output of ['', '5', 'null'])
      expect(verdictOn(printed(null), { output }, comparer)).toMatchObject({
        verdict: 'wrong-answer',
        got: null,
        difference: { kind: 'unreadable' },
      });
  });

  it.for([
    ['0.5463024898437905', '0.5463024898437906', ['last-digits']],
    ['0.5463024898437905', '0.54630249', []],
    ['0.5463024898437905', '0.5463024898437905 1', []],
  ] as const)('is flagged where %s came out as %s: %o', ([output, got, flags]) => {
    expect(verdictOn(printed(got), { output, differences: DIGITS })).toMatchObject({
      verdict: 'wrong-answer',
      flags,
    });
    // Without a mathematical function in the program, the answer is wrong, however few digits differ.
    expect(verdictOn(printed(got), { output })).toMatchObject({ verdict: 'wrong-answer', flags: [] });
  });

  it('is flagged if a returned value differs in last digits, with a tuple as a list', () => {
    const flagsOf = (value: string, digits = true) =>
      verdictOn(returnedEnd(value), {
        output: '[1, 0.5463024898437905]',
        differences: { ...DIGITS, digits },
      }).flags;
    expect(flagsOf('{"t":[{"i":"1"},{"f":"0.5463024898437906"}]}')).toEqual(['last-digits']);
    expect(flagsOf('{"t":[{"i":"1"},{"f":"0.5463024898437906"}]}', false)).toEqual([]);
    expect(flagsOf('[{"i":"2"},{"f":"0.5463024898437906"}]')).toEqual([]);
    // These values are equal.
    expect(flagsOf('[{"i":"1"},{"f":"0.5463024898437905"}]')).toEqual([]);
  });

  it('is shown with the start of its output, and compared with all of it', () => {
    const longOutput = '1'.repeat(30_000);
    const result = verdictOn(printed(longOutput), { output: longOutput });
    expect([result.verdict, result.got?.length]).toEqual(['accepted', 20_000]);
  });

  it('waits for the checker of its problem', () => {
    expect(verdictOn(printed('other'), {}, null)).toMatchObject({ verdict: 'accepted', got: 'other' });
    expect(verdictOn(returnedEnd('{"i":"2"}'), {}, null)).toMatchObject({ verdict: 'accepted', got: '2' });
    expect(verdictOn(raised('E', ''), {}, null).verdict).toBe('runtime-error');
    expect(verdictOn(timedOut(), {}, null)).toMatchObject({ verdict: 'time-limit-exceeded', flags: [] });
  });
});

describe('a value', () => {
  it.for([
    ['{"i":"1"}', '1', 'accepted', '1'],
    ['{"f":"1.0"}', '1', 'accepted', '1.0'],
    ['{"i":"2"}', '1', 'wrong-answer', '2'],
    ['{"t":[{"i":"1"}]}', '[1]', 'accepted', '(1,)'],
    ['null', 'null', 'accepted', 'None'],
    ['"a\'"', '"a\'"', 'accepted', '"a\'"'],
    ['{"o":"generator"}', '1', 'wrong-answer', '<generator>'],
  ] as const)('%s against %s is %s, shown as %s', ([value, output, verdict, got]) => {
    expect(verdictOn(returnedEnd(value), { output })).toMatchObject({ verdict, got });
  });

  it('that is not data is wrong, and not a judge error', () => {
    for (const forgedValue of ['', '{', '{"x":1}', 'undefined']) {
      expect(verdictOn(returnedEnd(forgedValue))).toMatchObject({
        verdict: 'wrong-answer',
        difference: { kind: 'unreadable', reason: 'not data' },
      });
    }
  });

  it('with an expected value that is not JSON is a judge error, with a checker or without', () => {
    for (const comparer of [COMPARISONS.lcb, null]) {
      const result = verdictOn(returnedEnd('{"i":"1"}'), { output: '{' }, comparer);
      expect(result).toMatchObject({ verdict: 'judge-error', difference: null });
      expect(result.error?.message).toContain('correct the problem file');
    }
  });
});

describe('a check that ran to its end', () => {
  it('passes with any expected output', () => {
    expect(verdictOn(checkedEnd, { output: 'never compared' })).toMatchObject({
      verdict: 'accepted',
      got: null,
      stderr: 'warned',
    });
  });
});

describe('any other end fails', () => {
  it.for<readonly [TestOutcome, string, number | null]>([
    [raised('ValueError', 'bad'), 'runtime-error', 5],
    [{ type: 'syntax-error', error: SYNTAX }, 'syntax-error', 5],
    [{ type: 'memory-exceeded' }, 'memory-limit-exceeded', 5],
    [{ type: 'output-exceeded' }, 'output-limit-exceeded', 5],
    // The time of a program that did not end by itself is not reported.
    [timedOut(), 'time-limit-exceeded', null],
    [{ type: 'sandbox-died' }, 'memory-limit-exceeded', null],
    // The program never ran, so the reward is null, not 0.
    [{ type: 'sandbox-died', unbegun: true }, 'judge-error', null],
    [{ type: 'lost', cause: 'the frame is gone' }, 'judge-error', null],
  ])('%j: %s', ([outcome, verdict, milliseconds]) => {
    expect(verdictOn(outcome)).toMatchObject({ verdict, milliseconds, difference: null });
  });

  it('even if the right output was printed, which is shown', () => {
    const outcome: TestOutcome = { ...raised('ValueError', 'bad'), stdout: '1\n', stderr: 'late' };
    expect(verdictOn(outcome)).toMatchObject({ verdict: 'runtime-error', got: '1\n', stderr: 'late' });
    expect(verdictOn({ ...outcome, stdout: '' }).got).toBeNull();
    expect(verdictOn({ ...outcome, stdout: 'x'.repeat(30_000) }).got).toHaveLength(20_000);
  });

  it('with its exception, and a flag if the browser’s stack was full', () => {
    const { error } = raised('RecursionError', 'deep');
    expect(verdictOn(raised('RecursionError', 'deep'))).toMatchObject({ error, flags: [] });
    expect(verdictOn(raised('StackOverflow', '', true)).flags).toEqual(['browser-limit']);
  });

  it('is a wrong answer if an assertion of the check fails', () => {
    const check = '  File "check.py", line 2, in check\n    assert candidate(2) == 4\n';
    const program = '  File "solution.py", line 2, in f\n    assert x\n';
    const raisedEnd = (name: string, frames: string): TestOutcome => ({
      ...raised(name, ''),
      error: { name, message: '', traceback: `Traceback (most recent call last):\n${frames}${name}\n` },
    });
    expect(verdictOn(raisedEnd('AssertionError', check)).verdict).toBe('wrong-answer');
    expect(verdictOn(raisedEnd('AssertionError', check + program)).verdict).toBe('runtime-error');
    expect(verdictOn(raisedEnd('NameError', check)).verdict).toBe('runtime-error');
  });

  it('of the judge has the reason', () => {
    expect(verdictOn({ type: 'lost', cause: 'the frame is gone' }).error?.message).toBe('the frame is gone');
  });
});

describe('an absent package', () => {
  const absentPackages = [NUMPY, YAML];

  it.for([
    ['ModuleNotFoundError', "No module named 'numpy'", 'numpy'],
    ['ModuleNotFoundError', "No module named 'numpy.linalg'", 'numpy'],
    ['ModuleNotFoundError', "No module named '_yaml'", 'pyyaml'],
    // rLLM's prelude imports numpy under its short name.
    ['NameError', "name 'np' is not defined", 'numpy'],
  ] as const)('excuses %s: %s', ([name, message, missingPackage]) => {
    const result = verdictOn(raised(name, message), { absent: absentPackages });
    expect(result).toMatchObject({ verdict: 'judge-error', flags: [] });
    expect(result.error?.message).toBe(
      `the program needs ${missingPackage}: it is not on this device. Connect to the internet once, or put f.whl into DIR`,
    );
  });

  it.for([
    ['ModuleNotFoundError', "No module named 'numpyro'"],
    ['ModuleNotFoundError', "No module named 'pandas'"],
    ['ModuleNotFoundError', 'numpy'],
    ['ImportError', "No module named 'numpy'"],
    ['NameError', "name 'pd' is not defined"],
    ['NameError', "name 'numpy' is not defined"],
    ['ValueError', "No module named 'numpy'"],
  ] as const)('does not excuse %s: %s', ([name, message]) => {
    expect(verdictOn(raised(name, message), { absent: absentPackages }).verdict).toBe('runtime-error');
  });

  it('does not excuse a program that does not import it', () => {
    const outcome = raised('ModuleNotFoundError', "No module named 'numpy'");
    expect(verdictOn(outcome, { absent: [YAML] }).verdict).toBe('runtime-error');
  });
});

describe('an answer after a limit of the browser’s Python', () => {
  const exitedEnd = (stdout: string): TestOutcome => ({
    type: 'exited',
    stdout,
    stderr: '',
    browserLimit: true,
  });
  const gave = (number: string): TestOutcome => ({
    type: 'returned',
    value: `{"i":"${number}"}`,
    stderr: '',
    browserLimit: true,
  });

  it('is flagged if it is wrong', () => {
    const wrongResult = { verdict: 'wrong-answer', flags: ['browser-limit'] };
    expect(verdictOn(exitedEnd('2'))).toMatchObject(wrongResult);
    expect(verdictOn(gave('2'))).toMatchObject(wrongResult);
  });

  it('has no flag if it is right', () => {
    expect(verdictOn(exitedEnd('1'))).toMatchObject({ verdict: 'accepted', flags: [] });
    expect(verdictOn(gave('1'))).toMatchObject({ verdict: 'accepted', flags: [] });
  });
});
