import { describe, expect, it } from 'vitest';
import { ScriptedRunner, timedOut } from '../../tests/builders/scripted-runner.ts';
import { findProfile } from './profiles/custom.ts';
import type { LoadOutcome, TestOutcome } from './runner.ts';
import { testsLeft } from './tests-left.ts';
import { DOUBTFUL, echo, echoing, failOn, judge, wrong } from '../../tests/builders/echoing.ts';

describe('a program that runs out of time', () => {
  it('runs nothing after a time-out when asked to, and the rest when asked again', async () => {
    const timeOutOn3 = failOn('3', timedOut());
    const first = new ScriptedRunner(timeOutOn3);
    const report = await judge(first, echoing(8), { stopAtTimeOut: true });
    expect(report).toMatchObject({ verdict: 'time-limit-exceeded', reward: 0, testsRun: 4, firstFailed: 3 });
    expect(first.inputs).toEqual(['0', '1', '2', '3']);
    expect(testsLeft(report, echoing(8), 'all')).toBe(4);

    const restRunner = new ScriptedRunner(failOn('6', DOUBTFUL));
    const reportedTests: number[] = [];
    const completeReport = await judge(restRunner, echoing(8), {
      goOnFrom: report,
      onTest: ({ index }) => void reportedTests.push(index),
    });
    expect(completeReport).toMatchObject({
      verdict: 'time-limit-exceeded',
      reward: 0,
      testsRun: 8,
      testsPassed: 6,
      firstFailed: 3,
    });
    // The reward is decided, so the other time-out is not retried.
    expect([restRunner.inputs, restRunner.alone]).toEqual([
      ['4', '5', '6', '7'],
      [false, false],
    ]);
    expect(reportedTests).toEqual([4, 5, 6, 7]);
    expect(testsLeft(completeReport, echoing(8), 'all')).toBe(0);
  });

  it('loses no test of the rest to a judge that could not start, and none to a stop', async () => {
    const slow = failOn('3', timedOut());
    const report = await judge(new ScriptedRunner(slow), echoing(8), { stopAtTimeOut: true });
    const lostLoad = { type: 'lost', cause: 'Python did not start' } as const;
    const lostRunner = new ScriptedRunner({ behave: echo, loaded: lostLoad });
    const decidedReport = { verdict: 'time-limit-exceeded', reward: 0, firstFailed: 3 };
    const onceRetried = await judge(lostRunner, echoing(8), { goOnFrom: report });
    expect(onceRetried).toMatchObject(decidedReport);
    expect(testsLeft(onceRetried, echoing(8), 'all')).toBe(4);
    const stop = new AbortController();
    stop.abort();
    const stoppedReport = await judge(lostRunner, echoing(8), { goOnFrom: report, signal: stop.signal });
    expect(stoppedReport).toMatchObject({ ...decidedReport, testsRun: 4 });
    // The test that the judge failed on is run again.
    const restRunner = new ScriptedRunner(echo);
    expect(await judge(restRunner, echoing(8), { goOnFrom: onceRetried })).toMatchObject({
      ...decidedReport,
      testsRun: 8,
      testsPassed: 7,
    });
    expect(restRunner.inputs).toEqual(['4', '5', '6', '7']);
  });

  it('stops at a time-out that another failure has decided before', async () => {
    const runner = new ScriptedRunner((input) =>
      input === '1' ? wrong : input === '4' ? DOUBTFUL : echo(input),
    );
    const report = await judge(runner, echoing(8), { stopAtTimeOut: true });
    expect(report).toMatchObject({ verdict: 'wrong-answer', reward: 0, testsRun: 5, firstFailed: 1 });
    expect(runner.alone).toEqual([false]);
  });

  it('retries a time-out where every test counts, whatever has failed before', async () => {
    let runs = 0;
    const runner = new ScriptedRunner((input) =>
      input === '1' ? wrong : input === '4' && runs++ === 0 ? DOUBTFUL : echo(input),
    );
    const report = await judge(runner, echoing(8), { profile: findProfile('fractional')! });
    expect(report).toMatchObject({ testsPassed: 7, reward: 7 / 8 });
    expect(runner.alone).toEqual([false, false]);
  });

  it('has nothing left to run where tests share their state, or nothing compiled', async () => {
    const profile = findProfile('rllm')!;
    const slow = new ScriptedRunner(failOn('3', timedOut()));
    const report = await judge(slow, echoing(8), { stopAtTimeOut: true, profile });
    expect(report).toMatchObject({ testsRun: 4, reward: 0 });
    expect(testsLeft(report, echoing(8), 'all')).toBe(0);
    const error = { name: 'SyntaxError', message: '', traceback: '' };
    const uncompiledRunner = new ScriptedRunner({ behave: echo, loaded: { type: 'syntax-error', error } });
    expect(testsLeft(await judge(uncompiledRunner, echoing(8)), echoing(8), 'all')).toBe(0);
  });

  it('tells of retries, and counts a time-out after its last one', async () => {
    let runs = 0;
    const once = new ScriptedRunner((input) => (input === '3' && runs++ === 0 ? DOUBTFUL : echo(input)));
    const retriedIndices: number[] = [];
    const report = await judge(once, echoing(6), { onRetry: (index) => retriedIndices.push(index) });
    expect(report).toMatchObject({ verdict: 'accepted', reward: 1 });
    expect([retriedIndices, once.alone, once.inputs.join('')]).toEqual([[3], [false, false], '0123345']);

    const always = new ScriptedRunner(failOn('3', DOUBTFUL));
    const failedReport = await judge(always, echoing(6));
    expect(failedReport).toMatchObject({ verdict: 'time-limit-exceeded', reward: 0, testsRun: 6 });
    expect(failedReport.tests[3]!.flags).toEqual([]);
    expect(always.alone).toEqual([false, false, true, false]);
    // The last retry has the limit of the slowest machine.
    expect(always.limits.map(({ timeFactor }) => timeFactor)).toEqual([undefined, undefined, 5, undefined]);

    const undoubtedReport = await judge(new ScriptedRunner(failOn('3', timedOut())), echoing(6));
    expect(undoubtedReport.tests[3]!.flags).toEqual(['undisturbed']);
  });

  it('counts a time-out that is accepted while it is retried, and marks it', async () => {
    const always = new ScriptedRunner(failOn('3', DOUBTFUL));
    const seconds: (number | undefined)[] = [];
    const report = await judge(always, echoing(6), {
      stopAtTimeOut: true,
      onRetry(_, check) {
        seconds.push(check?.seconds);
        check?.accept();
      },
    });
    expect(report).toMatchObject({
      verdict: 'time-limit-exceeded',
      reward: 0,
      testsRun: 4,
      firstFailed: 3,
      flags: ['unconfirmed'],
    });
    expect(report.tests[3]!.flags).toEqual(['unconfirmed']);
    // The retry had no result, and no retry with a larger limit followed.
    expect(always.inputs.join('')).toBe('0123');
    const { timeLimitSeconds } = echoing(6);
    expect(seconds).toEqual([DOUBTFUL.evidence.limit / 1000 + 5 * timeLimitSeconds]);
  });

  it('accepts one time-out at a time, and runs the other tests after it', async () => {
    const always = new ScriptedRunner((input) => (/[24]/.test(input) ? DOUBTFUL : echo(input)));
    let acceptedCount = 0;
    const report = await judge(always, echoing(6), {
      profile: findProfile('fractional')!,
      onRetry(index, check) {
        if (index === 2 && acceptedCount++ === 0) check?.accept();
      },
    });
    expect(report.tests.map(({ verdict }) => verdict).join()).toBe(
      'accepted,accepted,time-limit-exceeded,accepted,time-limit-exceeded,accepted',
    );
    expect(report.tests.map(({ flags }) => flags.join())).toEqual(['', '', 'unconfirmed', '', '', '']);
  });

  it('accepts a program that takes too long to load', async () => {
    const failedLoads = new ScriptedRunner({ behave: echo, loaded: DOUBTFUL });
    const report = await judge(failedLoads, echoing(3), { onRetry: (_, check) => check?.accept() });
    expect(report).toMatchObject({ verdict: 'time-limit-exceeded', testsRun: 1, flags: ['unconfirmed'] });
    expect(failedLoads.inputs).toEqual([]);
  });

  it('keeps the end that a retry has before the time-out is accepted', async () => {
    let runs = 0;
    const once = new ScriptedRunner((input) => (input === '3' && runs++ === 0 ? DOUBTFUL : echo(input)));
    let accept = (): void => undefined;
    const report = await judge(once, echoing(6), {
      onRetry: (_, check) => (accept = check!.accept),
      onTest: ({ index }) => void (index === 3 && accept()),
    });
    expect(report).toMatchObject({ verdict: 'accepted', reward: 1, testsRun: 6, flags: [] });
  });

  it('cannot accept the death of a sandbox, nor a stop', async () => {
    const crashedRunner = new ScriptedRunner(failOn('1', { type: 'sandbox-died' }));
    const checks: unknown[] = [];
    await judge(crashedRunner, echoing(3), { onRetry: (_, check) => void checks.push(check) });
    expect(checks).toEqual([null]);
    const stop = new AbortController();
    const report = await judge(new ScriptedRunner(failOn('1', DOUBTFUL)), echoing(3), {
      signal: stop.signal,
      onRetry(_, check) {
        stop.abort();
        check?.accept();
      },
    });
    expect(report).toMatchObject({ verdict: 'judge-error', reward: null, flags: ['stopped'] });
  });

  it('retries nothing where it is told so, and stretches limits by what it is told', async () => {
    const runner = new ScriptedRunner(failOn('3', DOUBTFUL));
    const report = await judge(runner, echoing(6), { retries: false, timeFactor: 2 });
    expect(report).toMatchObject({ verdict: 'time-limit-exceeded', testsRun: 6 });
    expect(report.tests[3]!.flags).toEqual([]);
    expect(runner.inputs.join('')).toBe('012345');
    expect(runner.limits.map(({ timeFactor }) => timeFactor)).toEqual([2, 2]);
    const patient = new ScriptedRunner(failOn('3', DOUBTFUL));
    await judge(patient, echoing(6), { timeFactor: 2 });
    expect(patient.limits.map(({ timeFactor }) => timeFactor)).toEqual([2, 2, 2, 2]);
  });

  it('tries again where an earlier test takes too long when tests that share their state are repeated', async () => {
    const slow = (times: number) => {
      const remainingSlowRuns = new Map([
        ['1', times],
        ['3', 1],
      ]);
      const earlierInputs = new Set<string>();
      return new ScriptedRunner((input) => {
        const ranBefore = earlierInputs.has(input);
        earlierInputs.add(input);
        // Test 3 is slow the first time, and test 1 when it is repeated.
        if (!(input === '3' || (input === '1' && ranBefore)) || remainingSlowRuns.get(input) === 0)
          return echo(input);
        remainingSlowRuns.set(input, remainingSlowRuns.get(input)! - 1);
        return DOUBTFUL;
      });
    };
    const rllm = { profile: findProfile('rllm')! };
    const once = slow(1);
    expect(await judge(once, echoing(6), rllm)).toMatchObject({ verdict: 'accepted', testsRun: 6 });
    expect(once.alone).toEqual([false, false, true, false]);
    // No later test gets more time than its own limit.
    expect(once.inputs.join('')).toBe('0123' + '01' + '0123' + '012345');
    const always = await judge(slow(9), echoing(6), rllm);
    expect([always.verdict, always.reward]).toEqual(['judge-error', null]);
  });

  it('counts a time-out of loading after its last retry', async () => {
    const runner = new ScriptedRunner({ behave: echo, loaded: DOUBTFUL });
    expect(await judge(runner, echoing(3))).toMatchObject({
      verdict: 'time-limit-exceeded',
      firstFailed: 0,
    });
    expect(runner.alone).toEqual([false, false, true]);
  });

  it('loads a program again that loaded before, decided or not', async () => {
    const script = (outcome: TestOutcome) => ({
      behave: failOn('3', outcome),
      // The session after the time-out is slow to load.
      loaded: (sessionCount: number): LoadOutcome => (sessionCount === 2 ? DOUBTFUL : { type: 'loaded' }),
    });
    const runner = new ScriptedRunner(script(timedOut()));
    expect(await judge(runner, echoing(8))).toMatchObject({ firstFailed: 3, testsRun: 8, testsPassed: 7 });
    expect(runner.alone).toEqual([false, false, false]);
    // After the last retry the time-out counts against the program.
    const never = new ScriptedRunner({
      ...script(timedOut()),
      loaded: (sessionCount) => (sessionCount > 1 ? DOUBTFUL : { type: 'loaded' }),
    });
    expect(await judge(never, echoing(8))).toMatchObject({ firstFailed: 3, testsRun: 5 });
  });

  it('earns no 0 from a sandbox that died before it had begun, twice', async () => {
    const runner = new ScriptedRunner({ behave: echo, loaded: { type: 'sandbox-died', unbegun: true } });
    const report = await judge(runner, echoing(3));
    expect([report.verdict, report.reward]).toEqual(['judge-error', null]);
    expect(runner.alone).toEqual([false, true]);
    const dyingRunner = new ScriptedRunner({ behave: echo, loaded: { type: 'sandbox-died' } });
    expect(await judge(dyingRunner, echoing(3))).toMatchObject({
      verdict: 'memory-limit-exceeded',
      reward: 0,
    });
  });
});
