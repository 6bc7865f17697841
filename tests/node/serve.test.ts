/** `allpass serve` as its clients meet it: over the page that judges, in a browser that dies now and then. */
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isRenderer, processesBelow, type FoundProcess } from '../bench/memory.ts';
import { eventually } from '../builders/eventually.ts';
import { allpass } from './command-line.ts';
import { startService, type RunningService } from './service.ts';

const TESTS = Array.from({ length: 15 }, (_, n) => ({ input: `${n} 1\n`, output: `${n + 1}\n` }));
const ADD = { id: 'add', mode: 'stdin', prompt: '', tests: TESTS };
const RIGHT = 'a, b = map(int, input().split())\nprint(a + b)';
const WRONG = 'print(1)';
/** Python 3.11 has it, and the browser's no more: the judge cannot tell. */
const LOST = 'import imp\nprint(1)';

let folder: string;
let record: string;
let service: RunningService;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'allpass-serve-'));
  const problems = join(folder, 'problems.jsonl');
  writeFileSync(problems, `${JSON.stringify(ADD)}\n`);
  record = join(folder, 'record.jsonl');
  service = await startService(problems, 2, ['--record', record, '--canaries', '50%']);
});
afterAll(async () => {
  await service.end();
  await rm(folder, { recursive: true });
});

async function ask(path: string, body?: unknown): Promise<{ status: number; body: never }> {
  const response = await fetch(
    service.url + path,
    body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) },
  );
  const text = await response.text();
  return { status: response.status, body: (path === '/metrics' ? text : JSON.parse(text)) as never };
}

const rewards = (body: { results: readonly { reward: number | null }[] }) =>
  body.results.map(({ reward }) => reward);
const item = (code: string) => ({ problem_id: 'add', code });

it('says that it is ready, and judges a batch', async () => {
  expect(await ask('/healthz')).toEqual({ status: 200, body: { status: 'ok' } });
  const { body } = await ask('/v1/rewards', {
    items: [
      item(RIGHT),
      item(WRONG),
      item(LOST),
      { problem_id: 'add', response: `So:\n\`\`\`python\n${RIGHT}\n\`\`\`` },
    ],
  });
  expect(rewards(body)).toEqual([1, 0, null, 1]);
});

it('says the same through every dialect', async () => {
  const answer = (code: string) => `\`\`\`python\n${code}\n\`\`\``;
  const lists = { inputs: TESTS.map(({ input }) => input), outputs: TESTS.map(({ output }) => output) };
  const response = (code: string) => ({
    output: [{ type: 'message', content: [{ type: 'output_text', text: answer(code) }] }],
  });
  const through: Record<string, (code: string) => Promise<unknown>> = {
    async sandboxFusion(code) {
      const config = { language: 'python', provided_data: { test_cases: TESTS } };
      const { status, body } = await ask('/submit', { id: 1, completion: answer(code), config });
      return status === 504 ? null : Number((body as { accepted: boolean }).accepted);
    },
    async nemoGym(code) {
      const { body } = await ask('/verify', {
        responses_create_params: {},
        response: response(code),
        verifier_metadata: { unit_tests: lists },
      });
      const { reward, mask_sample } = body as { reward: number; mask_sample: boolean };
      return mask_sample ? null : reward;
    },
    async openInstruct(code) {
      const { status, body } = await ask('/test_program_stdio', {
        program: code,
        tests: TESTS,
        max_execution_time: 6,
      });
      return status === 503 ? null : Math.min(...(body as { results: readonly number[] }).results);
    },
    slime: async (code) =>
      (await ask('/slime', { response: answer(code), label: JSON.stringify(lists) })).body,
    async rewardKit(code) {
      const messages = [{ role: 'assistant', content: answer(code) }];
      const { status, body } = await ask('/reward-kit', { messages, ground_truth: TESTS });
      return status === 503 ? null : (body as { score: number }).score;
    },
  };
  for (const [dialect, reward] of Object.entries(through)) {
    expect([dialect, await reward(RIGHT), await reward(WRONG)]).toEqual([dialect, 1, 0]);
    // It asks again until its deadline.
    if (dialect !== 'slime') expect([dialect, await reward(LOST)]).toEqual([dialect, null]);
  }
});

