import { afterEach, describe, expect, it } from 'vitest';
import type { GenerationEvent } from '../../chat-model.ts';
import { closeServers, DONE, EVENT_STREAM, JSON_TYPE, play, reply } from '../../../../tests/played-server.ts';
import { said, told } from '../../../../tests/builders/said.ts';
import { KEY, ask, modelAt, complete, content, answer } from '../../../../tests/builders/openai-model.ts';

afterEach(closeServers);

describe('repeating a request', () => {
  it('waits as long as a 429 says, then succeeds', async () => {
    const { address, asked } = await play((response, _asked, nth) =>
      nth === 1
        ? reply(response, 429, { error: { message: 'slow down' } }, { 'retry-after': '0.1' })
        : answer(response, content('ok'), DONE),
    );
    const startedMs = performance.now();
    expect((await complete(modelAt(address))).completion.text).toBe('ok');
    expect(performance.now() - startedMs).toBeGreaterThan(95);
    expect(asked).toHaveLength(2);
  });

  it('gives up at once where the wait would be long, and after three retries elsewhere', async () => {
    const long = await play((response) => reply(response, 429, {}, { 'retry-after': '3600' }));
    const { failure } = await complete(modelAt(long.address));
    expect(said(failure)).toMatchObject({
      layer: 'rate-limited',
      remedy: expect.stringContaining('1 h') as string,
    });
    expect(long.asked).toHaveLength(1);

    const ill = await play((response) => reply(response, 503, { error: { message: 'Loading model' } }));
    expect(told((await complete(modelAt(ill.address))).failure)).toMatch(/^busy: .*Loading model[.]/);
    expect(ill.asked).toHaveLength(4);
  });

  it('repeats a connection lost before the first token', async () => {
    const { address, asked } = await play((response, _asked, nth) => {
      if (nth === 1) response.destroy();
      else answer(response, content('ok'), DONE);
    });
    expect((await complete(modelAt(address))).completion.text).toBe('ok');
    expect(asked).toHaveLength(2);
  });

  it('leaves out what the server refuses, and remembers it', async () => {
    const { address, asked } = await play((response, { body }) => {
      if ('stream_options' in body) return reply(response, 400, { error: { message: 'Unexpected field.' } });
      if ('max_tokens' in body) {
        return reply(response, 400, {
          error: { message: "Use 'max_completion_tokens'.", param: 'max_tokens' },
        });
      }
      if ('temperature' in body) {
        return reply(response, 400, { error: { message: "'temperature' does not support 0.6." } });
      }
      answer(response, content('ok'), DONE);
    });
    const model = modelAt(address);
    const { completion, refusedParameters } = await complete(model, ask({ maxTokens: 99 }));
    expect([completion.text, refusedParameters]).toEqual(['ok', ['temperature']]);
    expect(asked).toHaveLength(4);
    expect(asked[3]?.body).toMatchObject({ max_completion_tokens: 99, top_p: 0.95 });
    await complete(model, ask({ maxTokens: 99 }));
    expect(asked).toHaveLength(5);
  });
});

/** Begins an answer and never ends it; `gone` resolves when the connection is closed. */
async function begin(headers: Record<string, string>, text: string) {
  let closed = (): void => undefined;
  const gone = new Promise<void>((resolve) => (closed = resolve));
  const { address } = await play((response) => {
    response.on('close', closed).writeHead(200, headers).write(text);
  });
  return { address, gone };
}

