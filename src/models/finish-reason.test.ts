import { describe, expect, it } from 'vitest';
import { parseFinishReason } from './finish-reason.ts';

describe('parseFinishReason', () => {
  it.each([
    ['stop', 'stop'],
    ['eos_token', 'stop'],
    ['length', 'length'],
    ['MAX_TOKENS', 'length'],
    ['content_filter', 'content-filter'],
    ['error', 'interrupted'],
    ['', null],
    [null, null],
    [undefined, null],
    [3, null],
  ])('reads %j as %j', (value, expected) => {
    expect(parseFinishReason(value)).toBe(expected);
  });
});
