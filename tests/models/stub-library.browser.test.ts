/** Proves the fixture: the unmodified web-llm loads the scripted model and plays it back. */
import { CreateWebWorkerMLCEngine, type MLCEngineInterface } from '@mlc-ai/web-llm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverUrl } from './model-server.ts';

const worker = new Worker(new URL('stub-library.worker.ts', import.meta.url), { type: 'module' });
let engine: MLCEngineInterface;

beforeAll(async () => {
  const record = {
    model: `${serverUrl}/models/scripted/`,
    model_id: 'scripted',
    model_lib: `${serverUrl}/libraries/scripted.wasm`,
  };
  engine = await CreateWebWorkerMLCEngine(worker, 'scripted', { appConfig: { model_list: [record] } });
});

afterAll(async () => {
  await engine.unload();
  worker.terminate();
});

async function say(content: string, options: { seed?: number; max_tokens?: number } = {}) {
  const stream = await engine.chat.completions.create({
    messages: [{ role: 'user', content }],
    stream: true,
    stream_options: { include_usage: true },
    ...options,
  });
  let text = '';
  let reason: string | null = null;
  let tokens = 0;
  for await (const { choices, usage } of stream) {
    text += choices[0]?.delta.content ?? '';
    reason = choices[0]?.finish_reason ?? reason;
    tokens = usage?.completion_tokens ?? tokens;
  }
  return { text, reason, tokens };
}

test('the default answer, whatever the prompt holds', async () => {
  const statement = `Sum. ${'For example [[1, 2], [3, 4]] or [[x]] gives 10. '.repeat(60)}`;
  for (const prompt of ['Sum.', statement, `[[1]] ${statement} [[0]]`]) {
    const { text, reason } = await say(prompt);
    expect(reason).toBe('stop');
    expect(text).toBe(
      '<think>\nRead the numbers, add them.\n</think>\n\n```python\nprint(sum(map(int, input().split())))\n```\n',
    );
  }
});

test('the seed decides where the script leaves it open', async () => {
  const answers = [];
  for (const seed of [1, 1, 2, 3]) answers.push((await say('[[3]]', { seed })).text);
  expect(answers[0]).toMatch(/^Answer: [AB]{16}$/);
  expect(answers[1]).toBe(answers[0]);
  expect(new Set(answers).size).toBe(3);
});

test('answers by number: multi-byte, long, noise, failing', async () => {
  expect((await say('[[4]]')).text).toBe('π ≈ 3.14 🚀 数学');
  expect((await say('[[5]]')).text).toMatch(/^Read the numbers/);
  expect((await say('[[6]]', { max_tokens: 40 })).text).toBe('!'.repeat(40));
  const long = await say('[[8]]');
  expect(long.tokens).toBeGreaterThan(1400);
  expect(long.tokens).toBeLessThan(1800);
  await expect(say('[[9]]')).rejects.toThrow('the script says that the model fails here');
  expect((await say('[[10]]')).text).toMatch(/^```python/);
});

test('an endless answer ends at the limit, and takes the time the prompt asks for', async () => {
  const startedMs = performance.now();
  expect(await say('[[2/20]]', { max_tokens: 20 })).toMatchObject({ reason: 'length', tokens: 20 });
  expect(performance.now() - startedMs).toBeGreaterThan(350);
});
