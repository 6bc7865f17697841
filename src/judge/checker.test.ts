import { describe, expect, it } from 'vitest';
import { problemOf } from '../../tests/builders/problem.ts';
import { resultOf } from '../../tests/builders/report.ts';
import { printed, raised, ScriptedRunner, timedOut } from '../../tests/builders/scripted-runner.ts';
import type { Problem } from '../domain/problem.ts';
import { withCheckerRulings, type Checking, type CheckedTest } from './checker.ts';
import { Judge } from './judge.ts';
import type { JudgeOptions } from './judge-options.ts';
import { findProfile } from './profiles/custom.ts';
import type { TestOutcome } from './runner.ts';

const CHECKER = 'import sys\nsys.exit(0)';
const TESTS = [0, 1, 2].map((n) => ({ input: `in ${n}`, output: `out ${n}` }));

interface CheckerTask {
  readonly checker: string;
  readonly input: string;
  readonly output: string;
  readonly answer: string;
}

const ruling = (status: unknown, said: unknown = ''): TestOutcome =>
  printed(JSON.stringify({ status, said }));
const taskOf = (input: string) => JSON.parse(input) as CheckerTask;

function checkingOf(change: Partial<Checking> = {}): Checking {
  return { checker: CHECKER, tests: TESTS, signal: new AbortController().signal, urgent: true, ...change };
}

const gave = (index: number, outcome: CheckedTest['outcome'] = printed(`gave ${index}`)): CheckedTest => ({
  result: resultOf(index, 'accepted', { got: `gave ${index}` }),
  outcome,
});

const failedTest = (index: number): CheckedTest => ({
  result: resultOf(index, 'runtime-error'),
  outcome: raised('E', 'bad'),
});

