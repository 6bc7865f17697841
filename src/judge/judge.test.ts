import { describe, expect, it } from 'vitest';
import { answerWith, completionOf } from '../../tests/builders/completion.ts';
import { ScriptedRunner, timedOut } from '../../tests/builders/scripted-runner.ts';
import type { Completion } from '../domain/completion.ts';
import type { Problem } from '../domain/problem.ts';
import type { TestResult } from '../domain/verdict.ts';
import { Judge } from './judge.ts';
import { findProfile } from './profiles/custom.ts';
import { STANDARD } from './profiles/profiles.ts';
import type { Runner, TestOutcome } from './runner.ts';
import { testsLeft } from './tests-left.ts';
import { DOUBTFUL, echo, echoing, failOn, judge, options, wrong } from '../../tests/builders/echoing.ts';

describe('a program', () => {
  it('gives 1 only when every test passes', async () => {
    const report = await judge(new ScriptedRunner(echo), echoing(100));
    expect(report).toMatchObject({
      verdict: 'accepted',
      reward: 1,
      testsRun: 100,
      testsPassed: 100,
      firstFailed: null,
    });
  });

  it('gives 0 for one failing test of a hundred, and still runs the others', async () => {
    const runner = new ScriptedRunner(failOn('99', wrong));
    const report = await judge(runner, echoing(100));
    expect(report).toMatchObject({ verdict: 'wrong-answer', reward: 0, testsPassed: 99, firstFailed: 99 });
    expect(report.tests[99]?.difference).toEqual({ kind: 'line', line: 0, token: 0 });
  });

  it('stops at the first failure when asked to, having run little in vain', async () => {
    const runner = new ScriptedRunner(failOn('0', wrong));
    const report = await judge(runner, echoing(100), { stopAtFirstFailure: true });
    expect(report).toMatchObject({ reward: 0, testsRun: 1, firstFailed: 0 });
    expect(report.tests).toHaveLength(100);
    expect(report.tests[1]?.verdict).toBe('not-run');
    expect(runner.inputs.length).toBeLessThanOrEqual(8);
    expect(runner.closed).toBe(1);
  });

  it('fails the first test of a program that does not compile, and runs nothing', async () => {
    const error = { name: 'SyntaxError', message: 'bad', traceback: '' };
    const runner = new ScriptedRunner({ behave: echo, loaded: { type: 'syntax-error', error } });
    const report = await judge(runner, echoing(3));
    expect(report).toMatchObject({
      verdict: 'syntax-error',
      reward: 0,
      firstFailed: 0,
      error: 'SyntaxError: bad',
    });
    expect(runner.inputs).toEqual([]);
  });

  it('runs only the public tests as samples, and gives no reward for them', async () => {
    const runner = new ScriptedRunner(echo);
    const report = await judge(runner, echoing(5), { tests: 'public' });
    expect(report).toMatchObject({ verdict: 'accepted', reward: null, testsRun: 2 });
    expect(runner.inputs).toEqual(['0', '1']);
  });

  it('does not count a program against the model that lacks a package here', async () => {
    const error = { name: 'ModuleNotFoundError', message: "No module named 'numpy'", traceback: '' };
    const outcome: TestOutcome = { type: 'raised', error, browserLimit: false };
    const why = 'it is not on this device. Connect to the internet once, or put numpy.whl into DIR';
    const absentPackages = [{ name: 'numpy', imports: ['numpy'], why }];
    const reportWithoutPackage = await judge(
      new ScriptedRunner({ behave: () => outcome, absent: absentPackages }),
      echoing(1),
    );
    expect(reportWithoutPackage).toMatchObject({ verdict: 'judge-error', reward: null });
    expect(reportWithoutPackage.error).toContain('needs numpy');
  });

  it('never passes a program whose tests got no result', async () => {
    const silent: Runner = {
      open: () =>
        Promise.resolve({
          loaded: { type: 'loaded' },
          timeFactor: 1,
          absent: [],
          ended: true,
          run: () => Promise.resolve(),
          close() {},
        }),
      dispose() {},
    };
    expect(await judge(silent, echoing(3))).toMatchObject({ verdict: 'judge-error', reward: null });
  });

  it('says stopped, without a reward, when stopped before a failure', async () => {
    const stop = new AbortController();
    const onTest = (result: TestResult) => result.index === 1 && stop.abort();
    const report = await judge(new ScriptedRunner(echo), echoing(100), { signal: stop.signal, onTest });
    expect(report).toMatchObject({ reward: null, flags: ['stopped'], testsRun: 2 });
  });

  it('runs every test where every test counts', async () => {
    const profile = findProfile('fractional')!;
    const runner = new ScriptedRunner(failOn('3', timedOut()));
    const report = await judge(runner, echoing(8), { stopAtTimeOut: true, profile });
    expect(report).toMatchObject({ testsRun: 8, reward: 7 / 8 });
    expect(testsLeft(report, echoing(8), 'all')).toBe(0);
  });

  it('compares values in call mode, and calls broken expectations its own fault', async () => {
    const value = { type: 'returned', value: '{"t":[{"i":"1"}]}', stderr: '' } as const;
    const call = (output: string) =>
      echoing(1, { mode: 'call', functionName: 'f', tests: [{ input: '[]', output }] });
    const runner = () => new ScriptedRunner(() => value);
    expect(await judge(runner(), call('[1]'))).toMatchObject({ reward: 1 });
    expect(await judge(runner(), call('[2]'))).toMatchObject({ reward: 0, verdict: 'wrong-answer' });
    expect(await judge(runner(), call('{'))).toMatchObject({ reward: null, verdict: 'judge-error' });
  });
});

