import { describe, expect, it } from 'vitest';
import { looksLikeNoise } from './gpu-failure.ts';

describe('looksLikeNoise', () => {
  it.each([
    ['The sea is deep and blue.', 7],
    ['<think>\nOkay, the user wants a short sentence about the sea. I should', 24],
    ['Ready', 1],
    ['<think>\n\n</think>\n\n', 4],
    ['大海很美丽,蓝色的波浪轻轻拍打着沙滩。', 20],
    ['```python\nprint(sum(map(int, input().split())))\n```', 20],
    ['', 1],
  ])('%j is speech', (text, tokens) => expect(looksLikeNoise(text, tokens)).toBe(false));

  it.each([
    ['!!!!!!!!!!!!!!!!!!!!!!!!', 24],
    ['\uFFFD\uFFFD\uFFFDab\uFFFD\uFFFDcd\uFFFD', 24],
    ['', 24],
    ['the ка 한 the ש ال द 中 xq the ไทย', 24],
    ['<unused311><unused400><unused17><unused5>', 24],
    ['\u0001\u0002ab\u0003\u0004cdef', 12],
  ])('%j is noise', (text, tokens) => expect(looksLikeNoise(text, tokens)).toBe(true));
});
