import { describe, expect, it } from 'vitest';
import { ignoresLimit, leastTokens, meaningOfEnd, type EndFacts } from './answer-end.ts';

function meaning(prompt: number | null, completion: number | null, change: Partial<EndFacts> = {}) {
  return meaningOfEnd({
    reason: 'length',
    usage: { promptTokens: prompt, completionTokens: completion },
    isEmpty: false,
    wantedLimit: null,
    contextTokens: 2048,
    leastPrompt: 0,
    longestPrompt: 0,
    ...change,
  });
}

describe('meaningOfEnd', () => {
  it.each([
    ['the limit that was asked for', meaning(100, 50, { wantedLimit: 50 }), 'limit'],
    ['the window', meaning(100, 1948), 'window'],
    ['the window, one token short', meaning(100, 1947, { wantedLimit: 5000 }), 'window'],
    [
      'nothing where the size of the window is unknown',
      meaning(100, 900, { wantedLimit: 1000, contextTokens: null }),
      undefined,
    ],
    ['the server’s own limit', meaning(100, 1024, { contextTokens: null }), 'server'],
    ['the server’s own limit below ours', meaning(100, 1024, { wantedLimit: 1500 }), 'server'],
    ['an uncounted answer of no limit', meaning(null, null), 'server'],
    ['an uncounted answer of some limit', meaning(null, null, { wantedLimit: 9 }), undefined],
  ])('names %s', (_what, found, cutBy) => {
    expect(found).toEqual({ type: 'own', ...(cutBy === undefined ? {} : { cutBy }) });
  });

  it('sees the room that a server’s own limit has left', () => {
    expect(meaning(399, 4)).toEqual({ type: 'room', tokens: 1649 });
  });

  it.each(['stop', 'length'] as const)(
    'sees a prompt that was cut, and a window that slid, behind %s',
    (reason) => {
      const ollama = { reason, contextTokens: 256 };
      expect(meaning(256, 40, ollama)).toEqual({ type: 'prompt-cut', promptTokens: 256 });
      expect(meaning(32, 318, ollama)).toEqual({ type: 'slid', promptTokens: 32, completionTokens: 318 });
      expect(meaning(32, 224, ollama)).toMatchObject({ type: 'own' });
      // A count of events is not a count of tokens.
      const usage = { promptTokens: 32, completionTokens: 318, countsEvents: true };
      expect(meaning(0, 0, { ...ollama, usage })).toMatchObject({ type: 'own' });
    },
  );

  it('sees a prompt that was cut by the tokens that its text has at least', () => {
    const unsaid = { reason: 'stop', contextTokens: null, leastPrompt: 250 } as const;
    const with_ = (usage: object) =>
      meaning(0, 0, { ...unsaid, usage: { promptTokens: 120, completionTokens: 40, ...usage } }).type;
    expect(meaning(120, 40, unsaid)).toEqual({ type: 'prompt-cut', promptTokens: 120, leastPrompt: 250 });
    expect(meaning(250, 40, unsaid).type).toBe('own');
    // No counts, or counts without the part of the prompt that the server had cached.
    expect([
      meaning(null, 40, unsaid).type,
      meaning(0, 40, unsaid).type,
      meaning(9, 40, unsaid).type,
    ]).toEqual(['own', 'own', 'own']);
    expect([with_({ cachedTokens: 200 }), with_({ cachedTokens: 10 })]).toEqual(['own', 'prompt-cut']);
  });

  it.each([
    ['English', 'Read two integers and print their sum. '.repeat(1), [4, 9]],
    ['code', 'def solve(values: list[int]) -> int:\n    return max(values)\n', [6, 18]],
    ['Chinese', '给定一个整数数组和一个目标值，找出和为目标值的两个数。', [3, 20]],
    ['blanks', `a${' '.repeat(4000)}b\n${'\n'.repeat(500)}`, [0, 2]],
    ['a line of one sign', '='.repeat(4000), [0, 1]],
    ['signs by turns', '=-'.repeat(2000), [0, 1]],
    ['the same word', '0 '.repeat(4000), [0, 4]],
    ['dots', 'a . . . . . . . . . . b', [0, 2]],
    ['an emoji', '🙂'.repeat(500), [0, 1]],
  ])('asks for no more tokens than %s can have', (_what, text, [least, most]) => {
    const tokens = leastTokens([text]);
    expect(tokens).toBeGreaterThanOrEqual(least!);
    expect(tokens).toBeLessThanOrEqual(most!);
  });

  it('recognises a limit that had no effect, whatever the tokenizer', () => {
    const ignores = (completionTokens: number | null, limit: number | null, change = {}) =>
      ignoresLimit({ promptTokens: 9, completionTokens, ...change }, limit);
    expect([ignores(1000, 100), ignores(152, 100)]).toEqual([true, true]);
    expect([ignores(100, 100), ignores(101, 100), ignores(148, 100)]).toEqual([false, false, false]);
    expect([ignores(1000, null), ignores(null, 100), ignores(1000, 100, { countsEvents: true })]).toEqual([
      false,
      false,
      false,
    ]);
    expect(ignoresLimit(null, 100)).toBe(false);
  });

  it('counts all messages of a prompt', () => {
    const words = Array.from({ length: 100 }, (_, at) => `word${at}`).join(' ');
    expect(leastTokens([words, words])).toBe(Math.floor((2 * words.length) / 8));
  });

  it('takes an empty answer for the model’s own where its prompt fits for sure', () => {
    const silent = { reason: 'stop', isEmpty: true, contextTokens: null } as const;
    expect(meaning(13_231, 1, silent)).toEqual({ type: 'prompt-cut', promptTokens: 13_231 });
    expect(meaning(900, 1, silent)).toEqual({ type: 'own' });
    expect(meaning(13_231, 1, { ...silent, longestPrompt: 14_000 })).toEqual({ type: 'own' });
    expect(meaning(1_900, 1, { ...silent, contextTokens: 2048 })).toEqual({ type: 'own' });
    expect(meaning(13_231, 40, silent)).toEqual({ type: 'own' });
  });
});
