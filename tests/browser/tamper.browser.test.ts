/**
 * A submission that tampers with the judge changes no later verdict: after each, five programs get exactly
 * the reports they got before. No wrong program is ever accepted.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../builders/eventually.ts';
import type { Problem } from '../../src/domain/problem.ts';
import type { JudgeReport } from '../../src/domain/verdict.ts';
import { Judge } from '../../src/judge/judge.ts';
import { problemOf } from '../builders/problem.ts';
import { options } from '../builders/echoing.ts';
import { makeCountedSandbox } from './sandbox.ts';
import { TAMPERINGS, type Tampering } from './programs/tampering.ts';
import { sampled } from './sampled.ts';

const { runner, workers } = makeCountedSandbox();
afterAll(() => runner.dispose());
const judge = new Judge(runner);

const sum = problemOf({
  id: 'sum',
  tests: [
    { input: '1 2\n', output: '3\n' },
    { input: '5 7\n', output: '12\n' },
  ],
  timeLimitSeconds: 10,
});

const sumCall: Problem = {
  ...sum,
  mode: 'call',
  functionName: 'f',
  tests: [
    { input: '[1,2]', output: '3' },
    { input: '[5,7]', output: '12' },
  ],
};

/** Nothing prints this, and a program that tampers gets the same short time twice. */
const unsolvable: Problem = {
  ...sum,
  tests: [{ input: '1 2\n', output: 'never printed' }],
  timeLimitSeconds: 1,
};

const VICTIMS: readonly (readonly [name: string, problem: Problem, code: string, reward: 0 | 1])[] = [
  ['a right program', sum, 'a, b = map(int, input().split())\nprint(a + b)', 1],
  ['a wrong program', sum, 'a, b = map(int, input().split())\nprint(a - b)', 0],
  ['a right function', sumCall, 'def f(a, b): return a + b', 1],
  [
    'a program with a clock',
    sum,
    `import time
start = time.perf_counter()
time.sleep(0.01)
took = time.perf_counter() - start
a, b = map(int, input().split())
print(a + b if 0.005 < took < 5 else took)`,
    1,
  ],
  [
    'a program with a late import',
    sum,
    `import colorsys
a, b = map(int, input().split())
print(a + b if colorsys.rgb_to_hsv(0, 0, 0) == (0.0, 0.0, 0) else "grey")`,
    1,
  ],
];

const judged = (problem: Problem, code: string): Promise<JudgeReport> =>
  judge.judge(problem, { kind: 'program', code }, options());

/** Everything in the reports but how long the tests took, and how busy the machine was. */
async function judgedVictims(): Promise<Record<string, JudgeReport>> {
  const reports: Record<string, JudgeReport> = {};
  for (const [name, problem, code] of VICTIMS) {
    const report = await judged(problem, code);
    reports[name] = {
      ...report,
      timeFactor: 1,
      tests: report.tests.map((each) => ({ ...each, milliseconds: null })),
    };
  }
  return reports;
}

let untouched: Record<string, JudgeReport> = {};

beforeAll(async () => {
  untouched = await judgedVictims();
  for (const [name, , , reward] of VICTIMS) expect(untouched[name], name).toMatchObject({ reward });
  await eventually(() => expect(workers.booted).toBeGreaterThanOrEqual(2));
});

async function changesNothing({ source, taints, ends }: Tampering): Promise<void> {
  const before = workers.booted;
  const report = await judged(unsolvable, source);
  expect(report).toMatchObject({ reward: 0 });
  if (ends !== null) {
    const own = { verdict: 'wrong-answer', tests: [{ got: ends }] };
    expect.soft(report, JSON.stringify(report.tests)).toMatchObject(own);
  }
  // Two workers take turns, so that five victims twice meet each of them at least five times.
  for (const round of [1, 2]) expect(await judgedVictims(), `round ${round}`).toEqual(untouched);
  if (taints) await eventually(() => expect(workers.booted).toBeGreaterThan(before));
}

test.for(sampled(Object.entries(TAMPERINGS)))('%s', ([, tampering]) => changesNothing(tampering));
