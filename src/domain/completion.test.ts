import fc from 'fast-check';
import { describe, expect, expectTypeOf, it, test } from 'vitest';
import { completionOf } from '../../tests/builders/completion.ts';
import { oddText } from '../../tests/builders/odd-text.ts';
import {
  DEEPCODER_SAMPLING,
  isCutOff,
  rawText,
  type Completion,
  type FinishReason,
  type TokenUsage,
  cutOffWords,
} from './completion.ts';

/** The expected properties of each finish reason. */
const ENDINGS: Readonly<Record<FinishReason, { readonly cutOff: boolean; readonly words: RegExp }>> = {
  stop: { cutOff: false, words: /^$/ },
  length: { cutOff: true, words: /token limit/ },
  context: { cutOff: true, words: /window was full/ },
  'too-long': { cutOff: true, words: /at 2,000,000 characters/ },
  interrupted: { cutOff: true, words: /closed early/ },
  stopped: { cutOff: true, words: /^You stopped/ },
  // The server ended the answer, and its text is judged as the whole answer.
  'content-filter': { cutOff: false, words: /content filter/ },
};
const REASONS = Object.keys(ENDINGS) as FinishReason[];

describe('an ending', () => {
  it.for(REASONS)('%s: has one sentence, and is cut off or not', (finishReason) => {
    const { cutOff, words } = ENDINGS[finishReason];
    expect(isCutOff(completionOf('x', { finishReason }))).toBe(cutOff);
    expect(cutOffWords(completionOf('', { finishReason }))).toMatch(words);
    if (finishReason !== 'stop')
      expect(cutOffWords(completionOf('', { finishReason }))).toMatch(/^[A-Z][^.]*\.$/);
  });

  it('has a sentence of its own', () => {
    const sentences = REASONS.map((finishReason) => cutOffWords(completionOf('', { finishReason })));
    expect(new Set(sentences).size).toBe(REASONS.length);
  });

  it('by a limit names the limit', () => {
    const words = (['limit', 'window', 'server'] as const).map((cutBy) =>
      cutOffWords(completionOf('', { finishReason: 'length', cutBy })),
    );
    expect(words).toEqual([
      'The token limit cut the answer off.',
      "The model's window was full before the answer had ended.",
      expect.stringContaining("The server's own limit"),
    ]);
  });

  it('that is unknown does not count as cut off', () => {
    expect(isCutOff(completionOf('x', { finishReason: null }))).toBe(false);
    expect(cutOffWords(completionOf('', { finishReason: null }))).toBe('');
  });

  it('depends on the reason alone', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        fc.boolean(),
        fc.constantFrom(...REASONS, null),
        (text, reasoning, open, finishReason) => {
          const completion = completionOf(text, { reasoning, reasoningOpen: open, finishReason });
          expect(isCutOff(completion)).toBe(finishReason !== null && ENDINGS[finishReason].cutOff);
        },
      ),
    );
  });
});

/** Splits an answer of a server without a reasoning field: the reasoning is inside the first pair of tags. */
function readTagged(raw: string): Pick<Completion, 'reasoning' | 'reasoningOpen' | 'text'> {
  const opening = '<think>\n';
  const closing = '\n</think>\n';
  if (!raw.startsWith(opening)) return { reasoning: '', reasoningOpen: false, text: raw };
  const end = raw.indexOf(closing, opening.length);
  if (end < 0) return { reasoning: raw.slice(opening.length), reasoningOpen: true, text: '' };
  return {
    reasoning: raw.slice(opening.length, end),
    reasoningOpen: false,
    text: raw.slice(end + closing.length),
  };
}

describe('the raw text', () => {
  it.for([
    [completionOf('print(1)'), 'print(1)'],
    [completionOf(''), ''],
    [completionOf('so', { reasoning: 'why' }), '<think>\nwhy\n</think>\nso'],
    [completionOf('', { reasoning: 'why' }), '<think>\nwhy\n</think>\n'],
    [completionOf('', { reasoning: 'why', reasoningOpen: true }), '<think>\nwhy'],
    [completionOf('', { reasoningOpen: true }), '<think>\n'],
  ] as const)('of %j is %j', ([completion, raw]) => {
    expect(rawText(completion)).toBe(raw);
  });

  it('holds all of the answer: who knows the tags reads the same from it', () => {
    const plain = fc
      .array(fc.oneof(oddText(5), fc.constantFrom('<think', 'think>', '</think', '\n')))
      .map((parts) => parts.join(''))
      .filter((text) => !/<\/?think>/.test(text));
    const parts = fc.oneof(
      fc.record({ reasoning: plain, reasoningOpen: fc.constant(false), text: plain }),
      fc.record({ reasoning: plain, reasoningOpen: fc.constant(true), text: fc.constant('') }),
    );
    fc.assert(
      fc.property(parts, (answerParts) => {
        expect(readTagged(rawText(completionOf(answerParts.text, answerParts)))).toEqual(answerParts);
      }),
    );
  });

  it('never shows reasoning that is open as the answer, whatever text stands beside it', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (reasoning, text) => {
        const raw = rawText(completionOf(text, { reasoning, reasoningOpen: true }));
        expect(raw).toBe(`<think>\n${reasoning}`);
      }),
    );
  });

  it('takes no heed of how the answer ended or what it cost', () => {
    const usage: TokenUsage = { promptTokens: 3, completionTokens: 4 };
    for (const finishReason of REASONS) {
      expect(rawText(completionOf('so', { reasoning: 'why', finishReason, usage }))).toBe(
        rawText(completionOf('so', { reasoning: 'why' })),
      );
    }
  });
});

test('what is asked by default is what the model card of DeepCoder asks for', () => {
  expect(DEEPCODER_SAMPLING).toEqual({ temperature: 0.6, topP: 0.95, maxTokens: null, seed: null });
});

test('a completion survives being stored and sent', () => {
  const whole = completionOf('so\u0000\ud800', {
    reasoning: 'why',
    finishReason: 'length',
    usage: {
      promptTokens: 1,
      completionTokens: 2,
      cachedTokens: 1,
      reasoningTokens: null,
      prefillTokensPerSecond: 0.5,
    },
  });
  expect(structuredClone(whole)).toEqual(whole);
  expect(JSON.parse(JSON.stringify(whole))).toEqual(whole);
});

test('a reason that is unknown does not compile', () => {
  expectTypeOf<'tool-calls'>().not.toExtend<FinishReason>();
  expectTypeOf(cutOffWords).parameter(0).toExtend<{ finishReason: FinishReason | null }>();
});
