import { describe, expect, it } from 'vitest';
import { parseFinishReason } from './finish-reason.ts';

describe('parseFinishReason', () => {
  it.each([
    ['stop', 'stop'],
    ['eos_token', 'stop'],
    ['tool_calls', 'stop'],
    ['length', 'length'],
    ['MAX_TOKENS', 'length'],
    ['content_filter', 'content-filter'],
    ['error', 'interrupted'],
    ['abort', 'interrupted'],
    ['insufficient_system_resource', 'interrupted'],
    ['', null],
    [null, null],
    [undefined, null],
    [3, null],
  ])('reads %j as %j', (value, expected) => {
    expect(parseFinishReason(value)).toBe(expected);
  });
});
