import { describe, expect, expectTypeOf, it, test } from 'vitest';
import { reportOf } from '../../tests/builders/report.ts';
import { type SubmissionVerdict, type TestVerdict, type Verdict, VERDICT_WORDS } from './verdict.ts';

/** DMOJ's status codes for the verdicts that both systems have (dmoj.ca, "status codes"). */
const DMOJ: Partial<Record<Verdict, string>> = {
  accepted: 'AC',
  'wrong-answer': 'WA',
  'runtime-error': 'RE',
  'time-limit-exceeded': 'TLE',
  'memory-limit-exceeded': 'MLE',
  'output-limit-exceeded': 'OLE',
  'syntax-error': 'CE',
  'judge-error': 'IE',
};

const VERDICTS = Object.keys(VERDICT_WORDS) as Verdict[];

describe('the words of verdicts', () => {
  it('are there for each verdict, and for nothing else', () => {
    expect(VERDICTS.toSorted()).toEqual([
      'accepted',
      'judge-error',
      'memory-limit-exceeded',
      'no-code',
      'not-run',
      'output-limit-exceeded',
      'runtime-error',
      'syntax-error',
      'time-limit-exceeded',
      'truncated',
      'wrong-answer',
    ]);
  });

  it('are unique, codes and words alike', () => {
    const all = Object.values(VERDICT_WORDS);
    expect(new Set(all.map(({ code }) => code)).size).toBe(all.length);
    expect(new Set(all.map(({ word }) => word.toLowerCase())).size).toBe(all.length);
  });

  it('are DMOJ’s codes where DMOJ has one', () => {
    for (const [verdict, code] of Object.entries(DMOJ)) {
      expect(VERDICT_WORDS[verdict as Verdict].code).toBe(code);
    }
  });

  it.for(VERDICTS)('%s: short enough for a cell of a grid, and a word to read aloud', (verdict) => {
    const { code, word } = VERDICT_WORDS[verdict];
    expect(code).toMatch(/^([A-Z]{2,6}|–)$/);
    expect(word).toMatch(/^[A-Z][a-z]+( [a-z]+){0,2}$/);
  });

  it('never call our own fault, or a test that did not run, an answer', () => {
    expect(VERDICT_WORDS['judge-error'].word).not.toMatch(/answer|wrong/i);
    expect(VERDICT_WORDS['not-run'].word).not.toMatch(/answer|wrong|failed/i);
  });
});

test('a test can be left out, a submission cannot; only a submission can be without code', () => {
  expectTypeOf<'not-run'>().toExtend<TestVerdict>();
  expectTypeOf<'not-run'>().not.toExtend<SubmissionVerdict>();
  expectTypeOf<'no-code' | 'truncated'>().toExtend<SubmissionVerdict>();
  expectTypeOf<'no-code' | 'truncated'>().not.toExtend<TestVerdict>();
  expectTypeOf<Exclude<Verdict, TestVerdict>>().toEqualTypeOf<'no-code' | 'truncated'>();
});

describe('a report built for a test', () => {
  it.for([
    [['accepted', 'accepted'], { verdict: 'accepted', reward: 1, testsPassed: 2, firstFailed: null }],
    [
      ['accepted', 'wrong-answer', 'not-run'],
      { verdict: 'wrong-answer', reward: 0, testsRun: 2, firstFailed: 1 },
    ],
    [['judge-error'], { verdict: 'judge-error', reward: null, firstFailed: 0 }],
  ] as const)('on %j agrees with itself', ([verdicts, shown]) => {
    const report = reportOf(verdicts);
    expect(report).toMatchObject(shown);
    expect(report.tests.map(({ verdict }) => verdict)).toEqual(verdicts);
    expect(report.testsTotal).toBe(verdicts.length);
  });
});
