import { describe, expect, it } from 'vitest';
import { parseChatChunk } from './answer-reader.ts';

const NOTHING = { choices: [], usage: null, model: null, fingerprint: null };
const EMPTY = { index: 0, reasoning: '', text: '', finishReason: null, finishWord: '', logprobs: [] };

describe('parseChatChunk', () => {
  it.each([
    [{ delta: { content: 'a' }, finish_reason: null }, { text: 'a' }],
    [{ delta: { reasoning_content: 'r', content: null } }, { reasoning: 'r' }],
    [{ delta: { reasoning: 'r' } }, { reasoning: 'r' }],
    [{ delta: { reasoning: 'r', reasoning_content: 'r' } }, { reasoning: 'r' }],
    [
      { delta: {}, finish_reason: 'length' },
      { finishReason: 'length', finishWord: 'length' },
    ],
    [{ message: { content: 'whole' } }, { text: 'whole' }],
    [{ delta: { refusal: 'I can’t.' } }, { text: 'I can’t.' }],
    [{ message: { content: null, refusal: 'I can’t.' } }, { text: 'I can’t.' }],
    [{ message: { content: [{ type: 'refusal', refusal: 'I can’t.' }] } }, { text: 'I can’t.' }],
    [{ delta: { content: 'a', refusal: null } }, { text: 'a' }],
    [
      { delta: {}, finish_reason: 'refusal' },
      { finishReason: 'stop', finishWord: 'refusal' },
    ],
    [
      { index: 1, delta: { content: 'b' } },
      { index: 1, text: 'b' },
    ],
    [
      { delta: { content: [{ thinking: [{ text: 'r' }] }, { type: 'text', text: 'a' }] } },
      { reasoning: 'r', text: 'a' },
    ],
    [
      { delta: { content: 'ab' }, logprobs: { content: [{ token: 'a', logprob: -0.5, bytes: [97] }, {}] } },
      { text: 'ab', logprobs: [{ token: 'a', logprob: -0.5 }] },
    ],
    [
      { delta: {}, logprobs: { tokens: ['a', 'b'], token_logprobs: [null, 1e-9] } },
      { logprobs: [{ token: 'b', logprob: 0 }] },
    ],
    [{ delta: { content: 'a' }, logprobs: null }, { text: 'a' }],
  ])('reads the choice %j', (choice, expected) => {
    expect(parseChatChunk({ choices: [choice] })).toEqual({
      ...NOTHING,
      choices: [{ ...EMPTY, ...expected }],
    });
  });

  it('reads several choices, and who answers', () => {
    const choices = [
      { index: 1, delta: { content: 'b' } },
      { index: 0, delta: { content: 'a' } },
    ];
    expect(parseChatChunk({ choices, model: 'm', system_fingerprint: 'fp_1' })).toMatchObject({
      choices: [{ index: 1 }, { index: 0 }],
      model: 'm',
      fingerprint: 'fp_1',
    });
  });

  it.each([
    [
      { usage: { prompt_tokens: 5, completion_tokens: 9 }, choices: [] },
      { promptTokens: 5, completionTokens: 9 },
    ],
    [
      {
        usage: { prompt_tokens: 5, completion_tokens: 9, completion_tokens_details: { reasoning_tokens: 7 } },
      },
      { promptTokens: 5, completionTokens: 9, reasoningTokens: 7 },
    ],
    [
      {
        usage: { prompt_tokens: 5, completion_tokens: 9, completion_tokens_details: null },
        timings: { prompt_n: 1, prompt_per_second: 120.5, predicted_n: 9, predicted_per_second: 31.25 },
      },
      {
        promptTokens: 5,
        completionTokens: 9,
        prefillTokensPerSecond: 120.5,
        decodeTokensPerSecond: 31.25,
      },
    ],
    [
      { choices: [], timings: { predicted_n: 9 } },
      { promptTokens: null, completionTokens: 9 },
    ],
    [{ choices: [], usage: null, timings: { predicted_per_second: null } }, null],
  ])('reads the usage of %j', (value, usage) => {
    expect(parseChatChunk(value)).toEqual({ ...NOTHING, usage });
  });

  it.each([[{ type: 'ping' }], [{ timings: {} }], [[]], ['text'], [undefined]])(
    'does not take %j for a chat completion',
    (value) => expect(parseChatChunk(value)).toBeNull(),
  );
});
