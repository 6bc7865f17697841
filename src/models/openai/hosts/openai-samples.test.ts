/** Several samples of one request, from real servers that know `n`, ignore it or refuse it. */
import { afterEach, describe, expect, it } from 'vitest';
import { DEEPCODER_SAMPLING } from '../../../domain/completion.ts';
import type { GenerationRequest, SampleEvent } from '../../chat-model.ts';
import { CompletionCollector } from '../../asking/collect.ts';
import { streamSamples } from '../../asking/samples.ts';
import { OpenAIModel } from './openai-model.ts';
import { OpenAIServer } from './openai-server.ts';
import { closeServers, DONE, later, play, reply, stream } from '../../../../tests/played-server.ts';

afterEach(closeServers);

const REQUEST: GenerationRequest = {
  messages: [{ role: 'user', content: 'Solve it.' }],
  sampling: { ...DEEPCODER_SAMPLING, seed: 40 },
};
const NEVER = new AbortController().signal;

const say = (index: number, text: string, finish: string | null = null): string =>
  `data: ${JSON.stringify({
    model: 'deepcoder',
    choices: [{ index, delta: { content: text }, finish_reason: finish }],
  })}\n\n`;

function modelAt(address: string): OpenAIModel {
  const server = new OpenAIServer({ address, origin: null });
  return new OpenAIModel(server, { model: 'deepcoder', retryBaseMs: 1, idleMs: 20_000 });
}

/** Reads samples to their end and checks that each ends exactly once, with nothing behind it. */
async function collect(events: AsyncIterable<SampleEvent>, n: number): Promise<CompletionCollector[]> {
  const collectors = Array.from({ length: n }, () => new CompletionCollector());
  const ends = Array.from({ length: n }, () => 0);
  for await (const { index, event } of events) {
    expect(ends[index]).toBe(0);
    collectors[index]?.push(event);
    if (event.type === 'finished' || event.type === 'failed') ends[index]!++;
  }
  expect(ends).toEqual(ends.map(() => 1));
  return collectors;
}

const texts = (collectors: readonly CompletionCollector[]) =>
  collectors.map(({ completion: { text, finishReason } }) => `${text} ${finishReason}`);

describe('a server that knows n', () => {
  it('gives interleaved samples in one request, each ended as soon as it is', async () => {
    let release: (() => void) | undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const { address, asked } = await play(async (response) => {
      stream(response, say(1, 'b'), say(0, '<think>a'), say(2, 'c'), say(1, 'B'), say(1, '', 'stop'));
      await held;
      response.write(say(0, '</think>A') + say(2, '', 'length') + say(0, '', 'stop'));
      response.end(
        `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 99 } })}\n\ndata: [DONE]\n\n`,
      );
    });
    const seen: SampleEvent[] = [];
    const events = (async function* () {
      for await (const event of streamSamples(modelAt(address), REQUEST, 3, {}, NEVER)) {
        if (event.event.type === 'finished' && event.index === 1) release?.();
        seen.push(event);
        yield event;
      }
    })();
    const collectors = await collect(events, 3);
    expect(texts(collectors)).toEqual(['A stop', 'bB stop', 'c length']);
    expect(collectors[0]?.completion.reasoning).toBe('a');
    expect(collectors.map(({ identity }) => identity?.model)).toEqual(Array(3).fill('deepcoder'));
    // Counted for all together, so given to none.
    expect(seen.some(({ event }) => event.type === 'usage' && event.usage.completionTokens === 99)).toBe(
      false,
    );
    expect(asked).toHaveLength(1);
    expect(asked[0]?.body).toMatchObject({ n: 3, seed: 40 });
  });

  it('keeps what came before a break, and asks again for what had not begun', async () => {
    const { address, asked } = await play(async (response, { body }) => {
      if (!('n' in body)) {
        stream(response, say(0, 'late'), DONE).end();
        return;
      }
      stream(response, say(0, 'whole', 'stop'), say(1, 'half'));
      await later(20);
      response.destroy();
    });
    const collectors = await collect(modelAt(address).generateSamples(REQUEST, 3, NEVER), 3);
    expect(texts(collectors)).toEqual(['whole stop', 'half interrupted', 'late stop']);
    expect(asked.map(({ body }) => body['seed'])).toEqual([40, 42]);
  });

  it('fails what an error amid the stream leaves open, and nothing else', async () => {
    const { address, asked } = await play((response) =>
      stream(
        response,
        say(0, 'whole', 'stop'),
        say(1, 'half'),
        'data: {"error":{"message":"ill"}}\n\n',
      ).end(),
    );
    const collectors = await collect(modelAt(address).generateSamples(REQUEST, 3, NEVER), 3);
    expect(texts(collectors)).toEqual(['whole stop', 'half interrupted', ' interrupted']);
    expect(collectors.map(({ failure }) => failure?.layer)).toEqual([undefined, 'server', 'server']);
    expect(asked).toHaveLength(1);
  });

  it('repeats the whole request while nothing has come', async () => {
    const { address, asked } = await play((response, _asked, nth) =>
      nth === 1 ? reply(response, 503, {}) : stream(response, say(0, 'a', 'stop'), say(1, 'b', 'stop')).end(),
    );
    expect(texts(await collect(modelAt(address).generateSamples(REQUEST, 2, NEVER), 2))).toEqual([
      'a stop',
      'b stop',
    ]);
    expect(asked).toHaveLength(2);
  });

  it('stops all at once', async () => {
    const { address } = await play(
      (response) => void stream(response, say(0, 'a'), say(0, '', 'stop'), say(1, 'b')),
    );
    const abort = new AbortController();
    const events = (async function* () {
      for await (const event of modelAt(address).generateSamples(REQUEST, 3, abort.signal)) {
        if (event.index === 1 && event.event.type === 'text') abort.abort();
        yield event;
      }
    })();
    expect(texts(await collect(events, 3))).toEqual(['a stop', 'b stopped', ' stopped']);
  });

  it('fails every sample of a server that is not there', async () => {
    const { address } = await play(() => undefined);
    closeServers();
    const collectors = await collect(modelAt(address).generateSamples(REQUEST, 2, NEVER), 2);
    expect(collectors.map(({ failure }) => failure?.layer)).toEqual(['network-or-cors', 'network-or-cors']);
  });
});