describe('a completion', () => {
  const ask = (text: string, change: Partial<Completion> = {}) => {
    const submission = { kind: 'completion', completion: completionOf(text, change) } as const;
    return new Judge(new ScriptedRunner(echo)).judge(echoing(2), submission, options());
  };

  it('judges the extracted program', async () => {
    expect(await ask(answerWith('x'))).toMatchObject({ verdict: 'accepted', reward: 1 });
  });

  it('tells an answer without code from one that was cut off', async () => {
    expect(await ask('I give up.')).toMatchObject({ verdict: 'no-code', reward: 0, testsRun: 0 });
    expect(await ask('```python\nx', { finishReason: 'length' })).toMatchObject({
      verdict: 'truncated',
      reward: 0,
    });
    expect(
      await ask('', { reasoning: 'hm', reasoningOpen: true, finishReason: 'interrupted' }),
    ).toMatchObject({
      verdict: 'truncated',
    });
  });
});

describe('a run on an input of the user’s own', () => {
  const runOwnInput = async (
    behave: ConstructorParameters<typeof ScriptedRunner>[0],
    input: string,
    change: Partial<Problem> = {},
  ) => {
    const runner = new ScriptedRunner(behave);
    const { signal } = new AbortController();
    const problem = echoing(3, change);
    const ended = await new Judge(runner).runOwn('x', input, { problem, profile: STANDARD, signal });
    return { ended, runner };
  };

  it('is one run, and compares nothing', async () => {
    const { ended, runner } = await runOwnInput(echo, 'anything');
    expect(ended).toMatchObject({ type: 'ran', failure: null, got: 'anything', milliseconds: 1 });
    expect(runner.inputs).toEqual(['anything']);
  });

  it('calls a function with the arguments that were typed', async () => {
    const value = JSON.stringify(['i', '3']);
    const call = { mode: 'call', functionName: 'f' } as const;
    const behave = () => ({ type: 'returned', value, stdout: 'looked\n', stderr: '' }) as const;
    const { ended, runner } = await runOwnInput(behave, '1\n[2]', call);
    expect(runner.inputs).toEqual(['[1,[2]]']);
    expect(ended).toMatchObject({ type: 'ran', failure: null, printed: 'looked\n' });
    const rejection = await runOwnInput(echo, '1\nyes', call);
    expect(rejection.ended).toMatchObject({ type: 'refused' });
    expect(rejection.runner.programs).toEqual([]);
  });

  it('tells what a call printed from what it returned, also where it failed', async () => {
    const error = { name: 'ValueError', message: '', traceback: '' };
    const behave = () =>
      ({ type: 'raised', error, browserLimit: false, stdout: 'so far\n', stderr: '' }) as const;
    const { ended } = await runOwnInput(behave, '1', { mode: 'call', functionName: 'f' });
    expect(ended).toMatchObject({ failure: 'runtime-error', got: null, printed: 'so far\n' });
    expect((await runOwnInput(echo, 'x')).ended).toMatchObject({ got: 'x', printed: '' });
  });

  it('calls no function with another number of arguments than it takes', async () => {
    const tests = [{ input: '[1,2]', output: '3' }];
    const { ended, runner } = await runOwnInput(echo, '1', { mode: 'call', functionName: 'add', tests });
    if (ended.type !== 'refused') throw new Error(ended.type);
    expect(ended.why).toMatch(/^add takes 2 arguments, and 1 is given\./);
    expect(runner.programs).toEqual([]);
  });

  it('runs a program without the check that its problem has', async () => {
    const { runner } = await runOwnInput(echo, '', { mode: 'assert', check: 'check(f)' });
    expect(runner.programs[0]).toMatchObject({ mode: 'stdin' });
  });

  it('says what ended it, at the first try', async () => {
    const { ended, runner } = await runOwnInput(() => DOUBTFUL, '');
    expect(ended).toMatchObject({ type: 'ran', failure: 'time-limit-exceeded', milliseconds: null });
    expect(runner.programs).toHaveLength(1);
    const error = { name: 'E', message: 'bad', traceback: '' };
    const raisedRun = await runOwnInput(() => ({ type: 'raised', error, browserLimit: false }), '');
    expect(raisedRun.ended).toMatchObject({ failure: 'runtime-error', error });
  });
});

