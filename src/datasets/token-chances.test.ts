import { expect, it } from 'vitest';
import { parseLossless } from '../base/lossless-json.ts';
import { readSamples } from './sample-file.ts';
import { tokenChances } from './token-chances.ts';

function read(value: unknown) {
  const parsed = parseLossless(JSON.stringify(value));
  return parsed.ok ? tokenChances(parsed.value) : undefined;
}
const CHAT = [
  { token: 'print', logprob: -0.6931471805599453, top_logprobs: [] },
  { token: '(1)', logprob: 0 },
];
const SURE = [
  { text: 'print', probability: 0.5 },
  { text: '(1)', probability: 1 },
];

it.each([
  ['a chat', { content: CHAT }],
  ['the list alone', CHAT],
  ['a completion', { tokens: ['print', '(1)'], token_logprobs: [-0.6931471805599453, 0] }],
])('reads them as %s has them', (_, value) => {
  expect(read(value)).toEqual(SURE);
});

it.each([
  ['nothing', null],
  ['an empty list', []],
  ['another shape', { content: [{ text: 'a' }] }],
  ['lists of two lengths', { tokens: ['a'], token_logprobs: [0, 0] }],
  ['a probability above 1', [{ token: 'a', logprob: 2 }]],
  ['the first token without one', { tokens: ['a', 'b'], token_logprobs: [null, -1] }],
])('are unknown where there is %s', (_, value) => {
  expect(read(value)).toBe(null);
});

it('come with a row of samples, and a row without them is as good', () => {
  const row = { problem_id: 'p', id: 1, response: 'x' };
  const text = [
    { ...row, logprobs: { content: CHAT } },
    { ...row, id: 2, logprobs: 3 },
  ]
    .map((each) => JSON.stringify(each))
    .join('\n');
  const { samples, faults } = readSamples(text);
  expect(faults).toEqual([]);
  expect(samples.map(({ tokens }) => tokens)).toEqual([SURE, undefined]);
});
