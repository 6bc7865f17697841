import { expect, test } from 'vitest';
import type { Completion } from '../domain/completion.ts';
import type { Problem } from '../domain/problem.ts';
import { Judge } from './judge.ts';
import type { Program, Runner, TestOutcome } from './runner.ts';
import { xray } from './xray.ts';

/** Runs nothing: says what a program would do, by its execution and its text. */
function runnerThat(behave: (program: Program, input: string) => TestOutcome): Runner & { programs: number } {
  return {
    programs: 0,
    open(program) {
      this.programs += 1;
      return Promise.resolve({
        loaded: { type: 'loaded' },
        timeFactor: 1,
        absent: [],
        ended: false,
        run(inputs, first, onOutcome) {
          inputs.forEach((input, offset) => onOutcome(first + offset, behave(program, input), 1));
          return Promise.resolve();
        },
        close() {},
      });
    },
    dispose() {},
  };
}

const problem = (count: number): Problem => ({
  id: 'p',
  title: '',
  source: 'test',
  difficulty: null,
  mode: 'stdin',
  tags: [],
  testCount: count,
  prompt: '',
  functionName: null,
  starterCode: '',
  preamble: '',
  check: '',
  checker: null,
  tests: Array.from({ length: count }, (_, index) => ({ input: `${index}`, output: `${index}\nend` })),
  publicTests: 0,
  timeLimitSeconds: 6,
  memoryLimitMb: 256,
  license: '',
});

const answer = (text: string): Completion => ({
  reasoning: '',
  reasoningOpen: false,
  text,
  finishReason: 'stop',
  usage: null,
});

const prints = (stdout: string): TestOutcome => ({ type: 'exited', stdout, stderr: '' });
const raises = (name: string, message: string): TestOutcome => ({
  type: 'raised',
  error: { name, message, traceback: '' },
  browserLimit: false,
});

async function look(runner: Runner, count: number, text: string) {
  const options = { signal: new AbortController().signal };
  const rows = await xray(new Judge(runner), problem(count), { completion: answer(text) }, options);
  return Object.fromEntries(
    rows.map(({ profile, report, cause }) => [profile.name, { ...cause, reward: report.reward }]),
  );
}

const RIGHT = '```python\nright\n```\n';
const right = (program: Program, input: string) =>
  program.source.includes('right') ? prints(`${input}\nend\n`) : prints('?');

test('an answer all agree on has no causes, and each set of rules is judged once', async () => {
  const runner = runnerThat(right);
  const rows = await look(runner, 3, RIGHT);
  expect(Object.values(rows)).toEqual(Array.from({ length: 8 }, () => ({ reward: 1 })));
  // rLLM, LiveCodeBench (which Tinker shares but for the score), reward-kit, Open R1, the paper, fractional.
  expect(runner.programs).toBeLessThanOrEqual(8);
});

test('a trailing block of another tag is taken by those who take the last', async () => {
  const rows = await look(runnerThat(right), 2, `${RIGHT}\n\`\`\`text\n5\n\`\`\`\n`);
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
  const behave = (program: Program, input: string) =>
    program.execution === 'rllm' ? raises('AttributeError', "no attribute 'buffer'") : right(program, input);
  const rows = await look(runnerThat(behave), 2, RIGHT);
  expect(rows['rllm']).toMatchObject({ reward: 0, choices: ['execute'] });
  expect(rows['rllm']!.says).toContain("test 1 fails: AttributeError: no attribute 'buffer'.");
  expect(rows['lcb']).toEqual({ reward: 1 });
});

test('a correct beginning passes where lines are compared in pairs', async () => {
  const rows = await look(
    runnerThat((_, input) => prints(input)),
    2,
    RIGHT,
  );
  expect(rows).toMatchObject({ standard: { reward: 0 }, 'open-r1': { reward: 1, choices: ['compare'] } });
});

test('199 of 200 are enough for more than 99 %', async () => {
  const rows = await look(
    runnerThat((program, input) => (input === '7' ? prints('?') : right(program, input))),
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
  const half = (_: Program, input: string) => (input === '7' ? prints('?') : prints(input));
  const rows = await look(runnerThat(half), 200, RIGHT);
  expect(rows['open-r1']).toMatchObject({ reward: 1, choices: ['compare', 'score'] });
});

test('an answer without a program differs only where that costs something', async () => {
  const rows = await look(runnerThat(right), 2, 'I do not know.');
  expect(rows).toMatchObject({ standard: { reward: 0 }, tinker: { reward: -0.1, choices: ['score'] } });
  expect(rows['rllm']).toEqual({ reward: 0 });
});
