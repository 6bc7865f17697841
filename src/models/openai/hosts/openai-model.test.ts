import { afterEach, describe, expect, it } from 'vitest';
import type { GenerationEvent } from '../../chat-model.ts';
import {
  closeServers,
  DONE,
  EVENT_STREAM,
  later,
  play,
  reply,
  stream,
} from '../../../../tests/played-server.ts';
import { told } from '../../../../tests/builders/said.ts';
import { collectCompletion } from '../../asking/collect.ts';
import {
  KEY,
  ask,
  modelAt,
  complete,
  delta,
  content,
  answer,
} from '../../../../tests/builders/openai-model.ts';

afterEach(closeServers);

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
    expect(told(failure)).toMatch(/^cut: .*without a finish reason/);
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
      expect(told((await complete(modelAt(address))).failure)).toMatch(new RegExp(`^cut: .*"${reason}"`));
    },
  );

  it('counts events where the server counts nothing, and says so', async () => {
    const { address } = await play((response) => answer(response, content('a'), content('b'), DONE));
    const { completion, speed } = await complete(modelAt(address));
    expect(completion.usage).toEqual({ promptTokens: null, completionTokens: 2, countsEvents: true });
    expect(speed).toMatchObject({ tokens: 2, estimated: true });
  });

  it.each([
    ['nothing', ''],
    // The response of litellm.
    [
      'nothing but an end',
      `data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: 'stop' }] })}\n\n${DONE}`,
    ],
  ])('asks once without a stream where %s comes, and gives the words that come', async (_what, stream) => {
    const message = 'Requested tokens (9031) exceed context window of 8192';
    const { address, asked } = await play((response, { body }) =>
      body['stream'] === true
        ? response.writeHead(200, EVENT_STREAM).end(stream)
        : reply(response, 400, { error: { message, code: 'context_length_exceeded' } }),
    );
    const { failure } = await complete(modelAt(address));
    expect(told(failure)).toMatch(/^context-overflow: /);
    expect(told(failure)).toContain(message);
    expect(asked.map(({ body }) => body['stream'])).toEqual([true, false]);
  });

  it('asks once without a stream where nothing comes, and gives the answer that comes', async () => {
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

describe('log-probabilities', () => {
  const wanted = { ...ask(), logprobs: true };

  it('are asked for and given with the text', async () => {
    const entry = { token: 'ok', logprob: -0.25 };
    const chunk = { choices: [{ delta: { content: 'ok' }, logprobs: { content: [entry] } }] };
    const { address, asked } = await play((response) =>
      answer(response, `data: ${JSON.stringify(chunk)}\n\n`, DONE),
    );
    expect((await complete(modelAt(address), wanted)).logprobs).toEqual([entry]);
    expect(asked[0]?.body).toMatchObject({ logprobs: true });
  });

  it('are done without where they are refused', async () => {
    const { address } = await play((response, { body }) =>
      'logprobs' in body
        ? reply(response, 400, { error: { message: 'logprobs are not available' } })
        : answer(response, content('ok'), DONE),
    );
    const model = modelAt(address);
    const { completion, logprobs, refusedParameters } = await complete(model, wanted);
    expect([completion.text, logprobs, refusedParameters]).toEqual(['ok', null, ['log-probabilities']]);
  });
});
