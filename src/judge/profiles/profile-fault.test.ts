import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMPARERS } from './comparers.ts';
import { CUSTOM_KEYS, findProfile } from './custom.ts';
import { CUSTOM_VALUES, profileFault } from './profile-fault.ts';
import { PROFILES } from './profiles.ts';

describe('the fault of a name', () => {
  it('is there exactly where no profile is', () => {
    const values = CUSTOM_KEYS.flatMap((key) => CUSTOM_VALUES[key]);
    const word = fc.oneof(
      fc.constantFrom<string>(...CUSTOM_KEYS, ...values, '', '6', 'longest-15'),
      fc.string(),
    );
    const part = fc.oneof(
      fc.tuple(word, word).map(([key, value]) => `${key}=${value}`),
      fc
        .constantFrom(...CUSTOM_KEYS)
        .chain((key) => fc.constantFrom(...[CUSTOM_VALUES[key]].flat()).map((value) => `${key}=${value}`)),
      word,
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 4 }), fc.boolean(), (parts, isCustom) => {
        const name = `${isCustom ? 'custom:' : ''}${parts.join(',')}`;
        expect(profileFault(name) === null).toBe(findProfile(name) !== null);
      }),
      { numRuns: 1000 },
    );
  });

  it('names the profiles there are', () => {
    expect(profileFault('rlm')).toMatchObject({ given: 'rlm', names: PROFILES.map(({ name }) => name) });
    expect(profileFault('rlm')?.right).toMatch(
      /^there are standard, deepcoder-paper, rllm, .*, and custom:…$/,
    );
  });

  it('names a key that is none, and those there are', () => {
    expect(profileFault('custom:tests=all,extrakt=rllm')).toEqual({
      given: 'extrakt',
      wrong: 'there is no key "extrakt"',
      right:
        'after custom: stand KEY=VALUE,…, with the keys extract, tests, run, limit, python, compare, score, penalty',
      names: CUSTOM_KEYS,
    });
  });

  it('names what a key may be', () => {
    expect(profileFault('custom:compare=flot')).toMatchObject({
      given: 'flot',
      wrong: 'compare may not be "flot"',
      right: `it may be ${Object.keys(COMPARERS).join(', ')}`,
    });
    const rights = (name: string) => profileFault(name)?.right;
    expect(rights('custom:tests=longest')).toBe('it may be all, longest-N or first-N (N from 1 to 10000)');
    expect(rights('custom:limit=1e3')).toBe('it may be seconds from 0.1 to 600');
    expect(rights('custom:python=3')).toBe('it may be 3.11, newest');
    expect(rights('custom:penalty=2')).toBe('it may be a number from 0 to 1');
  });

  it('says that a key stands there twice', () => {
    expect(profileFault('custom:score=all,score=share')?.wrong).toBe('the key score stands there twice');
  });
});
