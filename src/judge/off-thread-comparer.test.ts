/** Comparisons in another thread produce the same report, in the same order. A stopped comparison has no result. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { problemOf } from '../../tests/builders/problem.ts';
import { printed, ScriptedRunner } from '../../tests/builders/scripted-runner.ts';
import type { TestResult } from '../domain/verdict.ts';
import { COMPARISONS } from './compare/comparisons.ts';
import { Judge } from './judge.ts';
import type { JudgeOptions } from './judge-options.ts';
import { testVerdict } from './test-verdict.ts';
import { INLINE_CHARACTERS, type OffThreadComparer } from './off-thread-comparer.ts';

const LARGE = 'x'.repeat(300_000);
/** Every third output is large. The output at `wrong` is not the expected one. */
const problem = problemOf({
  tests: Array.from({ length: 40 }, (_, at) => {
    const text = at % 3 === 0 ? `${at} ${LARGE}` : String(at);
    return { input: text, output: text };
  }),
  publicTests: 1,
});
const runner = (wrongIndex = -1) =>
  new ScriptedRunner((input) => ({
    type: 'exited',
    stdout: input.startsWith(`${wrongIndex} `) || input === String(wrongIndex) ? `${input}!` : input,
    stderr: '',
  }));

function slowComparer(comparedIndices: number[]): OffThreadComparer {
  return {
    async verdict(ending, comparer) {
      comparedIndices.push(ending.index);
      await new Promise((resolve) => setTimeout(resolve, 3));
      return testVerdict(ending, COMPARISONS[comparer]);
    },
  };
}

function judgedWith(
  offThread: OffThreadComparer | null,
  wrongIndex: number,
  change: Partial<JudgeOptions> = {},
) {
  const results: TestResult[] = [];
  const signal = new AbortController().signal;
  const options: JudgeOptions = {
    signal,
    tests: 'all',
    stopAtFirstFailure: false,
    onTest: (result) => void results.push(result),
    ...change,
  };
  const report = new Judge(runner(wrongIndex), offThread).judge(
    problem,
    { kind: 'program', code: 'x' },
    options,
  );
  return report.then((finalReport) => ({ report: finalReport, results }));
}

afterEach(() => void vi.unstubAllGlobals());

describe('comparisons given away', () => {
  it.each([
    [-1, false],
    [3, false],
    [3, true],
    [4, true],
    [39, true],
  ])('wrong on test %i, stopping at the first failure %s: the same report', async (wrongIndex, stops) => {
    const offThreadIndices: number[] = [];
    const change = { stopAtFirstFailure: stops };
    const inlineResult = await judgedWith(null, wrongIndex, change);
    const elsewhere = await judgedWith(slowComparer(offThreadIndices), wrongIndex, change);
    expect(elsewhere).toEqual(inlineResult);
    expect(inlineResult.report.reward).toBe(wrongIndex === -1 ? 1 : 0);
    expect(offThreadIndices.length).toBeGreaterThan(0);
    expect(offThreadIndices.every((index) => index % 3 === 0)).toBe(true);
  });

  it('leave the thread to others between those that are done here', async () => {
    const text = 'x'.repeat(INLINE_CHARACTERS / 2);
    const mediumProblem = problemOf({ tests: Array(6).fill({ input: '', output: text }), publicTests: 1 });
    const taskOrder: string[] = [];
    class Turns {
      readonly port1 = { close: () => undefined, onmessage: (): void => undefined };
      readonly port2 = {
        postMessage: (): void => {
          taskOrder.push('others');
          queueMicrotask(() => this.port1.onmessage());
        },
      };
    }
    vi.stubGlobal('MessageChannel', Turns);
    const options = {
      signal: new AbortController().signal,
      tests: 'all',
      stopAtFirstFailure: false,
    } as const;
    const runner = new ScriptedRunner(() => printed(text));
    const submission = { kind: 'program', code: 'x' } as const;
    const onTest = (): void => void taskOrder.push('test');
    await new Judge(runner, slowComparer([])).judge(mediumProblem, submission, { ...options, onTest });
    expect(taskOrder.join(' ')).toBe('test others test others test others test others test others test');
    taskOrder.length = 0;
    await new Judge(runner).judge(mediumProblem, submission, { ...options, onTest });
    expect(taskOrder).toEqual(Array(6).fill('test'));
  });

  it('are done here where they cannot be done elsewhere', async () => {
    const failingComparer: OffThreadComparer = { verdict: () => Promise.reject(new Error('no worker')) };
    expect(await judgedWith(failingComparer, 3)).toEqual(await judgedWith(null, 3));
  });

  it('decide nothing once they are stopped', async () => {
    const abort = new AbortController();
    const stoppedComparer: OffThreadComparer = {
      verdict(ending, comparer) {
        if (ending.index < 6) return Promise.resolve(testVerdict(ending, COMPARISONS[comparer]));
        abort.abort();
        return Promise.reject(new Error('stopped'));
      },
    };
    const { report, results } = await judgedWith(stoppedComparer, 6, { signal: abort.signal });
    expect(report.flags).toContain('stopped');
    expect(report.reward).toBeNull();
    expect(results.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5]);
  });
});
