import { expect, it } from 'vitest';
import { categoryOf, readAttacks } from '../attacks/corpus.ts';
import { isControl } from '../attacks/no-harm.ts';

it('our attacks come in every category, with honest controls', () => {
  const own = readAttacks();
  expect(new Set(own.map(categoryOf)).size).toBe(18);
  expect(own.filter(isControl).length).toBeGreaterThanOrEqual(10);
  expect(own.filter((attack) => !isControl(attack)).length).toBeGreaterThanOrEqual(60);
});