describe('a server without n', () => {
  it.each([
    ['ignores', false],
    ['refuses', true],
  ])('is asked one by one when it %s it, and so from then on', async (_what, refuses) => {
    let atOnce = 0;
    let most = 0;
    // No request is answered until `together` requests wait, however late each of them comes.
    let together = 2;
    let open: () => void = () => undefined;
    let opened = new Promise<void>((resolve) => (open = resolve));
    const { address, asked } = await play(async (response, { body }) => {
      if (refuses && 'n' in body) {
        return reply(response, 400, { error: { message: 'Only one completion choice is allowed' } });
      }
      most = Math.max(most, ++atOnce);
      if (atOnce === together) open();
      if (!('n' in body)) await opened;
      await later(15);
      atOnce--;
      stream(response, say(0, `seed ${String(body['seed'])}`), DONE).end();
    });
    const model = modelAt(address);
    const first = await collect(streamSamples(model, REQUEST, 5, { cap: 2 }, NEVER), 5);
    expect(texts(first)).toEqual([40, 41, 42, 43, 44].map((seed) => `seed ${seed} stop`));
    expect(most).toBe(2);
    expect(asked.filter(({ body }) => 'n' in body)).toHaveLength(1);
    expect(asked).toHaveLength(refuses ? 6 : 5);
    together = 4;
    opened = new Promise((resolve) => (open = resolve));
    await collect(model.generateSamples(REQUEST, 6, NEVER), 6);
    expect(most).toBe(4);
    expect(asked.filter(({ body }) => 'n' in body)).toHaveLength(1);
    expect(model.refusedParameters).toEqual([]);
  });
});

describe('log-probabilities', () => {
  it('are asked for and given with the text, and done without where they are refused', async () => {
    const entry = { token: 'ok', logprob: -0.25 };
    const chunk = { choices: [{ delta: { content: 'ok' }, logprobs: { content: [entry] } }] };
    const offering = await play((response) =>
      stream(response, `data: ${JSON.stringify(chunk)}\n\n`, DONE).end(),
    );
    const wanted = { ...REQUEST, logprobs: true };
    const [given] = await collect(modelAt(offering.address).generateSamples(wanted, 1, NEVER), 1);
    expect(offering.asked[0]?.body).toMatchObject({ logprobs: true });
    expect(given?.logprobs).toEqual([entry]);

    const refusing = await play((response, { body }) =>
      'logprobs' in body
        ? reply(response, 400, { error: { message: 'logprobs are not available' } })
        : stream(response, say(0, 'ok'), DONE).end(),
    );
    const model = modelAt(refusing.address);
    const [plain] = await collect(model.generateSamples(wanted, 1, NEVER), 1);
    expect(plain?.completion.text).toBe('ok');
    expect(plain?.logprobs).toBeNull();
    expect(model.refusedParameters).toEqual(['log-probabilities']);
  });
});
