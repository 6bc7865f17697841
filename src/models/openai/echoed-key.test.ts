import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GenerationEvent, ModelFailure } from '../chat-model.ts';
import { isSecret, KeyMask, TokenMask, withoutKey } from './echoed-key.ts';

const KEY = 'sk-secret-4711';

function cut(text: string, places: readonly number[]): string[] {
  const at = [0, ...[...places].map((place) => place % (text.length + 1)).sort((a, b) => a - b), text.length];
  return at.slice(1).map((to, nth) => text.slice(at[nth], to));
}

it('takes the key out of a text, however it is cut', () => {
  const words = fc.array(fc.constantFrom(KEY, 'sk-', 'sk-secret', '-4711', 's', 'print(1)', '\n'), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(words, fc.array(fc.nat(), { maxLength: 12 }), (parts, places) => {
      const text = parts.join('');
      const mask = new KeyMask(KEY);
      const maskedPieces = cut(text, places).map((piece) => mask.push(piece));
      expect([...maskedPieces, mask.end()].join('')).toBe(text.replaceAll(KEY, '[key]'));
    }),
  );
});

it('takes it out of tokens, however it is cut into them, and keeps each with its probability', () => {
  const words = fc.array(fc.constantFrom(KEY, 'sk-', 'sk-secret', '-4711', 's', 'print(1)', '\n'), {
    maxLength: 8,
  });
  const places = fc.array(fc.nat(), { maxLength: 12 });
  fc.assert(
    fc.property(words, places, fc.nat({ max: 12 }), (parts, cuts, portion) => {
      const tokens = cut(parts.join(''), cuts).map((token, at) => ({ token, logprob: -at }));
      const mask = new TokenMask(KEY);
      const first = mask.push(tokens.slice(0, portion));
      const out = [...first, ...mask.push(tokens.slice(portion)), ...mask.end()];
      expect(out.map(({ token }) => token).join('')).toBe(parts.join('').replaceAll(KEY, '[key]'));
      expect(out.map(({ logprob }) => logprob)).toEqual(tokens.map(({ logprob }) => logprob));
    }),
  );
});

async function masked(events: readonly GenerationEvent[], key = KEY) {
  async function* given() {
    yield* events;
  }
  const out: GenerationEvent[] = [];
  for await (const event of withoutKey(given(), key)) out.push(event);
  return out;
}

const text = (words: string): GenerationEvent => ({ type: 'text', text: words });
/** Returns a failure whose message and remedy contain `words`. */
const refusedWith = (words: string): ModelFailure => ({
  layer: 'busy',
  message: `h answered with status 503: ${words}.`,
  remedy: `Wait 5 s, as the server asks: ${words}.`,
  waitMs: 5_000,
});
const FINISHED: GenerationEvent = { type: 'finished', reason: 'stop', reasoningOpen: false };

describe('events of an answer', () => {
  it('hold nothing of the key, and end as they did', async () => {
    const out = await masked([
      { type: 'reasoning', text: 'It is sk-sec' },
      { type: 'reasoning', text: 'ret-4711, s' },
      text('so'),
      { type: 'identified', model: `m ${KEY}`, fingerprint: null },
      text(' sk-'),
      FINISHED,
    ]);
    expect(out).toEqual([
      { type: 'reasoning', text: 'It is ' },
      { type: 'reasoning', text: '[key], ' },
      { type: 'reasoning', text: 's' },
      text('so'),
      { type: 'identified', model: 'm [key]', fingerprint: null },
      text(' '),
      text('sk-'),
      FINISHED,
    ]);
    expect(await masked([text('4711'), { type: 'failed', failure: refusedWith(`bad ${KEY}`) }])).toEqual([
      text('4711'),
      { type: 'failed', failure: refusedWith('bad [key]') },
    ]);
  });

  it('hold nothing of it in their tokens, which come before the end', async () => {
    const tokens = (...names: string[]): GenerationEvent => ({
      type: 'logprobs',
      tokens: names.map((token) => ({ token, logprob: -1 })),
    });
    const out = await masked([
      tokens('is ', 'sk-sec'),
      text('is sk-secret-4711. s'),
      tokens('ret', '-4711.', ' s'),
      FINISHED,
    ]);
    expect(out).toEqual([
      tokens('is '),
      text('is [key]. '),
      tokens('[key]', '', '.'),
      text('s'),
      tokens(' s'),
      FINISHED,
    ]);
  });

  it('are left alone by words that are no secret', async () => {
    expect(['', 'EMPTY', 'none', 'lm-studio', KEY].map(isSecret)).toEqual([false, false, false, false, true]);
    const events = [text('print("none")'), FINISHED];
    expect(await masked(events, 'none')).toEqual(events);
  });

  it('close their stream when nobody wants more', async () => {
    let closed = false;
    async function* endless(): AsyncGenerator<GenerationEvent> {
      try {
        for (;;) yield text('more ');
      } finally {
        closed = true;
      }
    }
    for await (const event of withoutKey(endless(), KEY)) {
      expect(event).toEqual(text('more '));
      break;
    }
    expect(closed).toBe(true);
  });
});
