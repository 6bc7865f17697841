import type { Problem } from '../../src/domain/problem.ts';

/** A stdin problem with nothing particular to it: every test wants 1 printed, and the first is public. */
export function problemOf(change: Partial<Problem> = {}): Problem {
  const tests = change.tests ?? [
    { input: '', output: '1' },
    { input: '', output: '1' },
  ];
  return {
    id: 'p',
    title: 'P',
    source: 'test',
    difficulty: null,
    mode: 'stdin',
    tags: [],
    testCount: tests.length,
    prompt: '',
    functionName: null,
    starterCode: '',
    preamble: '',
    check: '',
    checker: null,
    publicTests: 1,
    timeLimitSeconds: 6,
    memoryLimitMb: 256,
    license: '',
    ...change,
    tests,
  };
}
