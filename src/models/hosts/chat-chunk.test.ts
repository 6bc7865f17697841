import { describe, expect, it } from 'vitest';
import { parseChatChunk } from './chat-chunk.ts';

const EMPTY = { reasoning: '', text: '', finishReason: null, usage: null };

describe('parseChatChunk', () => {
  it.each([
    [{ choices: [{ delta: { content: 'a' }, finish_reason: null }] }, { ...EMPTY, text: 'a' }],
    [{ choices: [{ delta: { reasoning_content: 'r', content: null } }] }, { ...EMPTY, reasoning: 'r' }],
    [{ choices: [{ delta: { reasoning: 'r' } }] }, { ...EMPTY, reasoning: 'r' }],
    [{ choices: [{ delta: { reasoning: 'r', reasoning_content: 'r' } }] }, { ...EMPTY, reasoning: 'r' }],
    [{ choices: [{ delta: {}, finish_reason: 'length' }] }, { ...EMPTY, finishReason: 'length' }],
    [{ choices: [{ message: { content: 'whole' } }] }, { ...EMPTY, text: 'whole' }],
    [{ choices: [{ index: 1, delta: { content: 'b' } }] }, EMPTY],
    [
      { choices: [], usage: { prompt_tokens: 5, completion_tokens: 9 } },
      { ...EMPTY, usage: { promptTokens: 5, completionTokens: 9 } },
    ],
    [
      { choices: [{ delta: { content: [{ thinking: [{ text: 'r' }] }, { type: 'text', text: 'a' }] } }] },
      { ...EMPTY, reasoning: 'r', text: 'a' },
    ],
    [{ type: 'ping' }, null],
    [[], null],
    ['text', null],
    [undefined, null],
  ])('reads %j', (value, expected) => {
    expect(parseChatChunk(value)).toEqual(expected);
  });
});
