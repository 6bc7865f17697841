import {
  fooledWords,
  type GymView,
  handTrial,
  listText,
  readGym,
  rulingsOn,
  rulingText,
  trialOf,
  writeGym,
  writtenFor,
} from './gym.ts';
import { problemOf } from '../../../../tests/builders/problem.ts';
import type { Gym } from '../../../datasets/gym.ts';
import type { Exploit, ExploitRuling } from '../../../domain/exploit.ts';
import { GYM_GRADERS } from '../../../judge/profiles/gym-graders.ts';
import { describe, expect, it } from 'vitest';
import { RULING } from '../../../../tests/builders/ruling.ts';
import { PROFILES } from '../../../judge/profiles/profiles.ts';

const BOARD: GymView = {
  exploit: null,
  problem: null,
  mutant: null,
  from: null,
  family: null,
  grader: null,
  whole: false,
};

describe('the gym’s part of the address', () => {
  it('is read as it was written', () => {
    const view: GymView = {
      exploit: 'always-no',
      problem: 'gym/leap-days',
      mutant: 'twin-rows',
      from: 'always-plain',
      family: 'tests',
      grader: 'custom:compare=nocase',
      whole: true,
    };
    expect(readGym(writeGym('', view))).toEqual(view);
    expect(writeGym(writeGym('', view), BOARD)).toBe('');
    expect(readGym('')).toEqual(BOARD);
  });

  it('keeps a teacher’s flags, and ignores unknown families and graders', () => {
    expect(writeGym('hide=answers&family=state', { exploit: 'recite' })).toBe(
      'hide=answers&family=state&exploit=recite',
    );
    expect(readGym('family=luck&grader=nobody&as=poem&exploit=')).toEqual(BOARD);
  });
});

const EXPLOIT: Exploit = {
  id: 'recite',
  title: 'Recite',
  family: 'state',
  problem: 'gym/run',
  works: 'It counts.',
  stops: 'Fresh state.',
  source: null,
  originals: [],
  raw: '```python\nanswers\n```\n',
};
const PROBLEM = problemOf({ id: 'gym/run', starterCode: 'def f(x):\n    ...\n' });
const GYM: Gym = {
  problems: [PROBLEM],
  exploits: [EXPLOIT],
  recorded: { recite: [RULING, { ...RULING, profile: 'lcb' }] },
};

it('a ruling of this visit replaces the recorded one, and stands alone while records are hidden', () => {
  const judged = [{ ...RULING, profile: 'lcb', reward: 1 }];
  const rewards = (hidden: boolean) =>
    [...rulingsOn(GYM, judged, EXPLOIT, hidden)].map(([name, { reward }]) => [name, reward]);
  expect(rewards(false)).toEqual([
    ['standard', 0],
    ['lcb', 1],
  ]);
  expect(rewards(true)).toEqual([['lcb', 1]]);
});

it('an exploit is judged as the answer that it is, on its problem', () => {
  const { key, problem, submission } = trialOf(GYM, EXPLOIT, GYM_GRADERS);
  expect([key, problem]).toEqual(['recite', PROBLEM]);
  expect(submission).toMatchObject({ kind: 'completion', completion: { text: EXPLOIT.raw } });
  expect(() => trialOf({ ...GYM, problems: [] }, EXPLOIT, GYM_GRADERS)).toThrow('gym/run');
});

it('a text that starts from an exploit is stored apart from the own text', () => {
  const texts = new Map([['gym/run', 'mine']]);
  const of = (key: string) => texts.get(key) ?? null;
  const nothing = () => null;
  expect(writtenFor(GYM, nothing, PROBLEM, null).text).toBe(PROBLEM.starterCode);
  expect(writtenFor(GYM, nothing, problemOf({ starterCode: '' }), null).text).toMatch(/^# Your program/);
  expect(writtenFor(GYM, of, PROBLEM, null)).toEqual({ key: 'gym/run', text: 'mine' });
  const begun = writtenFor(GYM, of, PROBLEM, 'recite');
  expect(begun).toEqual({ key: 'gym/run from recite', text: EXPLOIT.raw });
  expect(writtenFor(GYM, of, PROBLEM, 'another').text).toBe('mine');
  expect(handTrial(PROBLEM, begun, true).submission.kind).toBe('completion');
  expect(handTrial(PROBLEM, begun, false).submission).toEqual({ kind: 'program', code: EXPLOIT.raw });
});

const all = (paid: Readonly<Record<string, number | null>>) =>
  new Map(PROFILES.map(({ name }) => [name, { ...RULING, profile: name, reward: paid[name] ?? 0 }] as const));

describe('a ruling in words', () => {
  it('names the deciding rule, or else counts the tests', () => {
    expect(rulingText({ ...RULING, says: 'Lines are compared in pairs.' })).toBe(
      'Lines are compared in pairs.',
    );
    expect(rulingText(RULING)).toBe('Stopped at test 4 of 20: wrong answer.');
    expect(rulingText({ ...RULING, testsRun: 20 })).toBe(
      '3 of 20 tests passed. First failure: wrong answer.',
    );
    expect(rulingText({ ...RULING, verdict: 'accepted', reward: 1, testsRun: 15 })).toBe(
      'All 15 tests that ran passed.',
    );
    expect(rulingText({ ...RULING, verdict: 'no-code' })).toBe('No program was found in the answer.');
    expect(rulingText({ ...RULING, verdict: 'judge-error', reward: null })).toMatch(/^The judge failed/);
  });
});

describe('all rulings in words', () => {
  it('name the fooled graders, without those for teaching only', () => {
    expect(fooledWords(PROFILES, all({}))).toBe('It fools no grader.');
    expect(fooledWords(PROFILES, all({ fractional: 1 }))).toBe('It fools no grader.');
    expect(fooledWords(PROFILES, all({ rllm: 1, lcb: 1, tinker: 1 }))).toBe(
      'It fools rLLM, LiveCodeBench and Tinker cookbook; the standard rules pay 0.',
    );
  });

  it('distinguish a solution from a cheat, and are null until every grader has ruled', () => {
    expect(fooledWords(PROFILES, all({ standard: 1, rllm: 1 }))).toMatch(/^This solves the problem/);
    expect(fooledWords(PROFILES, new Map([['standard', RULING]]))).toBeNull();
    const failed = new Map<string, ExploitRuling>(all({}));
    failed.set('lcb', { ...RULING, profile: 'lcb', reward: null, verdict: 'judge-error' });
    expect(fooledWords(PROFILES, failed)).toMatch(/^The judge failed/);
  });

  it('join names with commas and a final “and”', () => {
    expect([listText([]), listText(['a']), listText(['a', 'b'])]).toEqual(['', 'a', 'a and b']);
  });
});
