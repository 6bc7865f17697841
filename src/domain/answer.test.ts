import { expect, it } from 'vitest';
import { answerOf } from '../../tests/builders/answer.ts';
import { isReplayed, measuredSpeed, type Asked } from './answer.ts';

const speed = { tokens: 812, estimated: true, firstTokenMs: 21, tokensPerSecond: 533 };

it('a replayed answer has no measured speed', () => {
  const recorded = answerOf('', { label: 'Recorded: right answer', speed });
  expect(measuredSpeed(recorded)).toEqual({ ...speed, firstTokenMs: null, tokensPerSecond: null });
  expect(measuredSpeed(answerOf('', { label: 'Qwen3 4B', speed }))).toBe(speed);
  // The label of a model may also begin like this. The answer has a request, so it is not a recording.
  expect(isReplayed(answerOf('', { label: 'Recorded: by me', asked: {} as Asked }))).toBe(false);
});
