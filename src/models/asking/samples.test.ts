import { describe, expect, it } from 'vitest';
import { DEEPCODER_SAMPLING } from '../../domain/completion.ts';
import type { ChatModel, GenerationEvent, GenerationRequest, SampleEvent } from '../chat-model.ts';
import { pause } from '../../base/pause.ts';
import { streamSamples } from './samples.ts';

const REQUEST: GenerationRequest = {
  messages: [{ role: 'user', content: 'Solve it.' }],
  sampling: { ...DEEPCODER_SAMPLING, seed: 7 },
};
const NEVER = new AbortController().signal;

/** A model of one request at a time; `seeds` are those it was asked with, `most` how many ran at once. */
function single(answer: (seed: number | null, signal: AbortSignal) => AsyncIterable<GenerationEvent>) {
  const seen = { seeds: [] as (number | null)[], atOnce: 0, most: 0, left: 0 };
  const ready = () => Promise.resolve({ ok: true, contextTokens: null } as const);
  const model: ChatModel = {
    id: 'single',
    load: ready,
    async *generate({ sampling: { seed } }, signal) {
      seen.seeds.push(seed);
      seen.most = Math.max(seen.most, ++seen.atOnce);
      try {
        yield* answer(seed, signal);
      } finally {
        seen.atOnce--;
        seen.left++;
      }
    },
    dispose: () => undefined,
  };
  return { model, seen };
}

async function* twoWords(seed: number | null, signal: AbortSignal): AsyncGenerator<GenerationEvent> {
  yield { type: 'text', text: `${seed}` };
  const whole = await pause(5, signal);
  if (whole) yield { type: 'text', text: '!' };
  yield { type: 'finished', reason: whole ? 'stop' : 'stopped', reasoningOpen: false };
}

async function read(events: AsyncIterable<SampleEvent>, n: number): Promise<string[]> {
  const texts = Array.from({ length: n }, () => '');
  for await (const { index, event } of events) {
    if (event.type === 'text') texts[index] += event.text;
    if (event.type === 'finished') texts[index] += ` ${event.reason}`;
  }
  return texts;
}

describe('streamSamples', () => {
  it('asks for each sample with a seed of its own, no more at once than allowed', async () => {
    const { model, seen } = single(twoWords);
    expect(await read(streamSamples(model, REQUEST, 5, { cap: 2 }, NEVER), 5)).toEqual(
      [7, 8, 9, 10, 11].map((seed) => `${seed}! stop`),
    );
    expect(seen).toMatchObject({ seeds: [7, 8, 9, 10, 11], most: 2 });
    const unseeded = { ...REQUEST, sampling: DEEPCODER_SAMPLING };
    expect(await read(streamSamples(model, unseeded, 9, {}, NEVER), 9)).toEqual(Array(9).fill('null! stop'));
    expect(seen.most).toBe(4);
    expect(await read(streamSamples(model, REQUEST, 0, {}, NEVER), 0)).toEqual([]);
  });

  it('ends every sample when it is stopped, those that wait among them', async () => {
    const { model } = single(twoWords);
    const abort = new AbortController();
    abort.abort();
    const texts = await read(streamSamples(model, REQUEST, 3, { cap: 1 }, abort.signal), 3);
    expect(texts).toEqual(['7 stopped', '8 stopped', '9 stopped']);
  });

  it('stops what runs when its reader leaves, and starts no more', async () => {
    const { model, seen } = single(twoWords);
    for await (const { event } of streamSamples(model, REQUEST, 9, { cap: 3 }, NEVER)) {
      expect(event.type).toBe('text');
      break;
    }
    await pause(1, NEVER);
    expect(seen).toMatchObject({ left: 3, atOnce: 0 });
    expect(seen.seeds).toHaveLength(3);
  });

  it('throws what a model throws', async () => {
    const { model } = single((seed, signal) => {
      if (seed === 8) throw new Error('a bug');
      return twoWords(seed, signal);
    });
    await expect(read(streamSamples(model, REQUEST, 3, { cap: 1 }, NEVER), 3)).rejects.toThrow('a bug');
  });

  it('leaves it to a model that has a way of its own', async () => {
    const { model } = single(twoWords);
    const asked: unknown[] = [];
    const native: ChatModel = {
      ...model,
      async *generateSamples(_request, n, _signal, cap) {
        asked.push([n, cap]);
        yield { index: 0, event: { type: 'finished', reason: 'stop', reasoningOpen: false } };
      },
    };
    expect(await read(streamSamples(native, REQUEST, 1, { cap: 3 }, NEVER), 1)).toEqual([' stop']);
    expect(asked).toEqual([[1, 3]]);
  });
});
