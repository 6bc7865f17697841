import { expect, it } from 'vitest';
import { SWITCH_ROWS } from '../state/lab-switches.ts';
import { groupToExplain } from './step-groups.ts';
import { CONTROL_GROUPS } from './lab-words.ts';

it('every switch of the address has one control', () => {
  const keys = CONTROL_GROUPS.flatMap(({ controls }) => controls.map(({ key }) => key));
  expect([...keys].sort()).toEqual(SWITCH_ROWS.map(({ key }) => key).sort());
});

it('a step is explained by the group whose rewards differ most', () => {
  const group = (std: number) => ({ task: '', samples: [], credits: { mean: 0, std, credits: [] } });
  expect(groupToExplain([group(0), group(0.5), group(0.3), group(0.5)])).toBe(1);
  expect(groupToExplain([group(0), group(0)])).toBe(0);
});