describe('a checker', () => {
  it('gets input, output and answer of each test, and itself', async () => {
    const runner = new ScriptedRunner(() => ruling(0));
    const results = await withCheckerRulings(runner, [gave(0), gave(2)], checkingOf());
    expect(runner.inputs.map(taskOf)).toEqual([
      { checker: CHECKER, input: 'in 0', output: 'gave 0', answer: 'out 0' },
      { checker: CHECKER, input: 'in 2', output: 'gave 2', answer: 'out 2' },
    ]);
    expect(results.map(({ verdict }) => verdict)).toEqual(['accepted', 'accepted']);
    expect(runner.programs[0]).toMatchObject({ mode: 'stdin', execution: 'standard', preamble: '' });
    expect(runner.closed).toBe(1);
  });

  it.for([
    [0, 'accepted'],
    [1, 'wrong-answer'],
    [2, 'wrong-answer'],
    [3, 'judge-error'],
    [-1, 'judge-error'],
    [7, 'judge-error'],
  ] as const)('that leaves with status %i: %s', async ([status, verdict]) => {
    const [result] = await withCheckerRulings(
      new ScriptedRunner(() => ruling(status)),
      [gave(1)],
      checkingOf(),
    );
    expect(result).toMatchObject({ index: 1, verdict, got: 'gave 1' });
  });

  it('refuses what differs in last digits alone: with the flag, where the program may round otherwise', async () => {
    const tests = [{ input: '', output: '0.30000000000000004' }];
    const flagsOf = async (printedText: string, digits: boolean) => {
      const runner = new ScriptedRunner(() => ruling(1));
      const [result] = await withCheckerRulings(
        runner,
        [gave(0, printed(printedText))],
        checkingOf({ tests, differences: { digits, wideNumbers: false, system: false } }),
      );
      return [result!.verdict, ...result!.flags];
    };
    expect(await flagsOf('0.3', true)).toEqual(['wrong-answer', 'last-digits']);
    expect(await flagsOf('0.3', false)).toEqual(['wrong-answer']);
    expect(await flagsOf('0.4', true)).toEqual(['wrong-answer']);
  });

  it('is quoted', async () => {
    const say = async (status: number, said: string) => {
      const [result] = await withCheckerRulings(
        new ScriptedRunner(() => ruling(status, said)),
        [gave(0)],
        checkingOf(),
      );
      const { difference, error } = result!;
      return difference?.kind === 'unreadable' ? difference.reason : error?.message;
    };
    expect(await say(1, ' not sorted\n')).toBe('the checker said: not sorted');
    expect(await say(2, '\n')).toBe('the checker refused it');
    expect(await say(3, 'KeyError: 7')).toBe("the problem's checker failed: KeyError: 7");
    expect(await say(9, '')).toBe("the problem's checker failed: status 9");
  });

  it.for<readonly [string, TestOutcome, string]>([
    ['prints something else', printed('ok'), ''],
    ['prints nothing', printed(''), ''],
    ['prints no text', printed(null), ''],
    ['prints half a ruling', printed('{"status": 0'), ''],
    ['prints a list', printed('[0, ""]'), ''],
    ['prints null', printed('null'), ''],
    ['gives its status as text', ruling('0'), ''],
    ['says a number', ruling(0, 7), ''],
    ['crashes', raised('E', 'bad'), ': E: bad'],
    ['runs out of time', timedOut(), ': it did not end within 10 s'],
    ['runs out of memory', { type: 'memory-exceeded' }, ': it needs more than 512 MB'],
    ['takes the sandbox with it', { type: 'sandbox-died' }, ': it needs more than 512 MB'],
    [
      'has no sandbox to begin in',
      { type: 'sandbox-died', unbegun: true },
      ': the sandbox died before it began',
    ],
    ['is lost', { type: 'lost', cause: 'x' }, ': x'],
  ])('that %s is our failure, never the program’s', async ([, outcome, why]) => {
    const [result] = await withCheckerRulings(new ScriptedRunner(() => outcome), [gave(0)], checkingOf());
    expect(result).toMatchObject({
      verdict: 'judge-error',
      error: { message: `the problem's checker gave no ruling${why}` },
    });
  });

  it.for([
    [timedOut({ cold: true }), false],
    [{ type: 'sandbox-died' }, true],
  ] as const)('is retried where it may have been a neighbour’s fault: %j', async ([first, isAlone]) => {
    let checkerRuns = 0;
    const runner = new ScriptedRunner(() => (checkerRuns++ === 1 ? first : ruling(0)));
    const results = await withCheckerRulings(runner, [gave(0), gave(1), gave(2)], checkingOf());
    expect(results.map(({ verdict }) => verdict)).toEqual(['accepted', 'accepted', 'accepted']);
    expect(runner.alone).toEqual(isAlone ? [false, true, false] : [false, false]);
  });

  it('rules only on what ended normally, and each ruling is for its own test', async () => {
    const runner = new ScriptedRunner((input) => ruling(taskOf(input).output === 'gave 2' ? 1 : 0));
    const results = await withCheckerRulings(runner, [gave(0), failedTest(1), gave(2)], checkingOf());
    expect(results.map(({ index, verdict }) => [index, verdict])).toEqual([
      [0, 'accepted'],
      [1, 'runtime-error'],
      [2, 'wrong-answer'],
    ]);
  });

  it('is not even started where nothing is left to rule on', async () => {
    const runner = new ScriptedRunner(() => ruling(0));
    expect(await withCheckerRulings(runner, [failedTest(0)], checkingOf())).toEqual([failedTest(0).result]);
    expect(await withCheckerRulings(runner, [], checkingOf())).toEqual([]);
    expect(runner.programs).toEqual([]);
  });

  it('that has no say on one test has it on the others', async () => {
    const runner = new ScriptedRunner((input) => (taskOf(input).input === 'in 1' ? timedOut() : ruling(0)));
    const results = await withCheckerRulings(runner, [gave(0), gave(1), gave(2)], checkingOf());
    expect(results.map(({ verdict }) => verdict)).toEqual(['accepted', 'judge-error', 'accepted']);
  });

  it('that is lost leaves the rest without a ruling', async () => {
    const runner = new ScriptedRunner(() => ({ type: 'lost', cause: 'x' }));
    const results = await withCheckerRulings(runner, [gave(0), gave(1)], checkingOf());
    expect(results.map(({ verdict }) => verdict)).toEqual(['judge-error', 'judge-error']);
    expect(runner.inputs).toHaveLength(1);
  });

  it('that cannot be loaded is our failure', async () => {
    const loadFailure = { type: 'lost', cause: 'no frame' } as const;
    const runner = new ScriptedRunner({ behave: () => ruling(0), loaded: loadFailure });
    const [result] = await withCheckerRulings(runner, [gave(0)], checkingOf());
    expect([result?.verdict, runner.closed]).toEqual(['judge-error', 1]);
  });

  it.for<readonly [CheckedTest['outcome'], string]>([
    [{ type: 'returned', value: '[{"i":"1"},{"t":[true]}]', stderr: '' }, '[1, (True,)]'],
    [printed('a\r\n\u0000'), 'a\r\n\u0000'],
    [printed(null), ''],
  ])('reads what was given as Python shows it: %j', async ([outcome, text]) => {
    const runner = new ScriptedRunner(() => ruling(0));
    await withCheckerRulings(runner, [gave(0, outcome)], checkingOf());
    expect(taskOf(runner.inputs[0]!).output).toBe(text);
  });

  it('waits in line as the submission did', async () => {
    const runner = new ScriptedRunner(() => ruling(0));
    const { signal } = new AbortController();
    await withCheckerRulings(runner, [gave(0)], checkingOf({ signal, urgent: false }));
    expect(runner.turns).toEqual([{ signal, urgent: false, alone: false }]);
  });
});

