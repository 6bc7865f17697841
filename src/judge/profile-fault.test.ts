import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMPARERS } from './compare/comparers.ts';
import { CUSTOM_KEYS, findProfile, type CustomKey } from './profiles/custom.ts';
import { customValuesText, profileFault } from './profile-fault.ts';
import { PROFILES } from './profiles/profiles.ts';

const valuesOf = (key: CustomKey) => customValuesText(key).split(', ');
const wordsFor = (name: string) => {
  const { mistakeText, permittedText } = profileFault(name)!;
  return { wrong: mistakeText, right: permittedText };
};

describe('the fault of a name', () => {
  it('is there exactly where no profile is', () => {
    const values = CUSTOM_KEYS.flatMap(valuesOf);
    const word = fc.oneof(
      fc.constantFrom<string>(...CUSTOM_KEYS, ...values, '', '6', 'longest-15'),
      fc.string(),
    );
    const part = fc.oneof(
      fc.tuple(word, word).map(([key, value]) => `${key}=${value}`),
      fc
        .constantFrom(...CUSTOM_KEYS)
        .chain((key) => fc.constantFrom(...valuesOf(key)).map((value) => `${key}=${value}`)),
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
    expect(profileFault('rlm')).toMatchObject({ givenText: 'rlm', names: PROFILES.map(({ name }) => name) });
    expect(wordsFor('rlm').right).toMatch(/^there are standard, deepcoder-paper, rllm, .*, and custom:…$/);
  });

  it('names a key that is none, and those there are', () => {
    const name = 'custom:tests=all,extrakt=rllm';
    expect(profileFault(name)).toMatchObject({ givenText: 'extrakt', names: CUSTOM_KEYS });
    expect(wordsFor(name)).toEqual({
      wrong: 'there is no key "extrakt"',
      right:
        'after custom: stand KEY=VALUE,…, with the keys extract, tests, run, limit, python, compare, score, penalty',
    });
  });

  it('names what a key may be', () => {
    expect(profileFault('custom:compare=flot')).toMatchObject({
      givenText: 'flot',
      names: COMPARERS,
    });
    expect(wordsFor('custom:compare=flot')).toEqual({
      wrong: 'compare may not be "flot"',
      right: `it may be ${COMPARERS.join(', ')}`,
    });
    const rights = (name: string) => wordsFor(name).right;
    expect(rights('custom:tests=longest')).toBe('it may be all, longest-N or first-N (N from 1 to 10000)');
    expect(rights('custom:limit=1e3')).toBe('it may be seconds from 0.1 to 600');
    expect(rights('custom:python=3')).toBe('it may be 3.11, newest');
    expect(rights('custom:penalty=2')).toBe('it may be a number from 0 to 1');
  });

  it('says that a key stands there twice', () => {
    expect(wordsFor('custom:score=all,score=share').wrong).toBe('the key score stands there twice');
  });
});
