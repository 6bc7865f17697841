import { describe, expect, it } from 'vitest';
import { problemOf } from '../../../tests/builders/problem.ts';
import { reportOf, resultOf } from '../../../tests/builders/report.ts';
import type { JudgeReport } from '../../domain/verdict.ts';
import { findProfile } from '../../judge/profiles/custom.ts';
import type { Profile } from '../../judge/profiles/profile.ts';
import {
  codesText,
  headline,
  rewardCondition,
  rewardNumber,
  rewardWords,
  rulesWords,
  rewardSentence,
  startWords,
  timesWords,
} from './report-text.ts';

const REPORT = reportOf(Array.from({ length: 18 }, () => 'accepted'));
const reportWith = (change: Partial<JudgeReport>): JudgeReport => ({ ...REPORT, ...change });
const PROBLEM = problemOf({ publicTests: 2 });

const raised = resultOf(0, 'runtime-error', {
  milliseconds: 3,
  error: { name: 'ValueError', message: 'bad', traceback: '' },
});

describe('the words of a report', () => {
  it('says accepted', () => {
    expect(headline(REPORT, 'all')).toBe('Accepted');
    expect(rewardWords(REPORT, 'all')).toBe('Reward 1.0');
    expect(rewardSentence(REPORT, 'all', PROBLEM)).toBe('All 18 tests passed, 16 of them hidden.');
  });

  it('says where it failed and what partial credit would have been', () => {
    const report = reportWith({ verdict: 'wrong-answer', reward: 0, testsPassed: 6, firstFailed: 6 });
    expect(headline(report, 'all')).toBe('Wrong answer on test 7');
    expect(rewardWords(report, 'all')).toBe('Reward 0.0');
    expect(rewardSentence(report, 'all', PROBLEM)).toBe(
      'First failure: test 7. 6 of 18 passed; partial credit would pay 0.33.',
    );
  });

  it('says what did not run, and guesses nothing of it', () => {
    const late = reportWith({
      verdict: 'time-limit-exceeded',
      reward: 0,
      testsRun: 7,
      testsPassed: 6,
      firstFailed: 6,
    });
    expect(rewardSentence(late, 'all', PROBLEM)).toBe(
      'First failure: test 7. It decides the reward; 11 tests did not run.',
    );
    const samples = { ...late, reward: null, testsRun: 1, testsPassed: 0, firstFailed: 0 };
    expect(rewardSentence(samples, 'public', PROBLEM)).toBe(
      'First failure: test 1. Only the samples were to run, and 1 of them did not.',
    );
  });

  it('gives the time of the program alone', () => {
    const took = (...times: readonly (number | null)[]) =>
      timesWords(
        reportWith({
          tests: times.map((milliseconds, index) => resultOf(index, 'accepted', { milliseconds })),
        }),
      );
    expect(took(12, 3, 1, null)).toBe('slowest test 12 ms, 16 ms in all');
    expect(took(1234)).toBe('1.23 s');
    expect(took(null)).toBe(null);
    const late = resultOf(1, 'time-limit-exceeded', { milliseconds: null });
    expect(timesWords(reportWith({ tests: [resultOf(0), late] }))).toBe('one test exceeded the time limit');
    expect(startWords(4512)).toBe('Python was ready after 4.51 s');
    expect(startWords(30)).toBe(null);
    expect(startWords(undefined)).toBe(null);
  });

  it('names the exception', () => {
    const report = reportWith({ verdict: 'runtime-error', reward: 0, firstFailed: 0, tests: [raised] });
    expect(headline(report, 'all')).toBe('Runtime error: ValueError on test 1');
  });

  it('gives no reward for samples, stops and judge errors', () => {
    const samples = reportWith({ reward: null, testsRun: 2, testsPassed: 2 });
    expect(headline(samples, 'public')).toBe('Samples passed');
    expect(rewardWords(samples, 'public')).toBe('No reward: samples only');
    const stopped = reportWith({ verdict: 'judge-error', reward: null, testsRun: 5, flags: ['stopped'] });
    expect(headline(stopped, 'all')).toBe('Stopped');
    expect(rewardWords(stopped, 'all')).toBe('No reward: stopped');
    const failed = reportWith({ verdict: 'judge-error', reward: null, error: 'the worker died' });
    expect(headline(failed, 'all')).toBe('Judge error');
    expect(rewardWords(failed, 'all')).toBe('No reward: judge error');
    expect(rewardSentence(failed, 'all', PROBLEM)).toContain('the worker died.');
  });

  it('tells the rule when there is no code', () => {
    const report = reportWith({
      verdict: 'no-code',
      reward: 0,
      testsRun: 0,
      testsPassed: 0,
      error: 'Nothing taken.',
    });
    expect(headline(report, 'all')).toBe('No code');
    expect(rewardSentence(report, 'all', PROBLEM)).toBe('Nothing taken. No test ran.');
  });
});

