import { expect, test } from 'vitest';
import { completionOf } from '../../tests/builders/completion.ts';
import { problemOf } from '../../tests/builders/problem.ts';
import { printed, raised, ScriptedRunner } from '../../tests/builders/scripted-runner.ts';
import { Judge } from './judge.ts';
import type { Program, Runner } from './runner.ts';
import { xray } from './xray.ts';

const problem = (count: number) =>
  problemOf({
    tests: Array.from({ length: count }, (_, index) => ({ input: `${index}`, output: `${index}\nend` })),
    publicTests: 0,
  });

async function look(runner: Runner, count: number, text: string) {
  const options = { signal: new AbortController().signal };
  const submission = { kind: 'completion', completion: completionOf(text) } as const;
  const rows = await xray(new Judge(runner), problem(count), submission, options);
  return Object.fromEntries(
    rows.map(({ profile, report, cause }) => [profile.name, { ...cause, reward: report.reward }]),
  );
}

const RIGHT = '```python\nright\n```\n';
const right = (input: string, program: Program) =>
  program.source.includes('right') ? printed(`${input}\nend\n`) : printed('?');

test('an answer all agree on has no causes, and each set of rules is judged once', async () => {
  const runner = new ScriptedRunner(right);
  const rows = await look(runner, 3, RIGHT);
  expect(Object.values(rows)).toEqual(Array.from({ length: 8 }, () => ({ reward: 1 })));
  // rLLM, LiveCodeBench (which Tinker shares but for the score), reward-kit, Open R1, the paper, fractional.
  expect(runner.programs.length).toBeLessThanOrEqual(8);
});

test('a trailing block of another tag is taken by those who take the last', async () => {
  const rows = await look(new ScriptedRunner(right), 2, `${RIGHT}\n\`\`\`text\n5\n\`\`\`\n`);
  expect(rows).toMatchObject({
    standard: { reward: 1 },
    rllm: { reward: 0, choices: ['extract'] },
    lcb: { reward: 0, choices: ['extract'] },
    'reward-kit': { reward: 1 },
    'open-r1': { reward: 1 },
  });
  expect(rows['rllm']!.says).toContain('The last closed block counts, whatever it is marked as');
});

test('an execution that cannot run the program names its error', async () => {
  const behave = (input: string, program: Program) =>
    program.execution === 'rllm' ? raised('AttributeError', "no attribute 'buffer'") : right(input, program);
  const rows = await look(new ScriptedRunner(behave), 2, RIGHT);
  expect(rows['rllm']).toMatchObject({ reward: 0, choices: ['execute'] });
  expect(rows['rllm']!.says).toContain("test 1 fails: AttributeError: no attribute 'buffer'.");
  expect(rows['lcb']).toEqual({ reward: 1 });
});

test('a correct beginning passes where lines are compared in pairs', async () => {
  const rows = await look(new ScriptedRunner((input) => printed(input)), 2, RIGHT);
  expect(rows).toMatchObject({ standard: { reward: 0 }, 'open-r1': { reward: 1, choices: ['compare'] } });
});

test('199 of 200 are enough for more than 99 %', async () => {
  const rows = await look(
    new ScriptedRunner((input, program) => (input === '7' ? printed('?') : right(input, program))),
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
});

test('two rules that only make the difference together are both named', async () => {
  const half = (input: string) => (input === '7' ? printed('?') : printed(input));
  const rows = await look(new ScriptedRunner(half), 200, RIGHT);
  expect(rows['open-r1']).toMatchObject({ reward: 1, choices: ['compare', 'score'] });
});

test('an answer without a program differs only where that costs something', async () => {
  const rows = await look(new ScriptedRunner(right), 2, 'I do not know.');
  expect(rows).toMatchObject({ standard: { reward: 0 }, tinker: { reward: -0.1, choices: ['score'] } });
  expect(rows['rllm']).toEqual({ reward: 0 });
});
