import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { COMPARERS } from '../compare/comparers.ts';
import { customProfile, findProfile } from './custom.ts';
import { EXECUTIONS } from './execution.ts';
import { EXTRACTORS } from './extractors.ts';
import { CHOICES, type Choice, type Choices, type Profile } from './profile.ts';
import { PROFILES, STANDARD } from './profiles.ts';
import type { Rule } from './rule.ts';
import { rewardFor } from './scores.ts';
import { COMPARER_RULES } from '../words/comparer-rules.ts';
import { EXTRACTOR_RULES } from '../words/extractor-rules.ts';
import { profileAbout } from '../words/profile-abouts.ts';
import { executionRule, scoreRule, selectionRule } from '../words/grader-rules.ts';

const RULE_OF: Readonly<Record<Choice, (profile: Profile) => Rule>> = {
  extract: ({ extract }) => EXTRACTOR_RULES[extract],
  select: ({ select }) => selectionRule(select),
  execute: ({ execute }) => executionRule(execute),
  compare: ({ compare }) => COMPARER_RULES[compare],
  score: ({ score }) => scoreRule(score),
};

const names = <T extends object>(table: T) => Object.keys(table) as (keyof T)[];

const choices: fc.Arbitrary<Choices> = fc.record({
  extract: fc.constantFrom(...names(EXTRACTORS)),
  select: fc.oneof(
    fc.constant({ kind: 'all' } as const),
    fc.record({
      kind: fc.constantFrom('longest' as const, 'first' as const),
      count: fc.integer({ min: 1, max: 9999 }),
    }),
  ),
  execute: fc.record({
    how: fc.constantFrom(...EXECUTIONS),
    timeLimitSeconds: fc.option(fc.integer({ min: 1, max: 600 })),
    python: fc.constantFrom('3.11' as const, 'newest' as const),
  }),
  compare: fc.constantFrom(...COMPARERS),
  score: fc.record({
    kind: fc.constantFrom('all' as const, 'nearly-all' as const, 'share' as const),
    formatPenalty: fc.constantFrom(0, 0.1, 0.5, 1),
  }),
});

describe('names', () => {
  it('find the known profiles', () => {
    for (const profile of PROFILES) expect(findProfile(profile.name)).toBe(profile);
    expect(new Set(PROFILES.map(({ name }) => name)).size).toBe(PROFILES.length);
  });

  it('hold every choice of a custom profile', () => {
    fc.assert(
      fc.property(choices, (choice) => {
        const profile = customProfile(choice);
        expect(findProfile(profile.name)).toEqual(profile);
      }),
    );
    expect(customProfile(STANDARD).name).toBe('custom:');
  });

  it.for([
    '',
    'Standard',
    'custom',
    'custom:extract=nothing',
    'custom:tests=longest-0',
    'custom:tests=longest',
    'custom:limit=-1',
    'custom:limit=0',
    'custom:penalty=2',
    'custom:score=share,score=all',
    'custom:run=toString',
    'custom:shape=round',
  ])('%j names none', (name) => {
    expect(findProfile(name)).toBeNull();
  });
});

test('every choice of every profile has a rule with its source', () => {
  for (const profile of PROFILES) {
    for (const choice of CHOICES) {
      const { title, says, source } = RULE_OF[choice](profile);
      expect(title).not.toBe('');
      expect(says).toMatch(/\.$/);
      expect(source).toMatch(/^https:\/\/github\.com\//);
    }
  }
});

test.for([
  ['all', 200, 200, 1],
  ['all', 199, 200, 0],
  ['nearly-all', 199, 200, 1],
  ['nearly-all', 99, 100, 0],
  ['share', 3, 4, 0.75],
  ['share', 0, 4, 0],
] as const)('%s: %i of %i earn %d', ([kind, passed, of, reward]) => {
  expect(rewardFor({ kind, formatPenalty: 0.1 }, passed, of, true)).toBe(reward);
  expect(rewardFor({ kind, formatPenalty: 0.1 }, 0, of, false)).toBe(-0.1);
  expect(rewardFor({ kind, formatPenalty: 0 }, 0, of, false)).toBe(0);
});

it('has a sentence of its own about every profile', () => {
  expect(new Set(PROFILES.map(({ name }) => profileAbout(name))).size).toBe(PROFILES.length);
});