describe('a problem with a checker', () => {
  /** Submissions print their input. The checker accepts only inputs that contain a 1. */
  const echoOrRule = (input: string, { source }: { source: string }): TestOutcome => {
    if (source === 'submission') return printed(input);
    return ruling(taskOf(input).output.includes('1') ? 0 : 1);
  };
  const judged = (change: Partial<Problem>, options: Partial<JudgeOptions> = {}) => {
    const runner = new ScriptedRunner(echoOrRule);
    const problem = problemOf({
      tests: ['1', '21', '12'].map((input) => ({ input, output: '?' })),
      ...change,
    });
    const { signal } = new AbortController();
    const terms = { signal, tests: 'all', stopAtFirstFailure: true, ...options } as const;
    const report = new Judge(runner).judge(problem, { kind: 'program', code: 'submission' }, terms);
    return report.then((finalReport) => ({ ...finalReport, runner }));
  };

  it('leaves the last word to it', async () => {
    const { runner, ...report } = await judged({ checker: CHECKER });
    expect(report).toMatchObject({ verdict: 'accepted', reward: 1, testsPassed: 3 });
    expect(runner.programs.map(({ source }) => source === 'submission')).toEqual([true, false]);
    const tests = ['1', '2', '1'].map((input) => ({ input, output: input }));
    expect(await judged({ checker: CHECKER, tests })).toMatchObject({
      reward: 0,
      firstFailed: 1,
      testsRun: 3,
    });
  });

  it('may name a comparer instead', async () => {
    const tests = [{ input: '1.0000001', output: '1' }];
    expect(await judged({ tests })).toMatchObject({ reward: 0 });
    const { runner, reward } = await judged({ tests, checker: 'float' });
    expect([reward, runner.programs.length]).toEqual([1, 1]);
    // Every object has a property with this name, but it is not the name of a comparer.
    expect((await judged({ tests, checker: 'toString' })).runner.programs).toHaveLength(2);
  });

  it.for(['rllm', 'open-r1', 'custom:compare=exact'])(
    'is compared by %s, which knows no checkers',
    async (name) => {
      const { runner } = await judged({ checker: CHECKER }, { profile: findProfile(name)! });
      expect(runner.programs.map(({ source }) => source)).toEqual(['submission']);
    },
  );

  it('says each result once, in order, when it is final', async () => {
    const reportedTests: (readonly [number, string])[] = [];
    const tests = ['1', '2'].map((input) => ({ input, output: '' }));
    await judged(
      { checker: CHECKER, tests },
      { onTest: ({ index, verdict }) => reportedTests.push([index, verdict]) },
    );
    expect(reportedTests).toEqual([
      [0, 'accepted'],
      [1, 'wrong-answer'],
    ]);
  });
});
