import { expect, it } from 'vitest';
import { reasoningFit, reasoningWords } from './chain-of-thought.ts';

it('says which windows cut a chain of thought off', () => {
  const kinds = [2048, 8192, 11_999, 12_000, 16_384, 31_999, 32_768].map((tokens) =>
    reasoningFit(true, tokens),
  );
  expect(kinds).toEqual(['short', 'short', 'short', 'tight', 'tight', 'tight', 'ample']);
  expect(reasoningWords('short')).toMatch(/about 10,000 tokens.*cut off/);
  expect(reasoningFit(false, 2048)).toBeNull();
});
