import fc from 'fast-check';
import { expect, it } from 'vitest';
import { exp, log, sigmoid, tanh } from './elementary.ts';

const within = (least: number, most: number) => fc.double({ min: least, max: most, noNaN: true });
const isNear = (ours: number, theirs: number, share: number) =>
  Math.abs(ours - theirs) <= share * Math.abs(theirs);

it('agree with the engine except for the last bits', () => {
  fc.assert(fc.property(within(-700, 700), (x) => isNear(exp(x), Math.exp(x), 1e-14)));
  fc.assert(fc.property(within(1e-300, 1e300), (x) => isNear(log(x), Math.log(x), 2e-15)));
  fc.assert(fc.property(within(-30, 30), (x) => isNear(sigmoid(x), 1 / (1 + Math.exp(-x)), 1e-13)));
  fc.assert(fc.property(within(-30, 30), (x) => Math.abs(tanh(x) - Math.tanh(x)) < 1e-15));
});

it('agree near 1, where a logarithm is small', () => {
  fc.assert(fc.property(within(0.9, 1.1), (x) => Math.abs(log(x) - Math.log(x)) < 1e-15));
});

it('are 0 or infinite beyond the range of doubles', () => {
  expect([exp(0), exp(-1000), exp(1000), log(1)]).toEqual([1, 0, Infinity, 0]);
  expect([tanh(1000), tanh(-1000), sigmoid(-1000)]).toEqual([1, -1, 0]);
});
