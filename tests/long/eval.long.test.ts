/** `allpass eval` against a server of this machine: killed and left alone by the server, it comes to the same run. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { withFiles } from '../builders/files.ts';
import { closeServers, play, reply, stream, type Asked } from '../played-server.ts';
import { allpass, readLinesOf, type VerdictRow } from '../node/command-line.ts';
import { started } from '../node/started.ts';
import { steady } from '../node/steady-rows.ts';

afterEach(closeServers);

const KEY = 'sk-secret-of-nobody';
const PROBLEMS = ['one', 'two', 'three'].map((id, at) => ({
  id,
  mode: 'stdin',
  prompt: `Print ${at + 1}.`,
  tests: [{ input: '', output: String(at + 1) }],
}));

/** Returns the model's answer to sample `seed` of a problem: right, but for every third. */
function programFor({ body }: Asked): string {
  const [, wanted] = /Print (\d)\./.exec(JSON.stringify(body['messages'])) ?? [];
  return `print(${Number(body['seed']) % 3 === 2 ? 7 : wanted})`;
}

function say(response: ServerResponse, asked: Asked): void {
  const text = `Here:\n\`\`\`python\n${programFor(asked)}\n\`\`\`\n`;
  const chunk = (fields: object) => `data: ${JSON.stringify(fields)}\n\n`;
  stream(
    response,
    chunk({ choices: [{ index: 0, delta: { content: text } }] }),
    chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
    chunk({ choices: [], usage: { prompt_tokens: 11, completion_tokens: 9 } }),
    'data: [DONE]\n\n',
  ).end();
}

/** Lists its model; answers questions as it is told to. */
function serve(answer: (response: ServerResponse, asked: Asked) => void) {
  return play((response, asked) => {
    if (asked.path.endsWith('/models')) reply(response, 200, { data: [{ id: 'toy' }] });
    else answer(response, asked);
  });
}

function evaluate(folder: string, address: string, ...args: readonly string[]) {
  const asked = ['eval', '--problems', 'P.jsonl', '--base-url', `${address}/v1`, '--model', 'toy'];
  const how = ['--seed', '0', '--key-variable', 'TOY_KEY', '--concurrency', '2', '--workers', '1'];
  return started([...asked, ...how, ...args], folder, { TOY_KEY: KEY });
}

const run = (folder: string, address: string, ...args: readonly string[]) =>
  evaluate(folder, address, ...args).ended;

