import { describe, expect, it } from 'vitest';
import { problemOf } from '../../../../tests/builders/problem.ts';
import { reportOf, resultOf } from '../../../../tests/builders/report.ts';
import type { Judgement } from '../../../domain/judgement.ts';
import type { JudgeReport } from '../../../domain/verdict.ts';
import { findProfile } from '../../../judge/profiles/custom.ts';
import { STANDARD } from '../../../judge/profiles/profiles.ts';
import { verdictView, type VerdictSource } from './verdict-view.ts';

const TESTS = Array.from({ length: 4 }, () => ({ input: '', output: '1' }));
const IDLE: VerdictSource = {
  problem: problemOf({ tests: TESTS, publicTests: 2 }),
  judging: {
    running: false,
    scope: 'all',
    profile: STANDARD,
    results: [],
    decided: null,
    confirming: null,
    waited: 0,
    record: null,
  },
  chosen: STANDARD,
  answering: false,
  starting: false,
};

function running(change: Partial<VerdictSource['judging']>): VerdictSource {
  return { ...IDLE, judging: { ...IDLE.judging, running: true, ...change } };
}

function ended(report: JudgeReport, change: Partial<Judgement> = {}): VerdictSource {
  const record: Judgement = { report, kind: 'program', scope: 'all', milliseconds: 212, ...change };
  return { ...IDLE, judging: { ...IDLE.judging, scope: record.scope, results: report.tests, record } };
}

describe('the clock', () => {
  const clock = (change: Partial<VerdictSource['judging']>, more: Partial<VerdictSource> = {}) =>
    verdictView({ ...running(change), ...more }).clock;

  it('is silent where tests take milliseconds, and where nothing runs', () => {
    expect(clock({ waited: 0 })).toBe(null);
    expect(clock({ waited: 3 }, { starting: true })).toBe(null);
    expect(verdictView({ ...IDLE, judging: { ...IDLE.judging, waited: 3 } }).clock).toBe(null);
  });

  it('names the test that takes its time, and its limit', () => {
    const { timeLimitSeconds } = IDLE.problem;
    const limit = `Its limit is ${timeLimitSeconds} s of native Python.`;
    expect(clock({ waited: 3 })).toBe(`Test 1 has been running for 3 s. ${limit}`);
    expect(clock({ waited: 12, results: [resultOf(0, 'accepted')] })).toMatch(
      /^Test 2 has been running for 12 s/,
    );
    expect(clock({ waited: 4, confirming: 2 })).toMatch(/^Test 3 has been running for 4 s/);
    const profile = findProfile('custom:tests=first-3')!;
    expect(clock({ waited: 3, profile })).toMatch(/^The next test has been running for 3 s/);
  });
});

describe('the verdict before and while it is found', () => {
  it('promises what earns the reward, by the rules chosen', () => {
    expect(verdictView(IDLE)).toMatchObject({
      title: 'Not judged yet',
      verdict: 'not-run',
      mark: null,
      fraction: 0,
      reward: undefined,
      rewardWords: null,
      count: null,
      sentence: 'The reward is 1.0 only if all 4 tests pass.',
    });
    const chosen = findProfile('custom:tests=first-3')!;
    expect(verdictView({ ...IDLE, chosen }).sentence).toContain('all 3 selected tests');
  });

  it('says what is waited for', () => {
    expect(verdictView({ ...IDLE, answering: true }).title).toBe('Waiting for the answer');
    expect(verdictView({ ...running({}), starting: true })).toMatchObject({
      title: 'Starting Python…',
      sentence: 'Only the first program waits for this.',
    });
  });

  it('fills the bit by the tests needed', () => {
    expect(verdictView(running({ results: [resultOf(0), resultOf(1)] }))).toMatchObject({
      title: 'Judging…',
      fraction: 0.5,
      reward: undefined,
      count: { tests: 2, needed: 4, word: 'tests run' },
      sentence: '2 of 4 tests passed so far.',
    });
    expect(verdictView(running({ scope: 'public', results: [resultOf(0)] }))).toMatchObject({
      title: 'Running the samples…',
      fraction: 0.5,
      count: { tests: 1, needed: 2 },
    });
  });

  it('follows the rules that judge, not those chosen meanwhile', () => {
    const profile = findProfile('custom:tests=first-2')!;
    expect(verdictView(running({ profile, results: [resultOf(0)] })).fraction).toBe(0.5);
  });

  it('loses the reward with the first failed test', () => {
    const decided = resultOf(1, 'wrong-answer');
    expect(verdictView(running({ results: [resultOf(0), decided], decided }))).toMatchObject({
      title: 'Wrong answer on test 2',
      verdict: 'wrong-answer',
      mark: null,
      reward: 0,
      rewardWords: 'Reward 0.0',
      rules: null,
      sentence: 'That decides the reward. The other tests still run.',
    });
  });

  it.each([
    ['the judge failed', { decided: resultOf(0, 'judge-error') }],
    ['only the samples run', { decided: resultOf(0, 'wrong-answer'), scope: 'public' as const }],
  ])('loses nothing where %s', (_, change) => {
    expect(verdictView(running(change))).toMatchObject({ reward: undefined, rewardWords: null });
  });

  it('says that a test is run again, even where another has decided', () => {
    const decided = resultOf(0, 'wrong-answer');
    expect(verdictView(running({ decided, confirming: 2 })).sentence).toMatch(/^Test 3 timed out/);
  });
});