describe('other rules', () => {
  const profile = (name: string): Profile => findProfile(name)!;
  const counts = { testsTotal: 200, testsRun: 200, testsPassed: 199, firstFailed: 7 };
  const missed = reportWith({ verdict: 'wrong-answer', ...counts });

  it('write every reward as what it is', () => {
    expect([1, 0, 0.75, 0.5, -0.1, 1 / 3, 199 / 200, 1 / 500, 999 / 1000].map(rewardNumber)).toEqual([
      '1.0',
      '0.0',
      '0.75',
      '0.5',
      '−0.1',
      '0.33',
      '0.99',
      '0.002',
      '0.999',
    ]);
  });

  it('name their author', () => {
    expect(rulesWords('standard')).toBe('by the standard rules');
    expect(rulesWords('rllm')).toBe('by rLLM');
    expect(rulesWords('custom:compare=float')).toBe('by rules of your own');
    expect(rulesWords('older')).toBe('by the rules “older”');
  });

  it('reward nearly all tests', () => {
    const enough = { ...missed, profile: 'open-r1', reward: 1 };
    expect(headline(enough, 'all')).toBe('Wrong answer on test 8');
    expect(rewardSentence(enough, 'all', PROBLEM)).toBe(
      'First failure: test 8. 199 of 200 passed, and more than 99 % are enough.',
    );
    const short = { ...enough, testsPassed: 198, reward: 0 };
    expect(rewardSentence(short, 'all', PROBLEM)).toContain(
      '198 of 200 passed, and more than 99 % are needed.',
    );
  });

  it('reward a share', () => {
    const share = { ...missed, profile: 'fractional', testsPassed: 150, reward: 0.75 };
    expect(rewardWords(share, 'all')).toBe('Reward 0.75');
    expect(rewardSentence(share, 'all', PROBLEM)).toContain('150 of 200 passed, and each earns its share.');
  });

  it('punish an answer without a program', () => {
    const none = reportWith({ profile: 'tinker', verdict: 'no-code', reward: -0.1, error: 'Nothing' });
    expect(rewardWords(none, 'all')).toBe('Reward −0.1');
    expect(rewardSentence(none, 'all', PROBLEM)).toBe(
      'Nothing. No test ran. An answer without a program costs 0.1.',
    );
  });

  it('count only the tests that a profile runs', () => {
    const ran = { profile: 'deepcoder-paper', testsTotal: 200, testsRun: 15 };
    const paper = reportWith({ ...ran, testsPassed: 15 });
    expect(rewardSentence(paper, 'all', PROBLEM)).toBe(
      'All 15 selected tests passed; the other 185 did not run.',
    );
    const failed = reportWith({
      ...ran,
      verdict: 'wrong-answer',
      reward: 0,
      testsPassed: 3,
      firstFailed: 180,
    });
    expect(rewardSentence(failed, 'all', PROBLEM)).toBe(
      'First failure: test 181. 3 of 15 passed; partial credit would pay 0.20.',
    );
  });

  it('promise what earns the reward', () => {
    expect(rewardCondition(profile('standard'), 18)).toBe('The reward is 1.0 only if all 18 tests pass.');
    expect(rewardCondition(profile('standard'), 1)).toBe('The reward is 1.0 only if its one test passes.');
    expect(rewardCondition(profile('deepcoder-paper'), 18)).toBe(
      'The reward is 1.0 only if all 15 selected tests pass.',
    );
    expect(rewardCondition(profile('open-r1'), 18)).toBe(
      'The reward is 1.0 if more than 99 % of the 18 tests pass.',
    );
    expect(rewardCondition(profile('fractional'), 18)).toBe(
      'The reward is the share of the 18 tests that pass.',
    );
  });

  it('list the codes of a run', () => {
    expect(codesText([true, true, -2])).toBe('[true, true, -2]');
    expect(codesText([...Array.from({ length: 40 }, () => true as const), -4])).toBe('[true × 40, -4]');
  });
});
