import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { oddText } from '../../tests/builders/odd-text.ts';
import { canonicalJson, NoHashing, sha256 } from './sha256.ts';

afterEach(() => void vi.unstubAllGlobals());

it('is what others compute', async () => {
  expect(await sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  for (const text of fc.sample(oddText(), 20))
    expect(await sha256(text)).toBe(createHash('sha256').update(text).digest('hex'));
});

it('says where it cannot be had', async () => {
  vi.stubGlobal('crypto', {});
  await expect(sha256('x')).rejects.toThrow(NoHashing);
});

it('one value has one spelling, which reads back', () => {
  expect(canonicalJson({ b: [1, { d: undefined, c: null }], a: '\ud83d' })).toBe(
    '{"a":"\\ud83d","b":[1,{"c":null}]}',
  );
  fc.assert(
    fc.property(fc.dictionary(oddText(4), fc.oneof(oddText(4), fc.integer(), fc.boolean())), (value) => {
      const reversed = Object.fromEntries(Object.entries(value).reverse());
      expect(canonicalJson(reversed)).toBe(canonicalJson(value));
      expect(JSON.parse(canonicalJson(value))).toEqual(value);
    }),
    { numRuns: 50 },
  );
});
