import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMPARERS } from '../compare/comparers.ts';
import { customProfile, findProfile } from './custom.ts';
import { EXECUTIONS } from './execution.ts';
import { EXTRACTORS } from './extractors.ts';
import { PROFILES, STANDARD } from './profiles.ts';
import { SCORE_KINDS } from './scores.ts';

/** Every valid part of a name, by key. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  extract: Object.keys(EXTRACTORS),
  tests: ['all', 'longest-1', 'longest-15', 'first-10000'],
  run: EXECUTIONS,
  limit: ['0.1', '6', '2.5', '600'],
  compare: COMPARERS,
  score: SCORE_KINDS,
  penalty: ['0', '0.1', '1'],
};
const KEYS = Object.keys(PARTS);

const part = fc
  .constantFrom(...KEYS)
  .chain((key) => fc.constantFrom(...PARTS[key]!.map((value) => `${key}=${value}`)));
/** Invalid parts, each with something missing, something added, or a value out of range. */
const nearly = fc.oneof(
  part,
  part.map((text) => text.toUpperCase()),
  part.map((text) => `${text}=`),
  part.map((text) => ` ${text}`),
  part.map((text) => text.slice(1)),
  part.map((text) => text.slice(0, -1)),
  fc.constantFrom(
    '',
    '=',
    'extract=rllm=',
    'limit=1e3',
    'limit=0x10',
    'limit=Infinity',
    'penalty=-0.1',
    'tests=first-10001',
  ),
  fc.constantFrom('__proto__=standard', 'extract=__proto__', 'compare=constructor', 'score=toString'),
  fc.string(),
);

describe('the name of a profile of one’s own', () => {
  it('is read back to the same profile, by whatever order its parts came', () => {
    fc.assert(
      fc.property(fc.uniqueArray(part, { selector: (text) => text.split('=')[0]! }), (parts) => {
        const profile = findProfile(`custom:${parts.join(',')}`);
        expect(profile).not.toBeNull();
        expect(findProfile(`custom:${parts.toReversed().join(',')}`)).toEqual(profile);
        expect(findProfile(profile!.name)).toEqual(profile);
        expect(customProfile(profile!)).toEqual(profile);
      }),
    );
  });

  it('says only in what it departs from the standard', () => {
    for (const key of KEYS) {
      for (const value of PARTS[key]!) {
        const { name } = findProfile(`custom:${key}=${value}`)!;
        const { name: own, title, codes, ...choices } = findProfile(name)!;
        const { name: _, title: __, codes: ___, ...standard } = STANDARD;
        expect(own).toBe(name);
        expect([title, codes]).toEqual(['Custom', false]);
        const isStandard = JSON.stringify(choices) === JSON.stringify(standard);
        expect(name).toBe(isStandard ? 'custom:' : `custom:${key}=${value}`);
      }
    }
  });

  it('is a profile or none, whatever stands in an address', () => {
    fc.assert(
      fc.property(fc.array(nearly, { maxLength: 4 }), fc.boolean(), (parts, isCustom) => {
        const name = `${isCustom ? 'custom:' : ''}${parts.join(',')}`;
        const profile = findProfile(name);
        if (profile === null) return;
        if (!isCustom) {
          expect(PROFILES).toContain(profile);
          return;
        }
        // All of its choices are known and in their ranges.
        expect(Object.keys(EXTRACTORS)).toContain(profile.extract);
        expect(EXECUTIONS).toContain(profile.execute.how);
        expect(COMPARERS).toContain(profile.compare);
        expect(SCORE_KINDS).toContain(profile.score.kind);
        const { timeLimitSeconds } = profile.execute;
        expect(timeLimitSeconds === null || (timeLimitSeconds >= 0.1 && timeLimitSeconds <= 600)).toBe(true);
        expect(profile.score.formatPenalty).toBeGreaterThanOrEqual(0);
        expect(profile.score.formatPenalty).toBeLessThanOrEqual(1);
        if (profile.select.kind !== 'all') expect(profile.select.count).toBeGreaterThanOrEqual(1);
      }),
      { numRuns: 1000 },
    );
  });

  it('holds nothing that is passed over', () => {
    expect(findProfile('custom:extract=rllm=lcb')).toBeNull();
    expect(findProfile('custom:extract=rllm,')).toBeNull();
  });

  it('may not say one thing twice, even the same', () => {
    expect(findProfile('custom:compare=float,compare=float')).toBeNull();
    expect(findProfile('custom:tests=all,tests=all')).toBeNull();
  });
});