describe('failures', () => {
  it('names the remedy for a key, and never the key', async () => {
    const { address } = await play((response) =>
      reply(response, 401, { error: { message: `Incorrect key: ${KEY}` } }),
    );
    const { failure } = await complete(modelAt(address));
    expect(failure?.layer).toBe('unauthorized');
    expect(JSON.stringify(failure)).not.toContain(KEY);
    expect((await complete(modelAt(address, {}, { key: 'two words' }))).failure?.layer).toBe('unauthorized');
  });

  it('names the models there are when the one asked for is not', async () => {
    const { address } = await play((response, { path }) =>
      path.endsWith('/models')
        ? reply(response, 200, { data: ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => ({ id })) })
        : reply(response, 404, { error: { message: 'The model `deepcoder` does not exist.' } }),
    );
    const { failure } = await complete(modelAt(address));
    expect(failure?.layer).toBe('model-not-found');
    expect(said(failure)?.message).toContain(
      'has no model named "deepcoder". It has: a, b, c, d, e and 2 more.',
    );
  });

  it('tells a wrong path from a wrong model', async () => {
    const { address } = await play((response) => reply(response, 404, { detail: 'Not Found' }));
    expect((await complete(modelAt(address))).failure?.layer).toBe('address');
  });

  it('keeps the text before an error amid the stream, and does not ask again', async () => {
    const { address, asked } = await play((response) =>
      answer(response, content('half'), `data: {"error":{"message":"out of memory ${KEY}"}}\n\n`),
    );
    const { completion, failure } = await complete(modelAt(address));
    expect(completion).toMatchObject({ text: 'half', finishReason: 'interrupted' });
    expect(said(failure)?.message).toMatch(/reported an error: out of memory \[key\]\./);
    expect(asked).toHaveLength(1);
  });

  it('knows a prompt too long', async () => {
    const message = "This model's maximum context length is 4096 tokens.";
    const { address } = await play((response) => reply(response, 400, { error: { message } }));
    const { failure } = await complete(modelAt(address), ask({ maxTokens: 9000 }));
    expect(told(failure)).toMatch(/^context-overflow: /);
    expect(told(failure)).toContain(message);
  });

  it.each([
    [{ 'content-type': 'text/html' }, '<html>Welcome</html>'],
    [EVENT_STREAM, 'data: not json\n\n'],
    [JSON_TYPE, '{"choices": 3}'],
    [JSON_TYPE, '{"response":'],
  ])('does not take %j %j for an answer', async (headers, body) => {
    const { address } = await play((response) => void response.writeHead(200, headers).end(body));
    expect((await complete(modelAt(address))).failure?.layer).toBe('protocol');
  });

  it('gives up on silence, before the first token and after', async () => {
    const silent = await play((response) => void response.writeHead(200, EVENT_STREAM).flushHeaders());
    const { failure } = await complete(modelAt(silent.address, { firstTokenMs: 50 }));
    expect(told(failure)).toMatch(/^timeout: .*nothing for 50 ms/);

    const stuck = await play((response) => {
      response.writeHead(200, EVENT_STREAM).write(content('half'));
    });
    const { completion, failure: second } = await complete(modelAt(stuck.address, { idleMs: 50 }));
    expect(told(second)).toMatch(/^timeout: .*fell silent/);
    expect(completion.text).toBe('half');
  });

  it('stops when told to, and closes the connection', async () => {
    const { address, gone } = await begin(EVENT_STREAM, content('half'));
    const abort = new AbortController();
    const events: GenerationEvent[] = [];
    for await (const event of modelAt(address).generate(ask(), abort.signal)) {
      events.push(event);
      abort.abort();
    }
    await gone;
    expect(events).toEqual([
      { type: 'text', text: 'half' },
      { type: 'finished', reason: 'stopped', reasoningOpen: false },
    ]);
    const never = await complete(modelAt(address), ask(), abort.signal);
    expect(never.completion.finishReason).toBe('stopped');
  });

  it('closes the connection when its reader leaves', async () => {
    const { address, gone } = await begin(EVENT_STREAM, content('half'));
    for await (const event of modelAt(address).generate(ask(), new AbortController().signal)) {
      expect(event.type).toBe('text');
      break;
    }
    await gone;
  });

  it('does not wait for the end of an answer it cannot use', async () => {
    const { address, gone } = await begin({ 'content-type': 'text/html' }, '<html>');
    expect((await complete(modelAt(address))).failure?.layer).toBe('protocol');
    await gone;
  });

  it('says that nothing listens', async () => {
    const { address } = await play(() => undefined);
    closeServers();
    const { failure } = await complete(modelAt(address));
    expect(told(failure)).toMatch(/^network-or-cors: /);
    expect(told(failure)).toContain(address.slice(7));
    expect(said(failure)?.remedy).not.toContain('origin');
    const inPage = await modelAt(address, {}, { origin: 'https://allpass.example' }).load(
      () => undefined,
      new AbortController().signal,
    );
    expect(inPage).toMatchObject({ ok: false, failure: { layer: 'network-or-cors' } });
  });
});
