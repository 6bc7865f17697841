/** One attack of each category, and the honest controls; `tests/long` has the whole siege. */
import { describe, expect, it } from 'vitest';
import { readAttacks } from '../attacks/corpus.ts';
import { expectNoHarm, isControl } from '../attacks/no-harm.ts';

const own = readAttacks();
const category = ({ id }: { readonly id: string }) => id.split('/')[0];
/** The first of each category. */
const samples = own.filter((attack, index) => category(attack) !== category(own[index - 1] ?? { id: '' }));

describe('our attacks', () => {
  it('come in every category, with honest controls', () => {
    expect(new Set(own.map(category)).size).toBe(18);
    expect(own.filter(isControl).length).toBeGreaterThanOrEqual(10);
    expect(own.filter((attack) => !isControl(attack)).length).toBeGreaterThanOrEqual(60);
  });

  describe('one of each category', () => expectNoHarm(samples));
});
