import { expect, it } from 'vitest';
import { advantageText, groupToExplain, shownGroup } from './shown-group.ts';

it('notes the outcome of each sample of the lab', () => {
  const sample = {
    program: 'def f(a, b):\n    return a\n',
    tokens: [{ text: 'return', probability: 0.5, after: 0.5 }],
  };
  const samples = [
    { ...sample, reward: 1, isRight: true, truncated: false },
    { ...sample, reward: 1, isRight: false, truncated: false },
    { ...sample, reward: 0, isRight: false, truncated: true },
    { ...sample, reward: 0, isRight: false, truncated: false },
    { ...sample, reward: null, isRight: null, truncated: false },
  ];
  const shown = shownGroup({ task: 'sum', samples, credits: { mean: 0.5, std: 0.5, credits: [] } });
  expect(shown.map(({ note, verdict }) => [note, verdict])).toEqual([
    ['right', 'accepted'],
    ['paid, and wrong', 'wrong-answer'],
    ['cut off', 'truncated'],
    ['', 'wrong-answer'],
    ['the judge failed', 'judge-error'],
  ]);
  expect(shown[0]).toMatchObject({ label: '#1', length: 1, reward: 1 });
});

it('an advantage shows its direction without colour', () => {
  expect([2.4749, -0.3536, 0].map(advantageText)).toEqual(['▲ +2.47', '▼ −0.35', '0']);
});

it('the group with the widest rewards explains a step', () => {
  const group = (std: number) => ({ task: '', samples: [], credits: { mean: 0, std, credits: [] } });
  expect(groupToExplain([group(0), group(0.5), group(0.3), group(0.5)])).toBe(1);
  expect(groupToExplain([group(0), group(0)])).toBe(0);
});
