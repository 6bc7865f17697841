import { describe, expect, it } from 'vitest';
import type { JudgeReport, TestResult } from '../domain/verdict.ts';
import { duration, headline, rewardWords, sentence } from './verdict-sentences.ts';

const REPORT: JudgeReport = {
  problemId: 'p',
  profile: 'standard',
  verdict: 'accepted',
  reward: 1,
  testsTotal: 18,
  testsRun: 18,
  testsPassed: 18,
  firstFailed: null,
  tests: [],
  codes: null,
  error: null,
  flags: [],
  timeFactor: 1,
};
const PROBLEM = { publicTests: 2 };

const raised: TestResult = {
  index: 0,
  verdict: 'runtime-error',
  milliseconds: 3,
  got: null,
  stderr: '',
  error: { name: 'ValueError', message: 'bad', traceback: '' },
  difference: null,
  flags: [],
};

describe('the words of a report', () => {
  it('says accepted', () => {
    expect(headline(REPORT, 'all')).toBe('Accepted');
    expect(rewardWords(REPORT, 'all')).toBe('Reward 1.0');
    expect(sentence(REPORT, 'all', PROBLEM)).toBe('All 18 tests passed, 16 of them hidden.');
  });

  it('says where it failed and what partial credit would have been', () => {
    const report = {
      ...REPORT,
      verdict: 'wrong-answer',
      reward: 0,
      testsRun: 7,
      testsPassed: 6,
      firstFailed: 6,
    } as const;
    expect(headline(report, 'all')).toBe('Wrong answer on test 7');
    expect(rewardWords(report, 'all')).toBe('Reward 0.0');
    expect(sentence(report, 'all', PROBLEM)).toBe(
      'Failed on test 7 of 18: no partial credit (6/18 would be 0.33).',
    );
  });

  it('names the exception', () => {
    const report = {
      ...REPORT,
      verdict: 'runtime-error',
      reward: 0,
      firstFailed: 0,
      tests: [raised],
    } as const;
    expect(headline(report, 'all')).toBe('Runtime error: ValueError on test 1');
  });

  it('gives no reward for samples, stops and judge errors', () => {
    const samples = { ...REPORT, reward: null, testsRun: 2, testsPassed: 2 };
    expect(headline(samples, 'public')).toBe('Samples passed');
    expect(rewardWords(samples, 'public')).toBe('No reward: samples only');
    const stopped = {
      ...REPORT,
      verdict: 'judge-error',
      reward: null,
      testsRun: 5,
      flags: ['stopped'],
    } as const;
    expect(headline(stopped, 'all')).toBe('Stopped');
    expect(rewardWords(stopped, 'all')).toBe('No reward: stopped');
    const failed = { ...REPORT, verdict: 'judge-error', reward: null, error: 'the worker died' } as const;
    expect(headline(failed, 'all')).toBe('Judge error');
    expect(rewardWords(failed, 'all')).toBe('No reward: judge error');
    expect(sentence(failed, 'all', PROBLEM)).toContain('the worker died.');
  });

  it('tells the rule when there is no code', () => {
    const report = {
      ...REPORT,
      verdict: 'no-code',
      reward: 0,
      testsRun: 0,
      testsPassed: 0,
      error: 'Nothing taken.',
    } as const;
    expect(headline(report, 'all')).toBe('No code');
    expect(sentence(report, 'all', PROBLEM)).toBe('Nothing taken. No test ran.');
  });

  it('rounds times', () => {
    expect([0.2, 212.4, 1234].map(duration)).toEqual(['0 ms', '212 ms', '1.23 s']);
  });
});
