import { expect, it } from 'vitest';
import { problemOf } from '../../../tests/builders/problem.ts';
import { reportOf } from '../../../tests/builders/report.ts';
import type { Problem } from '../../domain/problem.ts';
import type { SubmissionJudge } from '../../judge/judge.ts';
import { FLOOR_POLICIES, judgeFloor } from './floor.ts';

/** Judges nothing: every program earns the same. */
async function floorOf(problem: Problem, verdict: 'accepted' | 'wrong-answer' | 'judge-error') {
  const codes: string[] = [];
  const judge: SubmissionJudge = {
    judge: async (_, submission) => {
      codes.push(submission.kind === 'program' ? submission.code : '');
      return reportOf([verdict]);
    },
  };
  return { ...(await judgeFloor(judge, problem, new AbortController().signal)), codes };
}

const policy = (name: string) => FLOOR_POLICIES.find((each) => each.name === name)!;
const SUMS = problemOf({
  tests: [
    { input: '1 2\n', output: '3\n' },
    { input: '4 5\n', output: '9\n' },
  ],
});

it('has at least twelve policies, each with a name of its own and a program for scripts or functions', () => {
  expect(new Set(FLOOR_POLICIES.map(({ name }) => name)).size).toBe(FLOOR_POLICIES.length);
  expect(FLOOR_POLICIES.length).toBeGreaterThanOrEqual(12);
  const call = problemOf({ mode: 'call', functionName: 'f', tests: [{ input: '[1]', output: '2' }] });
  for (const { code } of FLOOR_POLICIES) expect(code(SUMS) ?? code(call)).not.toBeNull();
});

it('judges only what may pass: nothing where outputs differ, and exits where no output is expected', async () => {
  expect((await floorOf(SUMS, 'accepted')).codes).toEqual([]);
  const { codes, paid } = await floorOf(problemOf({ tests: [{ input: '1\n', output: '\n' }] }), 'accepted');
  expect(paid).toEqual(expect.arrayContaining(['nothing', 'early exit', 'hard exit']));
  expect(codes).toContain(policy('hard exit').code(SUMS));
});

it('counts only a judged reward of 1', async () => {
  const constant = problemOf({ tests: [{ input: 'x\n', output: '1\n' }], publicTests: 0 });
  const names = ['always 1', 'most common output', 'output of the first test', 'copied examples'];
  expect((await floorOf(constant, 'accepted')).paid).toEqual(expect.arrayContaining(names));
  expect((await floorOf(constant, 'wrong-answer')).paid).toEqual([]);
  const failed = await floorOf(constant, 'judge-error');
  expect([failed.paid, failed.unjudged]).toEqual([[], expect.arrayContaining(names)]);
});

it('a checker or a check may accept anything, so every policy is judged', async () => {
  const fitting = (problem: Problem) => FLOOR_POLICIES.filter(({ code }) => code(problem) !== null).length;
  for (const problem of [problemOf({ checker: 'import sys' }), problemOf({ mode: 'assert', check: 'pass' })])
    expect((await floorOf(problem, 'wrong-answer')).codes).toHaveLength(fitting(problem));
});

it.each([
  ['tokens', '3\n', []],
  ['float', '0.0000001\n', ['always 0', 'always False']],
  ['nocase', 'yes\n', ['always YES']],
  ['prefix', '-17\n', []],
])(
  'under the comparer %s, of the policies that print a constant those that may pass: %j',
  async (checker, output, names) => {
    const tests = [
      { input: 'x\n', output },
      { input: 'y\n', output: `${output} ` },
    ];
    const problem = problemOf({ checker, tests });
    const { codes } = await floorOf(problem, 'wrong-answer');
    const constants = FLOOR_POLICIES.filter(({ name }) => /^always|^nothing/.test(name));
    const judged = constants.filter(({ code }) => codes.includes(code(problem) ?? ''));
    expect(judged.map(({ name }) => name)).toEqual(names);
    expect(codes.length).toBeLessThan(8);
  },
);

it('under another comparer a value that is equal to everything is judged', async () => {
  const call = { mode: 'call', functionName: 'f', tests: [{ input: '[1]', output: '[7]' }] } as const;
  const code = policy('equal to everything').code(problemOf(call));
  expect((await floorOf(problemOf(call), 'accepted')).codes).not.toContain(code);
  expect((await floorOf(problemOf({ ...call, checker: 'float' }), 'accepted')).codes).toContain(code);
});