it('goes on after it was killed and after the server was down, as if nothing had happened', async () => {
  await withFiles({ 'P.jsonl': PROBLEMS }, async (folder) => {
    const file = (name: string) => join(folder, name);
    const well = await serve(say);
    const whole = await run(folder, well.address, '--n', '3', '-o', 'whole.jsonl');
    expect(whole, whole.said).toMatchObject({ code: 0 });
    expect(whole.said).toContain('answers  9 of toy; 180 tokens in all');
    const rows = readLinesOf<VerdictRow & { response: string; tokens: number }>(file('whole.jsonl'));
    expect(rows.map(({ problem_id, sample_id, reward }) => [problem_id, sample_id, reward])).toEqual(
      ['0', '1', '2'].flatMap((id) =>
        ['one', 'two', 'three'].map((problem) => [problem, id, id === '2' ? 0 : 1]),
      ),
    );
    expect(rows[0]).toMatchObject({
      finish_reason: 'stop',
      prompt_tokens: 11,
      tokens: 9,
      profile: 'standard',
    });
    // Once by the check before the first question, once by the model itself.
    expect(well.asked.filter(({ path }) => path.endsWith('/models'))).toHaveLength(2);

    // Killed as soon as something is there, and in the middle of a line.
    const part = file('out.jsonl.part');
    const slow = await serve((response, asked) => void setTimeout(() => say(response, asked), 300));
    const { child, ended, until } = evaluate(folder, slow.address, '--n', '2', '-o', 'out.jsonl');
    await until(() => existsSync(part) && readFileSync(part, 'utf8').includes('\n'));
    child.kill('SIGKILL');
    await ended;
    writeFileSync(part, '{"problem_id":"one","sample_id":"1","resp', { flag: 'a' });
    const before = readFileSync(part, 'utf8').split('\n').slice(0, -1);

    // A server that breaks off in the middle of an answer, and then takes no key; then none at all: nothing is scored.
    let broken = 0;
    const refusing = await serve((response) => {
      broken += 1;
      if (broken > 1) return reply(response, 401, { error: { message: `wrong key ${KEY}` } });
      const half = { choices: [{ index: 0, delta: { content: 'Here:' } }] };
      stream(response, `data: ${JSON.stringify(half)}\n\n`);
      setTimeout(() => response.destroy(), 20);
    });
    for (const address of [refusing.address, 'http://127.0.0.1:9']) {
      const halted = await run(folder, address, '--n', '2', '-o', 'out.jsonl');
      expect(halted.code, halted.said).toBe(3);
      expect(halted.said).toMatch(
        /samples are done, their rows are in .*out\.jsonl\.part; rerun the same command to resume/,
      );
      expect(halted.said).not.toContain(KEY);
    }

    // More samples than it began with; and another server with the same model.
    const end = await run(folder, well.address, '--n', '3', '-o', 'out.jsonl');
    expect(end, end.said).toMatchObject({ code: 0 });
    expect(steady(file('out.jsonl'))).toEqual(steady(file('whole.jsonl')));
    expect(before.length).toBeGreaterThan(0);
    const questions = well.asked.filter(({ body }) => JSON.stringify(body).includes('Print '));
    const again = questions.slice(9);
    expect(again.length).toBeLessThanOrEqual(9 - new Set(before.map((line) => line.slice(0, 40))).size);

    const everything = ['out.jsonl', 'out.jsonl.manifest.json', 'whole.jsonl'].map((name) =>
      readFileSync(file(name), 'utf8'),
    );
    expect([...everything, whole.said, end.said].join('')).not.toContain(KEY);
    expect(well.asked[1]?.headers.authorization).toBe(`Bearer ${KEY}`);
  });
});

it('three shards put together are one run, and a budget ends it with what there is', async () => {
  await withFiles({ 'P.jsonl': PROBLEMS }, async (folder) => {
    const file = (name: string) => join(folder, name);
    const { address } = await serve(say);
    expect((await run(folder, address, '--n', '2', '-o', 'whole.jsonl')).code).toBe(0);
    for (const shard of ['1/3', '2/3', '3/3'])
      expect(
        (await run(folder, address, '--n', '2', '--shard', shard, '-o', `run-${shard[0]}.jsonl`)).code,
      ).toBe(0);
    const shards = ['run-3.jsonl', 'run-1.jsonl', 'run-2.jsonl'];
    const lacking = allpass(['merge', ...shards.slice(1)], folder);
    expect([lacking.code, lacking.stderr]).toEqual([2, expect.stringContaining('are missing (3/3)')]);
    expect(allpass(['merge', ...shards, '-o', 'merged.jsonl'], folder).code).toBe(0);
    expect(steady(file('merged.jsonl'))).toEqual(steady(file('whole.jsonl')));
    // Its rows are samples, too.
    const again = ['grade', '--problems', 'P.jsonl', '--samples', 'merged.jsonl', '-q', '-o', 'again.jsonl'];
    expect(allpass(again, folder).code).toBe(0);
    const rewards = (name: string) => readLinesOf<VerdictRow>(file(name)).map(({ reward }) => reward);
    expect(rewards('again.jsonl')).toEqual(rewards('whole.jsonl'));

    const spent = await run(folder, address, '--n', '2', '--budget-tokens', '20', '-o', 'spent.jsonl');
    expect(spent.code).toBe(3);
    expect(spent.said).toMatch(/allpass: the budget of 20 tokens is spent: [12] of 6 samples are done/);
  });
});
