import { describe, expect, it } from 'vitest';
import { problemOf } from '../../../../tests/builders/problem.ts';
import { reportOf } from '../../../../tests/builders/report.ts';
import { Judge } from '../../../judge/judge.ts';
import { STANDARD } from '../../../judge/profiles/profiles.ts';
import { readGroup } from '../state/group-state.svelte.ts';
import { readGroupAddress, withProblem } from './group-address.ts';
import { lengthOf, shownAnswer, trialOf } from './judged-group.ts';

const opened = { ref: { set: 'bundled', id: 'p' }, problem: problemOf(), answers: [] };
const judge = new Judge({} as never);
const answers = (text: string) => readGroup(text, null).answers.map((answer, key) => ({ ...answer, key }));

describe('an answer of a group', () => {
  const response = JSON.stringify({
    choices: [
      { message: { content: '```python\nprint(1)\n```' }, finish_reason: 'stop' },
      {
        message: { content: '```python\nprint(' },
        finish_reason: 'length',
        logprobs: { content: [{ token: 'x', logprob: 0 }] },
      },
    ],
  });
  const samples = answers(response).map((answer, at) => {
    const trial = trialOf(answer, opened, STANDARD);
    return shownAnswer(answer, at, trial, reportOf([at === 0 ? 'accepted' : 'wrong-answer']), judge);
  });

  it('shows its program, its verdict, and whether it was cut off', () => {
    expect(samples[0]).toMatchObject({
      label: '#1',
      note: 'accepted',
      truncated: false,
      code: 'print(1)',
      estimated: true,
      tokens: null,
    });
    expect(samples[1]).toMatchObject({
      note: 'cut off, judged: wrong answer',
      truncated: true,
      length: 1,
      estimated: false,
      tokens: [{ text: 'x', probability: 1 }],
    });
  });

  it('is judged again for another problem and another profile', () => {
    const [answer] = answers('x');
    const keys = [
      trialOf(answer!, opened, STANDARD),
      trialOf(answer!, { ...opened, ref: { set: 'other', id: 'p' } }, STANDARD),
      trialOf(answer!, opened, { ...STANDARD, name: 'lcb' }),
    ].map(({ key }) => key);
    expect(new Set(keys).size).toBe(3);
  });
});

describe('the address of a group', () => {
  it('names the problem, the profile and the library', () => {
    const settings = withProblem('profile=rllm&rules=trl&in=old', { problem: 'allpass/a b', in: null });
    expect(readGroupAddress(settings)).toMatchObject({
      problem: { problem: 'allpass/a b', in: null },
      profile: { name: 'rllm' },
      unknownProfile: null,
      rules: 'trl',
    });
    expect(readGroupAddress(withProblem(settings, { problem: 'x', in: 'y' })).problem).toEqual({
      problem: 'x',
      in: 'y',
    });
  });

  it('reports an unknown profile, and uses the standard one', () => {
    expect(readGroupAddress('')).toMatchObject({ problem: null, profile: STANDARD, unknownProfile: null });
    expect(readGroupAddress('profile=none')).toMatchObject({ profile: STANDARD, unknownProfile: 'none' });
    expect(readGroupAddress('profile=custom:extract=lcb').unknownProfile).toBe(null);
  });
});

it('the length of an answer is its token count, or an estimate from its characters', () => {
  const [answer] = readGroup('x'.repeat(400), null).answers;
  expect(lengthOf(answer!)).toEqual({ length: 100, estimated: true });
  const tokens = [{ text: 'x', probability: 1 }];
  expect(lengthOf({ ...answer!, tokens })).toEqual({ length: 1, estimated: false });
  expect(lengthOf({ name: '', submission: { kind: 'program', code: '' } })).toEqual({
    length: 1,
    estimated: true,
  });
});
