import { describe, expect, it } from 'vitest';
import { problemOf } from '../../../../tests/builders/problem.ts';
import { reportOf, resultOf } from '../../../../tests/builders/report.ts';
import type { Judgement } from '../../../domain/judgement.ts';
import type { JudgeReport, VerdictFlag } from '../../../domain/verdict.ts';
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
    decidingResult: null,
    retrying: null,
    check: null,
    slowTest: null,
    remainingCount: 0,
    record: null,
  },
  chosenProfile: STANDARD,
  isAnswering: false,
  answerLabel: null,
  isStarting: false,
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

  const slow = { index: 4, milliseconds: 6149, timeFactor: 1.5 };

  it('is silent where tests take milliseconds, and where nothing runs', () => {
    expect(clock({})).toBe(null);
    expect(verdictView({ ...IDLE, judging: { ...IDLE.judging, slowTest: slow } }).clock).toBe(null);
  });

  it('names the test that takes its time, and what its limit is made of', () => {
    expect(clock({ slowTest: slow })).toEqual({
      testName: 'Test 5',
      resultText: '6.1',
      limit: '9.0',
      sourceText: '6 s × 1.5, this computer',
      share: 6.149 / 9,
    });
    expect(clock({ slowTest: { ...slow, index: null } })?.testName).toBe('Loading the program');
    expect(clock({ slowTest: { ...slow, timeFactor: 5 }, retrying: 4 })).toMatchObject({
      limit: '30.0',
      sourceText: '6 s × 5, retry',
    });
  });

  it('never passes its limit, and follows that of the rules', () => {
    expect(clock({ slowTest: { ...slow, milliseconds: 9100 } })).toMatchObject({
      resultText: '9.0',
      share: 1,
    });
    const profile = findProfile('custom:limit=2.5')!;
    expect(clock({ slowTest: slow, profile })).toMatchObject({
      limit: '3.8',
      sourceText: '2.5 s × 1.5, this computer',
    });
  });
});

describe('the title of the page', () => {
  const short = (source: VerdictSource) => verdictView(source).shortText;

  it('tells what goes on, and what came of it', () => {
    expect(short(IDLE)).toBe(null);
    expect(short({ ...IDLE, isAnswering: true })).toBe('Answer in progress');
    expect(short({ ...running({}), isStarting: true })).toBe('Starting Python');
    expect(short(running({ results: [resultOf(0), resultOf(1)] }))).toBe('Judging 2/4');
    const decided = resultOf(1, 'wrong-answer');
    expect(short(running({ results: [decided], decidingResult: decided }))).toBe('Wrong answer on test 2');
    expect(short(ended(reportOf(['accepted', 'accepted', 'accepted', 'accepted'])))).toBe('Accepted');
    expect(short({ ...IDLE, emptyReason: 'empty' })).toBe('Nothing to judge');
  });
});

