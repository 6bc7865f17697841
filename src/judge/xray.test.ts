import { expect, test } from 'vitest';
import { completionOf } from '../../tests/builders/completion.ts';
import { problemOf } from '../../tests/builders/problem.ts';
import { printed, raised, ScriptedRunner, timedOut } from '../../tests/builders/scripted-runner.ts';
import type { Problem } from '../domain/problem.ts';
import { Judge } from './judge.ts';
import type { Program, Runner } from './runner.ts';
import { PROFILES } from './profiles/profiles.ts';
import { xray } from './xray.ts';

const problem = (count: number) =>
  problemOf({
    tests: Array.from({ length: count }, (_, index) => ({ input: `${index}`, output: `${index}\nend` })),
    publicTests: 0,
  });

async function xrayRows(runner: Runner, problemOrCount: number | Problem, text: string) {
  const options = { signal: new AbortController().signal };
  const submission = { kind: 'completion', completion: completionOf(text) } as const;
  const xrayedProblem = typeof problemOrCount === 'number' ? problem(problemOrCount) : problemOrCount;
  const rows = await xray(new Judge(runner), xrayedProblem, submission, options);
  return Object.fromEntries(
    rows.map(({ profile, report, cause }) => [profile.name, { ...cause, reward: report.reward }]),
  );
}

const RIGHT = '```python\nright\n```\n';
const echoIfRight = (input: string, program: Program) =>
  program.source.includes('right') ? printed(`${input}\nend\n`) : printed('?');

test('an answer all agree on has no causes, and each set of rules is judged once', async () => {
  const runner = new ScriptedRunner(echoIfRight);
  // The prompt of lm-eval has already opened the block, so lm-eval extracts another program from this answer.
  const { 'lm-eval': _, ...rows } = await xrayRows(runner, 3, RIGHT);
  expect(Object.values(rows)).toEqual(Array.from({ length: PROFILES.length - 1 }, () => ({ reward: 1 })));
  // Tinker has LiveCodeBench's rules except for the score. The cause of lm-eval's difference takes another
  // trial.
  expect(runner.programs.length).toBeLessThanOrEqual(PROFILES.length + 1);
});

test('a trailing block of another tag is taken by those who take the last', async () => {
  const rows = await xrayRows(new ScriptedRunner(echoIfRight), 2, `${RIGHT}\n\`\`\`text\n5\n\`\`\`\n`);
  expect(rows).toMatchObject({
    standard: { reward: 1 },
    rllm: { reward: 0, choices: ['extract'] },
    lcb: { reward: 0, choices: ['extract'] },
    'reward-kit': { reward: 1 },
    'open-r1': { reward: 1 },
  });
  expect(rows['rllm']!.says).toContain('The last closed block counts, whatever it is marked as');
});

const BUFFER = "'_io.StringIO' object has no attribute 'buffer'";

test('an execution that cannot run the program names the rule that its failure tells', async () => {
  const behave = (input: string, program: Program) =>
    ['rllm', 'reward-kit'].includes(program.execution)
      ? raised('AttributeError', BUFFER)
      : echoIfRight(input, program);
  const rows = await xrayRows(new ScriptedRunner(behave), 2, RIGHT);
  expect(rows['rllm']).toMatchObject({ reward: 0, choices: ['execute'] });
  expect(rows['reward-kit']!.says).toBe(
    'reward-kit gives the program a StringIO for sys.stdin and for sys.stdout, which has no buffer. ' +
      `Here test 1 fails: AttributeError: ${BUFFER}.`,
  );
  expect(rows['lcb']).toEqual({ reward: 1 });
});

test('a failure that tells no rule is not explained by one', async () => {
  const behave = (input: string, program: Program) =>
    program.execution === 'reward-kit' ? raised('KeyError', "'a'") : echoIfRight(input, program);
  const { says } = (await xrayRows(new ScriptedRunner(behave), 2, RIGHT))['reward-kit']!;
  expect(says).toMatch(/the failure does not say which of this it was\. Here test 1 fails: KeyError: 'a'\.$/);
});

