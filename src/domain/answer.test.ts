import { expect, it } from 'vitest';
import { isReplayed, measuredSpeed, type Asked } from './answer.ts';

const speed = { tokens: 812, estimated: true, firstTokenMs: 21, tokensPerSecond: 533 };

it('claims no pace for what was replayed', () => {
  const recorded = { label: 'Recorded: right answer', speed };
  expect(measuredSpeed(recorded)).toEqual({ ...speed, firstTokenMs: null, tokensPerSecond: null });
  expect(measuredSpeed({ label: 'Qwen3 4B', speed })).toBe(speed);
  // A model may have any name: this answer has a request.
  expect(isReplayed({ label: 'Recorded: by me', asked: {} as Asked })).toBe(false);
});
