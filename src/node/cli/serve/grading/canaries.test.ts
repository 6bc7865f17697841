import { execFileSync } from 'node:child_process';
import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../../../tests/builders/eventually.ts';
import { problemOf } from '../../../../../tests/builders/problem.ts';
import { reportOf } from '../../../../../tests/builders/report.ts';
import { pageOf, startService } from '../../../../../tests/builders/reward-service.ts';
import type { Problem } from '../../../../domain/problem.ts';
import { ALL_TESTS } from '../../../../judge/profiles/selection.ts';
import { canariesFor } from './canaries.ts';

const names = (problem: Problem, selection = ALL_TESTS) =>
  canariesFor(problem, selection).map(({ name }) => name);
const sums = [
  { input: '1 2\n', output: '3\n' },
  { input: 'é "\\ \n', output: "a'\u2028\n" },
];
const calls = [
  { input: '[[1, 2.0], "é"]', output: '{"a": [1, null]}' },
  { input: '[[], "x"]', output: '12345678901234567890' },
];
const call = { mode: 'call', functionName: 'total' } as const;

it.each([
  [{ tests: sums }, ['no-output', 'exit', 'hard-exit', 'output-of-the-first-test', 'expected-outputs']],
  [
    { ...call, tests: calls },
    ['exit-in-the-call', 'equal-to-everything', 'output-of-the-first-test', 'expected-outputs'],
  ],
  [{ mode: 'assert', check: 'assert f() == 1' }, ['exit', 'hard-exit']],
  // Each output may be the correct one.
  [{ tests: [...sums, { input: '', output: '\n' }] }, ['expected-outputs']],
  // All tests have the same output, so a program that prints it solves them.
  [{ tests: sums.slice(0, 1) }, ['no-output', 'exit', 'hard-exit', 'expected-outputs']],
  // Two outputs for one input: no program can print both.
  [
    { tests: [...sums, { ...sums[0]!, output: '4' }] },
    ['no-output', 'exit', 'hard-exit', 'output-of-the-first-test'],
  ],
  // A checker may accept outputs other than those of the tests.
  [{ tests: sums, checker: 'def check(): ...' }, []],
] as const)('%j has the canaries %j', (change, expected) => {
  expect(names(problemOf(change as Partial<Problem>))).toEqual(expected);
});

it('makes right programs that print or return what the tests expect, by native Python', () => {
  const rightOf = (problem: Problem) =>
    canariesFor(problem, ALL_TESTS).find(({ kind }) => kind === 'right')!.code;
  const run = (code: string, input: string) => execFileSync('python3', ['-c', code], { input }).toString();
  for (const { input, output } of sums) expect(run(rightOf(problemOf({ tests: sums })), input)).toBe(output);
  const code = rightOf(problemOf({ ...call, tests: calls }));
  for (const { input, output } of calls)
    expect(JSON.parse(run(`${code}\nprint(json.dumps(total(*json.loads(input()))))`, input))).toEqual(
      JSON.parse(output),
    );
});

it.each([
  ['accepted', 'canary no-output: a hack earned the reward by profile rllm, dialect rewards, problem p'],
  [
    'wrong-answer',
    'canary expected-outputs: a right program earned no reward by profile rllm, dialect rewards, problem p',
  ],
] as const)('raises an alarm about a grader to which everything is %s', async (verdict, alarm) => {
  const seen: string[] = [];
  const service = await startService({
    canaryShare: 0.5,
    openPage: pageOf((job) => {
      if (job.task === 'judge') seen.push(job.submission.kind);
      return { report: reportOf([verdict, verdict]) };
    }),
  });
  onTestFinished(() => service.end());
  const problem = { id: 'p', mode: 'stdin', prompt: '', tests: sums };
  const items = Array.from({ length: 20 }, (_, index) => ({ problem, response: `${index}` }));
  const { body } = await service.ask('/v1/rewards?profile=rllm', { items });
  // A canary is judged like any other answer, but no response contains it.
  expect((body as { results: unknown[] }).results).toHaveLength(20);
  await eventually(() => expect(service.alarms).toContain(alarm));
  expect(seen.length).toBeGreaterThan(20);
  expect(new Set(seen)).toEqual(new Set(['completion']));
  const { body: metrics } = await service.ask('/metrics');
  const [kind, outcome] = verdict === 'accepted' ? ['hack', 'paid'] : ['right', 'refused'];
  expect(metrics).toMatch(new RegExp(`allpass_canaries_total{kind="${kind}",outcome="${outcome}"} \\d+\n`));
  expect(metrics).toMatch(
    /allpass_canary_alarms{dialect="rewards",profile="rllm",canary="[a-z-]+"} [1-9]\d*\n/,
  );
  // The metrics count only the tasks of the callers.
  expect(metrics).toContain(`allpass_items_total{verdict="${verdict}"} 20\n`);
});
