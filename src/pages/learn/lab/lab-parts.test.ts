import { expect, it } from 'vitest';
import { SWITCH_ROWS } from '../state/lab-switches.ts';
import { groupToExplain } from './step-groups.ts';
import { readOrder } from '../state/lab-order.ts';
import { changesBetween, CONTROL_GROUPS } from './lab-controls.ts';

it('every switch of the address has one control', () => {
  const keys = CONTROL_GROUPS.flatMap(({ switches }) => switches);
  expect([...keys].sort()).toEqual(SWITCH_ROWS.map(({ key }) => key).sort());
});

it('a step is explained by the group whose rewards differ most', () => {
  const group = (std: number) => ({ task: '', samples: [], credits: { mean: 0, std, credits: [] } });
  expect(groupToExplain([group(0), group(0.5), group(0.3), group(0.5)])).toBe(1);
  expect(groupToExplain([group(0), group(0)])).toBe(0);
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