test('what only another limit forgives is put down to the limit', async () => {
  const isTooSlow = ({ timeSeconds }: { timeSeconds: number }) => timeSeconds < 5;
  class Slow extends ScriptedRunner {
    override open(...[program, limits, turn]: Parameters<Runner['open']>) {
      const innerRunner = new ScriptedRunner(isTooSlow(limits) ? () => timedOut() : echoIfRight);
      return innerRunner.open(program, limits, turn);
    }
  }
  const rows = await xrayRows(new Slow(echoIfRight), { ...problem(2), timeLimitSeconds: 2 }, RIGHT);
  expect(rows['lcb']).toMatchObject({
    choices: ['execute'],
    says: 'A test may run 6 s, not the problem’s 2 s. By the standard rules test 1 fails: time limit exceeded.',
  });
  expect(rows['open-r1']!.says).toContain('A test may run 5 s');
});

test('graders that do not ask the problem’s own checker are said to', async () => {
  const checker = { ...problem(2), checker: 'nocase' };
  const rows = await xrayRows(new ScriptedRunner((input) => printed(`${input}\nEND\n`)), checker, RIGHT);
  expect(rows['rllm']).toMatchObject({
    reward: 0,
    choices: ['compare'],
    says: 'This problem has its own checker of outputs, and rLLM does not run it. Here test 1 fails: wrong answer.',
  });
});

test('another text of the same block is told from another block', async () => {
  const indentedAnswer = '```python\n  right\n```\n';
  const behave = (input: string, program: Program) =>
    program.source.startsWith(' ') ? printed('?') : echoIfRight(input, program);
  const rows = await xrayRows(new ScriptedRunner(behave), 2, indentedAnswer);
  const differingRows = Object.entries(rows).filter(
    ([name, { choices }]) => choices && name !== 'fractional',
  );
  for (const [, { says }] of differingRows)
    expect(says).toContain('It takes the same block as the standard rules');
  expect(differingRows.length).toBeGreaterThan(0);
});

test('a correct beginning passes where lines are compared in pairs', async () => {
  const rows = await xrayRows(new ScriptedRunner((input) => printed(input)), 2, RIGHT);
  expect(rows).toMatchObject({ standard: { reward: 0 }, 'open-r1': { reward: 1, choices: ['compare'] } });
});

test('199 of 200 are enough for more than 99 %', async () => {
  const rows = await xrayRows(
    new ScriptedRunner((input, program) => (input === '7' ? printed('?') : echoIfRight(input, program))),
    200,
    RIGHT,
  );
  expect(rows).toMatchObject({
    standard: { reward: 0 },
    'open-r1': { reward: 1, choices: ['score'] },
    fractional: { reward: 0.995, choices: ['score'] },
    // Test 7 is not among the 15 longest inputs.
    'deepcoder-paper': { reward: 1, choices: ['select'] },
  });
  expect(rows['fractional']!.says).toContain('199 of 200 tests passed');
  expect(rows['deepcoder-paper']!.says).toContain(
    'Here 15 of 200 tests ran, and test 8, which fails by the standard rules, is not among them.',
  );
});

test('two rules that only make the difference together are both named', async () => {
  const half = (input: string) => (input === '7' ? printed('?') : printed(input));
  const rows = await xrayRows(new ScriptedRunner(half), 200, RIGHT);
  expect(rows['open-r1']).toMatchObject({ reward: 1, choices: ['compare', 'score'] });
});

test('an answer without a program differs only where that costs something', async () => {
  const rows = await xrayRows(new ScriptedRunner(echoIfRight), 2, 'I do not know.');
  expect(rows).toMatchObject({ standard: { reward: 0 }, tinker: { reward: -0.1, choices: ['score'] } });
  expect(rows['tinker']!.says).toMatch(/^An answer without a program loses 0\.1\. Here: Nothing taken/);
  expect(rows['rllm']).toEqual({ reward: 0 });
});
