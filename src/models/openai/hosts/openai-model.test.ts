import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { DEEPCODER_SAMPLING, type SamplingParameters } from '../../../domain/completion.ts';
import type { GenerationEvent, GenerationRequest } from '../../chat-model.ts';
import {
  closeServers,
  DONE,
  EVENT_STREAM,
  JSON_TYPE,
  later,
  play,
  reply,
  stream,
} from '../../../../tests/played-server.ts';
import { collectCompletion, type CompletionCollector } from '../../asking/collect.ts';
import { OpenAIModel, type OpenAIModelOptions } from './openai-model.ts';
import { OpenAIServer, type OpenAIServerOptions } from './openai-server.ts';

const KEY = 'sk-secret-4711';

afterEach(closeServers);

function ask(sampling: Partial<SamplingParameters> = {}): GenerationRequest {
  return {
    messages: [{ role: 'user', content: 'Solve it.' }],
    sampling: { ...DEEPCODER_SAMPLING, ...sampling },
  };
}

function modelAt(
  address: string,
  options: Partial<OpenAIModelOptions> = {},
  server: Partial<OpenAIServerOptions> = {},
): OpenAIModel {
  return new OpenAIModel(new OpenAIServer({ address, key: KEY, origin: null, ...server }), {
    model: 'deepcoder',
    retryBaseMs: 5,
    ...options,
  });
}

function complete(
  model: OpenAIModel,
  request = ask(),
  signal = new AbortController().signal,
): Promise<CompletionCollector> {
  return collectCompletion(model.generate(request, signal));
}

