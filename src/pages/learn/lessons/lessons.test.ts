import { describe, expect, it } from 'vitest';
import { reportOf, resultOf } from '../../../../tests/builders/report.ts';
import { EXTRACTORS } from '../../../judge/profiles/extractors.ts';
import { mixedGroupProbability } from '../../../lab/grpo/weighed-group.ts';
import { cutAt, tokensIn } from '../state/recorded-submission.ts';
import { PLACES } from '../places.ts';
import {
  drawGroups,
  durations,
  extractionGroups,
  isStopped,
  machineFactor,
  orderOf,
  overLimit,
  passingByKept,
  rewardsByTest,
  wouldPass,
} from './experiments.ts';
import { EXAMPLE_ANSWERS, MUTANTS, RIGHT_PROGRAM } from './lowest-barrel.ts';
import { mutantOf } from '../state/mutants.ts';
import type { JudgeReport } from '../../../domain/verdict.ts';
import { LESSONS } from './lessons.ts';
import { titleOf } from '../state/learn-view.ts';

describe('lessons', () => {
  it('have names for addresses, and one right option', () => {
    const names = PLACES.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z-]+$/);
    for (const { load, name, title } of PLACES) {
      expect(load).toBeTypeOf('function');
      expect(titleOf(name)).toBe(title);
    }
    expect(new Set(PLACES.map(({ title }) => title)).size).toBe(names.length);
    for (const { options, right, minutes } of LESSONS) {
      expect(options[right]).toBeDefined();
      expect(new Set(options).size).toBe(options.length);
      expect(minutes).toBeGreaterThan(0);
    }
  });

  it('extraction: only the rule of the first block runs the program before a test call', () => {
    const { raw } = EXAMPLE_ANSWERS.find(({ name }) => name === 'then-a-call')!;
    const runs = Object.entries(EXTRACTORS).flatMap(([name, extract]) => {
      const taken = extract(raw);
      return taken.found && taken.code.includes('def cost') ? [name] : [];
    });
    expect(runs).toEqual(['reward-kit']);
  });

  it('how many tests: the mutants differ from the right program, and some live with all tests', () => {
    const codes = MUTANTS.map((mutant) => mutantOf(RIGHT_PROGRAM, mutant));
    expect(new Set([RIGHT_PROGRAM, ...codes]).size).toBe(MUTANTS.length + 1);
    expect(MUTANTS.filter(({ rejectedBy }) => rejectedBy.length === 0)).toHaveLength(5);
  });

  it('groups without variance: about 8 of 100 teach something at one in a hundred', () => {
    expect(Math.round(100 * mixedGroupProbability(0.01, 8))).toBe(8);
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

  it('a program passes if the kept tests pass, in their order', () => {
    expect([1, 2, 3].map((kept) => wouldPass(report, [0, 2, 1], kept))).toEqual([true, true, false]);
    expect(wouldPass(report, orderOf(3, 0), 2)).toBe(false);
    expect([...orderOf(20, 5)].sort((one, other) => one - other)).toEqual(orderOf(20, 0));
    expect(orderOf(20, 5)).toEqual(orderOf(20, 5));
    expect(orderOf(20, 5)).not.toEqual(orderOf(20, 6));
  });

  it('an answer is cut at the token limit', () => {
    expect(cutAt('x'.repeat(400), 100)).toEqual({ raw: 'x'.repeat(400), cut: false });
    expect(cutAt('x'.repeat(420), 100)).toEqual({ raw: 'x'.repeat(400), cut: true });
    expect(tokensIn('')).toBe(1);
  });

  const timed = (change: Partial<JudgeReport> = {}): JudgeReport => ({
    ...report,
    tests: [
      resultOf(0, 'accepted', { milliseconds: 100 }),
      resultOf(1, 'accepted', { milliseconds: 900 }),
      resultOf(2, 'time-limit-exceeded', { milliseconds: 10 }),
      resultOf(3, 'not-run'),
    ],
    ...change,
  });

  it('durations are scaled to a slower machine', () => {
    expect([1, 2, 11].map((slower) => overLimit(timed(), 1000, slower))).toEqual([1, 2, 3]);
  });

  it('a stopped test has no duration', () => {
    expect(durations(timed())).toEqual([100, 900, null, null]);
    expect([isStopped(timed()), isStopped(report)]).toEqual([true, false]);
  });

  it('a machine has one time factor, the smallest of the reports', () => {
    expect(machineFactor([])).toBeNull();
    expect(machineFactor([timed({ timeFactor: 5 }), timed({ timeFactor: 1.6 })])).toBe(1.6);
    expect(machineFactor([timed({ timeFactor: 5 }), timed({ timeFactor: 1, testsRun: 0 })])).toBe(5);
  });

  it('passing programs and rewards are computed for each number of tests', () => {
    const other = reportOf(['accepted', 'accepted', 'wrong-answer']);
    expect(passingByKept([report, other], [0, 1, 2])).toEqual([2, 1, 0]);
    expect(passingByKept([report, other], [2, 0, 1])).toEqual([1, 1, 0]);
    expect(rewardsByTest(report)).toEqual({ shares: [1, 1 / 2, 2 / 3], bits: [1, 0, 0] });
  });

  it('extraction rules are grouped by the program that they take', () => {
    const groups = extractionGroups(EXAMPLE_ANSWERS.find(({ name }) => name === 'then-a-call')!.raw);
    expect(groups.map(({ rules }) => rules.length)).toEqual([11, 1, 1]);
    expect(groups.flatMap(({ rules }) => rules)).toHaveLength(Object.keys(EXTRACTORS).length);
    expect(extractionGroups('no program').map(({ extraction }) => extraction.found)).toContain(false);
  });
});