describe('an answer to a prompt of HumanEval', () => {
  const starterCode =
    'from typing import List\n\ndef shift(s):\n    return s\n\n@final\ndef unshift(s):\n    """Undo."""\n';
  const loadedProgram = async (code: string, changes: Partial<Problem> = {}, profile = 'standard') => {
    const runner = new ScriptedRunner(() => ({ type: 'checked', stdout: '', stderr: '' }));
    const problem = {
      ...echoing(1),
      mode: 'assert' as const,
      functionName: 'unshift',
      starterCode,
      ...changes,
    };
    await judge(runner, problem, { profile: findProfile(profile)! }, code);
    return runner.programs[0]!;
  };
  const HEAD = 'from typing import List\n\ndef shift(s):\n    return s\n\n';

  it('has what the prompt defines before the function', async () => {
    const code = 'def unshift(s):\n    return s\n';
    expect(await loadedProgram(code)).toMatchObject({ source: code, preamble: HEAD });
    expect(await loadedProgram(code, {}, 'rllm')).toMatchObject({ preamble: HEAD });
    expect(await loadedProgram(code, { mode: 'call' })).toMatchObject({ preamble: HEAD });
    expect(await loadedProgram(code, { mode: 'call' }, 'rllm')).toMatchObject({ preamble: '' });
  });

  it('has nothing of a prompt that is prose, or begins with the function', async () => {
    for (const prompt of [
      'def unshift(s):\n',
      'Write this:\ndef unshift(s):\n',
      '# a\ndef unshift(s):\n',
      'class Solution:\n    def unshift(self):\n',
    ])
      expect(await loadedProgram('pass', { starterCode: prompt })).toMatchObject({ preamble: '' });
  });

  it('goes on with the prompt where it is the body alone', async () => {
    expect(await loadedProgram('\n    return s\n')).toMatchObject({
      source: `${starterCode}\n    return s\n`,
    });
    expect(await loadedProgram('  x = 1\n  def unshift(s): pass')).toMatchObject({
      source: expect.stringContaining(starterCode) as string,
    });
    expect(await loadedProgram('x = 1')).toMatchObject({ source: 'x = 1' });
  });
});