describe('what is no program', () => {
  it.each([
    ['empty', 'Your program is empty.'],
    ['starter', 'Your program is still the starter code'],
    ['comments', 'There are only comments'],
  ] as const)('is said: %s', (nothing, words) => {
    const view = verdictView({ ...IDLE, emptyReason: nothing });
    expect(view).toMatchObject({ title: 'Nothing to judge', verdict: 'not-run', reward: undefined });
    expect(view.sentence).toContain(words);
    expect(view.sentence).toContain('then submit it.');
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
    expect(verdictView({ ...IDLE, chosenProfile: chosen }).sentence).toContain('all 3 selected tests');
  });

  it('says what is waited for', () => {
    expect(verdictView({ ...IDLE, isAnswering: true }).title).toBe('Answer in progress');
    expect(verdictView({ ...running({}), isStarting: true })).toMatchObject({
      title: 'Starting Python…',
      sentence: 'Only the first program of a visit waits for Python.',
    });
  });

  it('fills the bit by the tests needed', () => {
    expect(verdictView(running({ results: [resultOf(0), resultOf(1)] }))).toMatchObject({
      title: 'Judging…',
      fraction: 0.5,
      reward: undefined,
      count: { tests: 2, neededTests: 4, word: 'tests run' },
      sentence: '2 of 4 tests passed so far.',
    });
    expect(verdictView(running({ scope: 'public', results: [resultOf(0)] }))).toMatchObject({
      title: 'Running the samples…',
      fraction: 0.5,
      count: { tests: 1, neededTests: 2 },
    });
  });

  it('follows the rules that judge, not those chosen meanwhile', () => {
    const profile = findProfile('custom:tests=first-2')!;
    expect(verdictView(running({ profile, results: [resultOf(0)] })).fraction).toBe(0.5);
  });

  it('loses the reward with the first failed test', () => {
    const decided = resultOf(1, 'wrong-answer');
    expect(verdictView(running({ results: [resultOf(0), decided], decidingResult: decided }))).toMatchObject({
      title: 'Wrong answer on test 2',
      verdict: 'wrong-answer',
      mark: null,
      reward: 0,
      rewardWords: 'Reward 0.0',
      rules: null,
      sentence: 'This test decides the reward. The other tests still run.',
    });
  });

  it.each([
    ['the judge failed', { decidingResult: resultOf(0, 'judge-error') }],
    ['only the samples run', { decidingResult: resultOf(0, 'wrong-answer'), scope: 'public' as const }],
  ])('loses nothing where %s', (_, change) => {
    expect(verdictView(running(change))).toMatchObject({ reward: undefined, rewardWords: null });
  });

  it('marks the test that takes its time, also when it runs again', () => {
    const slow = { index: 2, milliseconds: 1500, timeFactor: 1 };
    expect(verdictView(running({ slowTest: slow })).running).toBe(2);
    expect(verdictView(running({ retrying: 3 })).running).toBe(3);
    expect([verdictView(running({})).running, verdictView(IDLE).running]).toEqual([null, null]);
  });

  it('says that a test is run again, even where another has decided', () => {
    const decided = resultOf(0, 'wrong-answer');
    expect(verdictView(running({ decidingResult: decided, retrying: 2 })).sentence).toMatch(
      /^Test 3 was interrupted/,
    );
  });

  it('says that a time-out is checked, for how long, and that it can be accepted', () => {
    const check = { seconds: 29.1, accept: () => undefined };
    const view = verdictView(running({ retrying: 0, check }));
    expect(view).toMatchObject({
      title: 'Time limit exceeded on test 1, being checked',
      canAccept: true,
      reward: undefined,
      verdict: 'not-run',
    });
    expect(view.sentence).toMatch(/computer may be to blame.* up to 30 s/);
    expect(verdictView(running({})).canAccept).toBe(false);
  });

  it('says that an accepted time-out is not confirmed', () => {
    const report = reportOf(['time-limit-exceeded']);
    const tests = [{ ...report.tests[0]!, flags: ['unconfirmed' as const] }];
    const view = verdictView(ended({ ...report, tests, flags: ['unconfirmed'] }));
    expect(view.title).toBe('Time limit exceeded on test 1, not confirmed');
    expect(view.notes.join()).toMatch(/not confirmed: you accepted/);
    expect(view.limit).not.toMatch(/retry/);
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
      count: { tests: 4, neededTests: 4, word: 'passed' },
      shortText: 'Accepted',
      timesText: 'slowest test 1 ms, 4 ms in all',
      startText: null,
      remainingCount: 0,
      ownerText: 'for your program',
      sentence: 'All 4 tests passed, 2 of them hidden.',
      canAccept: false,
      clock: null,
      running: null,
      limit: null,
      codesText: null,
      notes: [],
    });
  });

  it('goes by the rules of the report, whatever is chosen now', () => {
    const report = reportOf(['accepted', 'accepted', 'not-run', 'not-run'], {
      profile: 'custom:tests=first-2',
    });
    const answered = ended(report, { kind: 'completion' });
    const view = verdictView({ ...answered, answerLabel: 'GPU: Tiny', chosenProfile: STANDARD });
    expect(verdictView(answered).ownerText).toBe('for the model’s answer');
    expect(view).toMatchObject({
      fraction: 1,
      count: { tests: 2, neededTests: 2 },
      ownerText: 'for the answer “GPU: Tiny”',
    });
  });

  it('says when the program is another one by now', () => {
    const given = ended(reportOf(['accepted', 'accepted', 'accepted', 'accepted']));
    const judging = { ...given.judging, remainingCount: 3 };
    expect(verdictView({ ...given, judging })).toMatchObject({
      ownerText: 'for your program',
      remainingCount: 3,
    });
    const changed = { ownerText: 'for your program before you changed it', remainingCount: 0 };
    expect(verdictView({ ...given, judging, changedSince: true })).toMatchObject(changed);
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

  it('tells of an answer that is wrong in its last digits alone', () => {
    const notes = (flags: readonly VerdictFlag[]) =>
      verdictView(ended(reportOf(['wrong-answer', 'accepted', 'accepted', 'accepted'], { flags }))).notes;
    expect(notes(['last-digits'])).toEqual([expect.stringMatching(/^An output is wrong only in the last/)]);
    expect(notes([])).toEqual([]);
  });

  it('adds the limit, the codes and the browser’s part where they count', () => {
    const report = reportOf(['time-limit-exceeded', 'accepted', 'accepted', 'accepted'], {
      timeFactor: 2,
      codes: [-3],
      flags: ['browser-limit'],
    });
    const view = verdictView(ended(report));
    expect(view.limit).toBe(
      'Limit: 6 s of native Python on the reference machine, 12 s on this one. A retry exceeded it too.',
    );
    const [first, ...others] = report.tests;
    const tests = [{ ...first!, flags: ['undisturbed' as const] }, ...others];
    expect(verdictView(ended({ ...report, tests })).limit).toContain('it was not retried');
    const notes = ['A limit of the browser decided a test: native Python may differ.'];
    expect(view).toMatchObject({ codesText: '[-3]', notes });
  });
});