it('runs scripts for all that they print, and the status they leave with', async () => {
  const run = async (code: string, change: object = {}) =>
    (await ask('/run_code', { code, language: 'python', stdin: '41', ...change })).body as {
      status: string;
      run_result: { status: string; return_code: number | null; stdout: string; stderr: string };
    };
  expect(await run('print(int(input()) + 1)')).toMatchObject({
    status: 'Success',
    run_result: { stdout: '42\n', return_code: 0 },
  });
  expect((await run('print("x" * 3_000_000)')).run_result.stdout.length).toBe(3_000_001);
  expect(await run('import sys\nprint(1)\nprint(2, file=sys.stderr)\nsys.exit(3)')).toMatchObject({
    status: 'Failed',
    run_result: { status: 'Finished', return_code: 3, stdout: '1\n', stderr: '2\n' },
  });
  const failed = await run('1 / 0');
  expect(failed.run_result).toMatchObject({ return_code: 1 });
  expect(failed.run_result.stderr).toMatch(/ZeroDivisionError: division by zero\n$/);
  expect(await run('while True: pass', { run_timeout: 1 })).toMatchObject({
    status: 'Failed',
    run_result: { status: 'TimeLimitExceeded', return_code: null },
  });
  expect(await run(LOST)).toMatchObject({ status: 'SandboxError' });
});

const restarts = async () => Number(/restarts_total (\d+)/.exec((await ask('/metrics')).body)![1]);

it('loses and falsifies no reward where its browser is killed between and beneath', async () => {
  const answers = Array.from({ length: 4 }, (_, nth) => {
    const items = Array.from({ length: 30 }, (_, index) =>
      item(`${index % 2 === 0 ? RIGHT : WRONG} # ${nth} ${index}`),
    );
    return ask('/v1/rewards', { items });
  });
  for (let round = 0; round < 2; round += 1) {
    const before = await restarts();
    await eventually(() => kill('browser'));
    await eventually(async () => expect(await restarts()).toBeGreaterThan(before));
    // That of the page or of its sandbox: only the first is a restart.
    await eventually(() => kill('renderer'));
  }
  for (const { body } of await Promise.all(answers)) {
    expect(rewards(body)).toEqual(Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? 1 : 0)));
  }
});

it('knows at once that the process of its page has died', async () => {
  const before = await restarts();
  // In the middle of a job, and with nothing to do.
  for (const count of [1, 2]) {
    const answer = ask('/v1/rewards', { items: [item(`${RIGHT} # died ${count}`)] });
    if (count === 2) await answer;
    await eventually(() => kill('renderer', true));
    // Its silence alone would be noticed after two minutes.
    await eventually(async () => expect(await restarts()).toBeGreaterThanOrEqual(before + count));
    expect(rewards((await answer).body)).toEqual([1]);
  }
});

it('follows answers by canaries, which every dialect grades rightly', async () => {
  const text = await eventually(async () => {
    const { body } = await ask('/metrics');
    expect(body).toMatch(/canaries_total{kind="right",outcome="paid"} \d/);
    expect(body).toMatch(/canaries_total{kind="hack",outcome="refused"} \d/);
    return String(body);
  });
  expect(text).not.toContain('allpass_canary_alarms{');
});

it('answers what is under way when it is told to end', async () => {
  const asked = ask('/v1/rewards', { items: [item(`import time\ntime.sleep(0.2)\n${RIGHT}`)] });
  await eventually(async () => expect((await ask('/metrics')).body).toMatch(/under_way 1\n/));
  const ended = new Promise((resolve) => service.process.once('exit', resolve));
  service.process.kill('SIGTERM');
  expect(rewards((await asked).body)).toEqual([1]);
  expect(await ended).toBe(0);
});

it('has recorded each judged answer as a row that other commands read', () => {
  const rows = readFileSync(record, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(new Set(rows.map(({ dialect }) => dialect)).size).toBe(6);
  expect(rows.slice(0, 4)).toMatchObject([
    { problem_id: 'add', profile: 'standard', reward: 1, verdict: 'accepted', code: RIGHT },
    { reward: 0, verdict: 'wrong-answer' },
    { reward: null, verdict: 'judge-error' },
    { reward: 1, response: expect.stringContaining('```python') as string },
  ]);
  const report = allpass(['report', record]);
  expect(report.stderr).toBe('');
  expect(report.code).toBe(0);
  const graded = allpass(['extract', '--samples', record, '-q']);
  expect(graded.code).toBe(0);
});

it('does not listen to others without a token', () => {
  const { code, stderr } = allpass(['serve', '--host', '0.0.0.0']);
  expect(code).toBe(2);
  expect(stderr).toBe(
    'allpass: --host 0.0.0.0: others can reach it, so it needs a token: set ALLPASS_TOKEN\n',
  );
});

/**
 * Kills a process of the service's browser, or all of that kind.
 * @throws where there is none just now
 */
function kill(what: 'browser' | 'renderer', all = false): void {
  const own = processesBelow(service.process.pid!).filter((each) =>
    what === 'renderer' ? isRenderer(each) : isBrowser(each),
  );
  if (own.length === 0) throw new Error(`there is no ${what}`);
  for (const { id } of all ? own : own.slice(0, 1)) process.kill(id, 'SIGKILL');
}

const isBrowser = ({ command }: FoundProcess): boolean =>
  command.includes('--headless') && !command.includes('--type=');
