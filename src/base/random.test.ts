import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Random } from './random.ts';

const drawNumbers = (random: Random, count: number) => Array.from({ length: count }, () => random.next());

it('is the same for the same seed and purpose, and another for any other', () => {
  const [one, sameSeed] = [new Random(7, 'weights'), new Random(7, 'weights')];
  expect(drawNumbers(one, 100)).toEqual(drawNumbers(sameSeed, 100));
  const firsts = [new Random(7, 'corpus'), new Random(8, 'weights'), new Random(0, ''), new Random(0, 'a')];
  expect(new Set(firsts.map((random) => random.next())).size).toBe(4);
});

it('stays as it is from version to version: runs of old links must come back', () => {
  const random = new Random(1, 'sampling');
  expect(drawNumbers(random, 3).map((number) => Math.round(number * 2 ** 32))).toMatchInlineSnapshot(`
    [
      1058884479,
      3270271361,
      3025525049,
    ]
  `);
});

it('is spread evenly', () => {
  const random = new Random(3, 'test');
  const counts = new Array<number>(10).fill(0);
  for (let draw = 0; draw < 20_000; draw++) counts[random.below(10)]! += 1;
  for (const count of counts) expect(Math.abs(count - 2000)).toBeLessThan(200);
  const normal = Array.from({ length: 20_000 }, () => random.normal());
  const mean = normal.reduce((sum, value) => sum + value, 0) / normal.length;
  const variance = normal.reduce((sum, value) => sum + (value - mean) ** 2, 0) / normal.length;
  expect(Math.abs(mean)).toBeLessThan(0.03);
  expect(Math.abs(variance - 1)).toBeLessThan(0.05);
});

it('shuffles without loss', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer(), (items, seed) => {
      const shuffled = new Random(seed, 'test').shuffled(items);
      expect(shuffled.toSorted()).toEqual(items.toSorted());
    }),
  );
});
