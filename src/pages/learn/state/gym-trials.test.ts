import { expect, it } from 'vitest';
import { RULING } from '../../../../tests/builders/ruling.ts';
import { problemOf } from '../../../../tests/builders/problem.ts';
import type { Gym } from '../../../datasets/gym.ts';
import type { Exploit } from '../../../domain/exploit.ts';
import { GYM_GRADERS } from '../../../judge/profiles/gym-graders.ts';
import { handTrial, rulingsOn, trialOf, writtenFor } from './gym-trials.ts';

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

it('what was judged now stands in the place of the record, and alone where that is hidden', () => {
  const state = { judged: () => [{ ...RULING, profile: 'lcb', reward: 1 }] };
  const rewards = (hidden: boolean) =>
    [...rulingsOn(GYM, state, EXPLOIT, hidden)].map(([name, { reward }]) => [name, reward]);
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

it('a try that begins with an exploit is kept beside the own one', () => {
  const texts = new Map([['gym/run', 'mine']]);
  const of = (key: string) => texts.get(key) ?? null;
  const nothing = { of: () => null };
  expect(writtenFor(GYM, nothing, PROBLEM, null).text).toBe(PROBLEM.starterCode);
  expect(writtenFor(GYM, nothing, problemOf({ starterCode: '' }), null).text).toMatch(/^# Your program/);
  expect(writtenFor(GYM, { of }, PROBLEM, null)).toEqual({ key: 'gym/run', text: 'mine' });
  const begun = writtenFor(GYM, { of }, PROBLEM, 'recite');
  expect(begun).toEqual({ key: 'gym/run from recite', text: EXPLOIT.raw });
  expect(writtenFor(GYM, { of }, PROBLEM, 'another').text).toBe('mine');
  expect(handTrial(PROBLEM, begun, true).submission.kind).toBe('completion');
  expect(handTrial(PROBLEM, begun, false).submission).toEqual({ kind: 'program', code: EXPLOIT.raw });
});
