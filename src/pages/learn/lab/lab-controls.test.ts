import { expect, it } from 'vitest';
import { readOrder, SWITCH_ROWS } from '../state/lab-order.ts';
import { changesBetween, CONTROL_GROUPS } from './lab-controls.ts';

it('every switch of the address has one control', () => {
  const keys = CONTROL_GROUPS.flatMap(({ switches }) => switches);
  expect([...keys].sort()).toEqual(SWITCH_ROWS.map(({ key }) => key).sort());
});

it('the changes between two runs are named with their values', () => {
  const before = readOrder('seed=3&group=8');
  expect(changesBetween(before, before)).toEqual([]);
  expect(changesBetween(before, readOrder('seed=4&group=8&kl=0.5&reward=fractional'))).toEqual([
    'Seed: 3 → 4',
    'Reward: one bit: all tests → share of the tests',
    'KL weight, β: 0 → 0.5',
  ]);
  expect(changesBetween(before, readOrder('seed=3&group=8&preset=few-tests'))).toContain(
    'Preset: GRPO+ → One test',
  );
});
