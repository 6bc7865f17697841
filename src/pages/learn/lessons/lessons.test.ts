import { describe, expect, it } from 'vitest';
import { reportOf, resultOf } from '../../../../tests/builders/report.ts';
import { EXTRACTORS } from '../../../judge/profiles/extractors.ts';
import { informative } from '../../../lab/grpo/weighed-group.ts';
import { tokensIn } from '../state/token-estimate.ts';
import { PLACES } from '../places.ts';
import { drawGroups } from './draw-groups.ts';
import { EXAMPLE_ANSWERS } from './example-answers.ts';
import { orderOf, wouldPass } from './kept-tests.ts';
import { LESSONS } from './lessons.ts';
import { cutAt } from '../state/recorded-submission.ts';
import { overLimit } from './time-limits.ts';

describe('lessons', () => {
  it('have names that an address takes, and a prediction that can come true', () => {
    const names = PLACES.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z-]+$/);
    for (const { load } of PLACES) expect(load).toBeTypeOf('function');
    for (const { options, right, minutes } of LESSONS) {
      expect(options[right]).toBeDefined();
      expect(new Set(options).size).toBe(options.length);
      expect(minutes).toBeGreaterThan(0);
    }
  });

  it('extraction: only the rule of the first block runs the program before a test call', () => {
    const { raw } = EXAMPLE_ANSWERS.find(({ name }) => name === 'then-a-call')!;
    const runs = Object.entries(EXTRACTORS).flatMap(([name, { extract }]) => {
      const taken = extract(raw);
      return taken.found && taken.code.includes('def cost') ? [name] : [];
    });
    expect(runs).toEqual(['reward-kit']);
  });

  it('groups without variance: about 8 of 100 teach something at one in a hundred', () => {
    expect(Math.round(100 * informative(0.01, 8))).toBe(8);
    const groups = drawGroups({ rate: 0.01, size: 8, count: 5000, seed: 1 });
    const telling = groups.filter((group) => group.includes(true) && group.includes(false)).length;
    expect(telling / 5000).toBeCloseTo(0.077, 1);
    expect(drawGroups({ rate: 0.5, size: 4, count: 9, seed: 2 })).toEqual(
      drawGroups({ rate: 0.5, size: 4, count: 9, seed: 2 }),
    );
    expect(drawGroups({ rate: 1, size: 2, count: 1, seed: 1 })).toEqual([[true, true]]);
  });
});

describe('what lessons compute', () => {
  const report = reportOf(['accepted', 'wrong-answer', 'accepted']);

  it('a program passes the tests that are kept, in their order', () => {
    expect([1, 2, 3].map((kept) => wouldPass(report, [0, 2, 1], kept))).toEqual([true, true, false]);
    expect(wouldPass(report, orderOf(3, 0), 2)).toBe(false);
    expect([...orderOf(20, 5)].sort((one, other) => one - other)).toEqual(orderOf(20, 0));
    expect(orderOf(20, 5)).toEqual(orderOf(20, 5));
    expect(orderOf(20, 5)).not.toEqual(orderOf(20, 6));
  });

  it('an answer is cut where its tokens end', () => {
    expect(cutAt('x'.repeat(400), 100)).toEqual({ raw: 'x'.repeat(400), cut: false });
    expect(cutAt('x'.repeat(420), 100)).toEqual({ raw: 'x'.repeat(400), cut: true });
    expect(tokensIn('')).toBe(1);
  });

  it('what takes longer on a slower machine is over the limit there', () => {
    const timed = {
      ...report,
      tests: [
        resultOf(0, 'accepted', { milliseconds: 100 }),
        resultOf(1, 'accepted', { milliseconds: 900 }),
        resultOf(2, 'time-limit-exceeded', { milliseconds: 10 }),
        resultOf(3, 'not-run'),
      ],
    };
    expect([overLimit(timed, 1000, 1), overLimit(timed, 1000, 2), overLimit(timed, 1000, 11)]).toEqual([
      1, 2, 3,
    ]);
  });
});