const delta = (fields: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: fields, finish_reason: finish }] })}\n\n`;
const content = (text: string): string => delta({ content: text });

const answer = (response: ServerResponse, ...parts: (string | Uint8Array)[]): void => {
  stream(response, ...parts).end();
};

describe('reading a stream', () => {
  it('gives nobody the key that the server says back', async () => {
    const { address } = await play((response) =>
      answer(response, content('# sk-sec'), content('ret-4711\nprint(1)'), DONE),
    );
    const { completion } = await complete(modelAt(address));
    expect(completion.text).toBe('# [key]\nprint(1)');
  });

  it('reads reasoning and text, the usage chunk without choices, and sends what was asked', async () => {
    const usage = { choices: [], usage: { prompt_tokens: 11, completion_tokens: 22 } };
    const { address, asked } = await play((response) =>
      answer(
        response,
        delta({ role: 'assistant', content: '' }),
        delta({ reasoning_content: 'why' }),
        content('so'),
        delta({}, 'length'),
        `data: ${JSON.stringify(usage)}\n\ndata: [DONE]\n\n`,
      ),
    );
    const { completion } = await complete(modelAt(`${address}/v1/chat/completions`), ask({ seed: 5 }));
    expect(completion).toEqual({
      reasoning: 'why',
      reasoningOpen: false,
      text: 'so',
      splitByServer: true,
      finishReason: 'length',
      cutBy: 'server',
      usage: { promptTokens: 11, completionTokens: 22 },
    });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.path).toBe('/v1/chat/completions');
    expect(asked[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(asked[0]?.body).toMatchObject({
      model: 'deepcoder',
      temperature: 0.6,
      top_p: 0.95,
      seed: 5,
      stream: true,
    });
  });

  it('says who answers once it is known, and what the server counted and timed', async () => {
    const chunk = (fields: object): string => `data: ${JSON.stringify(fields)}\n\n`;
    const { address } = await play((response) =>
      answer(
        response,
        chunk({ model: 'deepcoder-14b', choices: [{ delta: { role: 'assistant' } }] }),
        chunk({ model: 'deepcoder-14b', choices: [{ delta: { content: 'ok' } }] }),
        chunk({ model: 'deepcoder-14b', system_fingerprint: 'b6', choices: [{ finish_reason: 'stop' }] }),
        chunk({ choices: [], timings: { predicted_n: 3, predicted_per_second: 40 } }),
        chunk({
          choices: [],
          usage: {
            prompt_tokens: 9,
            completion_tokens: 4,
            completion_tokens_details: { reasoning_tokens: 1 },
          },
        }),
        'data: [DONE]\n\n',
      ),
    );
    const events: GenerationEvent[] = [];
    const { completion } = await collectCompletion(
      (async function* () {
        for await (const event of modelAt(address).generate(ask(), new AbortController().signal)) {
          events.push(event);
          yield event;
        }
      })(),
    );
    expect(events.filter(({ type }) => type === 'identified')).toEqual([
      { type: 'identified', model: 'deepcoder-14b', fingerprint: null },
      { type: 'identified', model: 'deepcoder-14b', fingerprint: 'b6' },
    ]);
    expect(events[0]?.type).toBe('identified');
    expect(completion.usage).toEqual({
      promptTokens: 9,
      completionTokens: 4,
      reasoningTokens: 1,
      decodeTokensPerSecond: 40,
    });
  });

  it('survives CRLF, comments, and bytes cut anywhere', async () => {
    const bytes = Buffer.from(
      `: ping\r\n\r\n${content('<think>\nnaïve 数\n</thi')}${content('nk>\n😀 ok')}${DONE}`.replaceAll(
        '\n',
        '\r\n',
      ),
    );
    const { address } = await play(async (response) => {
      response.writeHead(200, EVENT_STREAM);
      for (let at = 0; at < bytes.length; at += 7) {
        response.write(bytes.subarray(at, at + 7));
        await later(0);
      }
      response.end();
    });
    const { completion } = await complete(modelAt(address));
    expect(completion).toMatchObject({ reasoning: 'naïve 数', text: '😀 ok', finishReason: 'stop' });
  });

  it('begins in reasoning where it is told so, and keeps it open when cut there', async () => {
    const { address } = await play((response) =>
      answer(response, content('still thinking'), delta({}, 'length')),
    );
    const { completion } = await complete(modelAt(address, { startsInReasoning: true }));
    expect(completion).toMatchObject({ reasoning: 'still thinking', reasoningOpen: true, text: '' });
  });

  it('takes a field that was cut as open reasoning too', async () => {
    const { address } = await play((response) =>
      answer(response, delta({ reasoning: 'hm' }), delta({}, 'length')),
    );
    expect((await complete(modelAt(address))).completion).toMatchObject({
      reasoning: 'hm',
      reasoningOpen: true,
    });
  });

  it.each([
    ['closes', 'data: {"choices":[{"del'],
    ['is said to be done', 'data: [DONE]\n\n'],
  ])('takes no stream for an answer that %s without a reason', async (_how, end) => {
    const { address, asked } = await play((response) => answer(response, content('half'), end));
    const { completion, failure } = await complete(modelAt(address));
    expect(completion).toMatchObject({ text: 'half', finishReason: 'interrupted' });
    expect(failure).toMatchObject({
      layer: 'cut',
      message: expect.stringContaining('without a finish reason') as string,
    });
    expect(asked).toHaveLength(1);
  });

  it('takes no connection that breaks for an answer, and keeps what came', async () => {
    const { address, asked } = await play(async (response) => {
      response.writeHead(200, EVENT_STREAM);
      response.write(content('half'));
      await later(20);
      response.destroy();
    });
    const { completion, failure } = await complete(modelAt(address));
    expect(completion).toMatchObject({ text: 'half', finishReason: 'interrupted' });
    expect(failure?.layer).toBe('cut');
    expect(asked).toHaveLength(1);
  });

  it('takes [DONE] without a blank line for an end', async () => {
    const { address } = await play((response) =>
      answer(response, content('all'), delta({}, 'stop'), 'data: [DONE]'),
    );
    expect((await complete(modelAt(address))).completion).toMatchObject({
      text: 'all',
      finishReason: 'stop',
    });
  });

  it('believes no reason that more of the answer follows, and the last one', async () => {
    const { address } = await play(async (response) => {
      stream(response, delta({ role: 'assistant', reasoning: 'why' }, 'stop'));
      await later(30);
      response.end(delta({ content: 'so' }, 'stop') + delta({}, 'length') + 'data: [DONE]\n\n');
    });
    expect((await complete(modelAt(address))).completion).toMatchObject({
      reasoning: 'why',
      text: 'so',
      finishReason: 'length',
    });
    const early = await play((response) =>
      answer(response, delta({ reasoning: 'why' }, 'stop'), content('so'), 'data: [DONE]\n\n'),
    );
    expect((await complete(modelAt(early.address))).failure?.layer).toBe('cut');
  });

  it.each(['abort', 'insufficient_system_resource', 'stopped'])(
    'takes the reason %s for no end of the model’s own',
    async (reason) => {
      const { address } = await play((response) => answer(response, content('half'), delta({}, reason)));
      expect((await complete(modelAt(address))).failure).toMatchObject({
        layer: 'cut',
        message: expect.stringContaining(`"${reason}"`) as string,
      });
    },
  );

  it('counts events where the server counts nothing, and says so', async () => {
    const { address } = await play((response) => answer(response, content('a'), content('b'), DONE));
    const { completion, speed } = await complete(modelAt(address));
    expect(completion.usage).toEqual({ promptTokens: null, completionTokens: 2, countsEvents: true });
    expect(speed).toMatchObject({ tokens: 2, estimated: true });
  });

  it('asks once without a stream where nothing comes, and gives the words or the answer that come', async () => {
    const message = 'Requested tokens (9031) exceed context window of 8192';
    const { address, asked } = await play((response, { body }) =>
      body['stream'] === true
        ? response.writeHead(200, EVENT_STREAM).end()
        : reply(response, 400, { error: { message, code: 'context_length_exceeded' } }),
    );
    const { failure } = await complete(modelAt(address));
    expect(failure).toMatchObject({
      layer: 'context-overflow',
      message: expect.stringContaining(message) as string,
    });
    expect(asked.map(({ body }) => body['stream'])).toEqual([true, false]);

    const whole = { choices: [{ message: { content: 'all' }, finish_reason: 'stop' }] };
    const shy = await play((response, { body }) =>
      body['stream'] === true ? response.writeHead(200).end() : reply(response, 200, whole),
    );
    expect((await complete(modelAt(shy.address))).completion).toMatchObject({ text: 'all' });
  });

  it('reads an answer given in one piece', async () => {
    const whole = { choices: [{ message: { content: '<think>a</think>b' }, finish_reason: 'stop' }] };
    const { address } = await play((response) => reply(response, 200, whole));
    expect((await complete(modelAt(address))).completion).toMatchObject({ reasoning: 'a', text: 'b' });
  });
});

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
    expect(failure).toMatchObject({
      layer: 'rate-limited',
      remedy: expect.stringContaining('3600 s') as string,
    });
    expect(long.asked).toHaveLength(1);

    const ill = await play((response) => reply(response, 503, { error: { message: 'Loading model' } }));
    expect((await complete(modelAt(ill.address))).failure).toMatchObject({
      layer: 'busy',
      message: expect.stringContaining('Loading model.') as string,
    });
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
    expect((await complete(model, ask({ maxTokens: 99 }))).completion.text).toBe('ok');
    expect(asked).toHaveLength(4);
    expect(asked[3]?.body).toMatchObject({ max_completion_tokens: 99, top_p: 0.95 });
    expect(model.refusedParameters).toEqual(['temperature']);
    await complete(model, ask({ maxTokens: 99 }));
    expect(asked).toHaveLength(5);
  });
});

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
    expect(failure?.message).toContain('has no model named "deepcoder". It has: a, b, c, d, e and 2 more.');
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
    expect(failure?.message).toMatch(/reported an error: out of memory \[key\]\./);
    expect(asked).toHaveLength(1);
  });

  it('knows a prompt too long', async () => {
    const message = "This model's maximum context length is 4096 tokens.";
    const { address } = await play((response) => reply(response, 400, { error: { message } }));
    const { failure } = await complete(modelAt(address), ask({ maxTokens: 9000 }));
    expect(failure).toMatchObject({
      layer: 'context-overflow',
      message: expect.stringContaining(message) as string,
    });
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
    expect(failure).toMatchObject({
      layer: 'timeout',
      message: expect.stringContaining('nothing for 0.1 s') as string,
    });

    const stuck = await play((response) => {
      response.writeHead(200, EVENT_STREAM).write(content('half'));
    });
    const { completion, failure: second } = await complete(modelAt(stuck.address, { idleMs: 50 }));
    expect(second).toMatchObject({
      layer: 'timeout',
      message: expect.stringContaining('fell silent') as string,
    });
    expect(completion.text).toBe('half');
  });

  it('stops when told to, and closes the connection', async () => {
    let closed: (() => void) | undefined;
    const gone = new Promise<void>((resolve) => (closed = resolve));
    const { address } = await play((response) => {
      response.on('close', () => closed?.());
      response.writeHead(200, EVENT_STREAM).write(content('half'));
    });
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
    let closed: (() => void) | undefined;
    const gone = new Promise<void>((resolve) => (closed = resolve));
    const { address } = await play((response) => {
      response.on('close', () => closed?.());
      response.writeHead(200, EVENT_STREAM).write(content('half'));
    });
    for await (const event of modelAt(address).generate(ask(), new AbortController().signal)) {
      expect(event.type).toBe('text');
      break;
    }
    await gone;
  });

  it('does not wait for the end of an answer it cannot use', async () => {
    let closed: (() => void) | undefined;
    const gone = new Promise<void>((resolve) => (closed = resolve));
    const { address } = await play((response) => {
      response.on('close', () => closed?.());
      response.writeHead(200, { 'content-type': 'text/html' }).write('<html>');
    });
    expect((await complete(modelAt(address))).failure?.layer).toBe('protocol');
    await gone;
  });

  it('says that nothing listens', async () => {
    const { address } = await play(() => undefined);
    closeServers();
    const { failure } = await complete(modelAt(address));
    expect(failure).toMatchObject({
      layer: 'network-or-cors',
      message: expect.stringContaining(address.slice(7)) as string,
    });
    expect(failure?.remedy).not.toContain('origin');
    const inPage = await modelAt(address, {}, { origin: 'https://allpass.example' }).load(
      () => undefined,
      new AbortController().signal,
    );
    expect(inPage).toMatchObject({ ok: false, failure: { layer: 'network-or-cors' } });
  });
});