describe('the verdict of a report', () => {
  it('draws the bit of all tests', () => {
    expect(verdictView(ended(reportOf(['accepted', 'accepted', 'accepted', 'accepted'])))).toEqual({
      title: 'Accepted',
      verdict: 'accepted',
      mark: 'accepted',
      fraction: 1,
      reward: 1,
      rewardWords: 'Reward 1.0',
      rules: 'by the standard rules',
      count: { tests: 4, needed: 4, word: 'passed' },
      duration: '212 ms',
      whose: 'your program',
      sentence: 'All 4 tests passed, 2 of them hidden.',
      clock: null,
      limit: null,
      codes: null,
      browserLimit: false,
      newerPython: null,
    });
  });

  it('goes by the rules of the report, whatever is chosen now', () => {
    const report = reportOf(['accepted', 'accepted', 'not-run', 'not-run'], {
      profile: 'custom:tests=first-2',
    });
    const view = verdictView({ ...ended(report, { kind: 'completion' }), chosen: STANDARD });
    expect(view).toMatchObject({ fraction: 1, count: { tests: 2, needed: 2 }, whose: "the model's answer" });
  });

  it('has no bit for samples alone, and a void one where the judge failed', () => {
    const samples = reportOf(['accepted', 'accepted'], { reward: null });
    expect(verdictView(ended(samples, { scope: 'public' })).reward).toBeUndefined();
    const broken = reportOf(['judge-error', 'not-run', 'not-run', 'not-run']);
    expect(verdictView(ended(broken))).toMatchObject({ reward: null, mark: 'judge-error' });
  });

  it('takes a stopped judging for none', () => {
    const report = reportOf(['accepted', 'not-run', 'not-run', 'not-run'], {
      flags: ['stopped'],
      verdict: 'judge-error',
      reward: null,
    });
    expect(verdictView(ended(report))).toMatchObject({
      title: 'Stopped',
      verdict: 'not-run',
      mark: null,
      fraction: 0.25,
    });
  });

  it('adds the limit, the codes and the browser’s part where they count', () => {
    const report = reportOf(['time-limit-exceeded', 'accepted', 'accepted', 'accepted'], {
      timeFactor: 2,
      codes: [-3],
      flags: ['browser-limit'],
    });
    const view = verdictView(ended(report));
    expect(view.limit).toBe(
      'The limit is 6 s of native Python: 12.0 s here, 2.0 times as long. It was run twice, the second time alone.',
    );
    const [first, ...others] = report.tests;
    const tests = [{ ...first!, flags: ['undisturbed' as const] }, ...others];
    expect(verdictView(ended({ ...report, tests })).limit).toContain('it was not run again');
    expect(view).toMatchObject({ codes: '[-3]', browserLimit: true });
  });
});
