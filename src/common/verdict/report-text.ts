/** The texts of a report: the headline, the reward, and the message beside the reward. */
import { counted, duration } from '../../base/number-words.ts';
import type { Problem } from '../../domain/problem.ts';
import {
  type JudgeReport,
  type ResultCode,
  type Reward,
  type TestResult,
  type VerdictFlag,
  VERDICT_WORDS,
} from '../../domain/verdict.ts';
import { findProfile } from '../../judge/profiles/custom.ts';
import type { Profile } from '../../judge/profiles/profile.ts';
import { selectedCount } from '../../judge/profiles/selection.ts';
import { STANDARD } from '../../judge/profiles/profiles.ts';
import type { TestScope } from '../../domain/judgement.ts';
import type { Nothing } from '../../domain/submission.ts';

/** Returns the headline of a report, such as "Runtime error: ValueError on test 3". */
export function headline(report: JudgeReport, scope: TestScope): string {
  if (report.flags.includes('stopped')) return 'Stopped';
  const { word } = VERDICT_WORDS[report.verdict];
  if (report.verdict === 'accepted') return scope === 'public' ? 'Samples passed' : word;
  if (report.firstFailed === null) return word;
  const { firstFailed: index } = report;
  const { error = null, flags = report.flags } = report.tests[index] ?? {};
  return failureHeadline({ verdict: report.verdict as TestResult['verdict'], error, index, flags });
}

/** Returns the headline for one failed test, before the other tests have run. */
export function failureHeadline({
  verdict,
  error,
  index,
  flags,
}: Pick<TestResult, 'verdict' | 'error' | 'index' | 'flags'>): string {
  const { word } = VERDICT_WORDS[verdict];
  if (verdict === 'syntax-error' || verdict === 'judge-error') return word;
  const name = verdict === 'runtime-error' ? error?.name : undefined;
  const confirmation = flags.includes('unconfirmed') ? ', not confirmed' : '';
  return `${name ? `${word}: ${name}` : word} on test ${index + 1}${confirmation}`;
}

/** Describes the time limit of a test on the reference machine and on this one, and why the time-out counts. */
export function limitWords(seconds: number, factor: number, flags: readonly VerdictFlag[]): string {
  const limitHere = duration(seconds * factor * 1000);
  const limit = `Limit: ${seconds} s of native Python on the reference machine, ${limitHere} on this one.`;
  // An unconfirmed time-out has its own note.
  if (flags.includes('unconfirmed')) return limit;
  const retryText = flags.includes('undisturbed')
    ? 'Nothing else was to blame, so it was not retried.'
    : 'A retry exceeded it too.';
  return `${limit} ${retryText}`;
}

/** Returns "Reward 1.0", "Reward 0.0", or the reason why there is no reward. */
export function rewardWords(report: JudgeReport, scope: TestScope): string {
  if (report.reward !== null) return `Reward ${rewardNumber(report.reward)}`;
  if (report.flags.includes('stopped')) return 'No reward: stopped';
  if (report.verdict === 'judge-error') return 'No reward: judge error';
  return scope === 'public' ? 'No reward: samples only' : 'No reward';
}

/** Formats a reward: "1.0", "0.75", "0.995", "−0.1". A fraction is never rounded to an integer. */
export function rewardNumber(reward: number): string {
  if (Number.isInteger(reward)) return signedNumber(reward.toFixed(1));
  for (let digits = 1; ; digits++) {
    const text = reward.toFixed(digits);
    const isWhole = Number.isInteger(Number(text));
    if ((digits >= 2 && !isWhole) || digits === 6 || Number(text) === reward) return signedNumber(text);
  }
}

function signedNumber(text: string): string {
  return text.replace('-', '−');
}

/** Names the rules that a report follows, such as "by rLLM". */
export function rulesWords(name: string): string {
  if (name === STANDARD.name) return 'by the standard rules';
  const profile = findProfile(name);
  if (profile === null) return `by the rules “${name}”`;
  return profile.title === 'Custom' ? 'by rules of your own' : `by ${profile.title}`;
}

/** Returns the number of tests that a profile runs out of a total. */
export function testsNeeded({ select }: Profile, total: number): number {
  return selectedCount(select, total);
}

/** Describes the condition for the reward, before a run. */
export function rewardCondition(profile: Profile, total: number): string {
  const neededTests = testsNeeded(profile, total);
  const neededText = neededTests === total ? `${neededTests} tests` : `${neededTests} selected tests`;
  switch (profile.score.kind) {
    case 'all':
      return neededTests === 1
        ? 'The reward is 1.0 only if its one test passes.'
        : `The reward is 1.0 only if all ${neededText} pass.`;
    case 'nearly-all':
      return `The reward is 1.0 if more than 99 % of the ${neededText} pass.`;
    case 'share':
      return `The reward is the share of the ${neededText} that pass.`;
  }
}

/**
 * Formats the codes as the original grader reports them, "[true, true, -2]". A long sequence of passes is
 * replaced with its length.
 */
export function codesText(codes: readonly ResultCode[]): string {
  if (codes.length <= MOST_CODES) return `[${codes.join(', ')}]`;
  const failedCodes = codes.filter((code) => code !== true);
  return `[${[`true × ${codes.length - failedCodes.length}`, ...failedCodes].join(', ')}]`;
}

const MOST_CODES = 6;

/** Returns a message that explains the reward. */
export function rewardSentence(report: JudgeReport, scope: TestScope, problem: Problem): string {
  const { testsTotal: total, testsPassed: passed, testsRun: run } = report;
  const profile = findProfile(report.profile) ?? STANDARD;
  const neededTests = testsNeeded(profile, total);
  if (report.flags.includes('stopped'))
    return `Stopped after ${run} of ${neededTests} tests: there is no verdict.`;
  switch (report.verdict) {
    case 'no-code':
    case 'truncated':
      return `${endSentence(report.error ?? 'There is no program to run')} No test ran.${penaltyWords(report.reward)}`;
    case 'syntax-error':
      return `Python cannot read this program, so no test ran. ${report.error === null ? '' : endSentence(report.error)}`.trim();
    case 'judge-error':
      return `Could not be graded: ${endSentence(report.error ?? 'no reason was given')}`;
    case 'accepted':
      if (scope === 'public')
        return `${passed} of ${counted(passed, 'public test')} passed. ${rewardCondition(profile, total)}`;
      if (neededTests < total)
        return `All ${neededTests} selected tests passed; the other ${total - neededTests} did not run.`;
      return problem.publicTests === 0
        ? `All ${counted(total, 'test')} passed, all of them hidden.`
        : `All ${counted(total, 'test')} passed, ${total - Math.min(problem.publicTests, total)} of them hidden.`;
    default: {
      const testsToRun = scope === 'public' ? Math.min(problem.publicTests, total) : neededTests;
      if (report.firstFailed === null) return `${passed} of ${counted(testsToRun, 'test')} passed.`;
      const failureText = `First failure: test ${report.firstFailed + 1}`;
      if (scope === 'public')
        return run < testsToRun
          ? `${failureText}. Only the samples were to run, and ${testsToRun - run} of them did not.`
          : `${failureText}. Only the samples ran.`;
      if (run < neededTests && profile.score.kind === 'all')
        return `${failureText}. It decides the reward; ${counted(neededTests - run, 'test')} did not run.`;
      return `${failureText}. ${creditText(profile, report.reward, passed, neededTests)}.`;
    }
  }
}

/** Describes the reward for the passed tests if some tests fail. */
function creditText({ score }: Profile, reward: Reward, passed: number, neededTests: number): string {
  const counts = `${passed} of ${neededTests}`;
  switch (score.kind) {
    case 'all':
      return `${counts} passed; partial credit would pay ${(passed / neededTests).toFixed(2)}`;
    case 'nearly-all':
      return reward === 1
        ? `${counts} passed, and more than 99 % are enough`
        : `${counts} passed, and more than 99 % are needed`;
    case 'share':
      return `${counts} passed, and each earns its share`;
  }
}

function penaltyWords(reward: Reward): string {
  return reward !== null && reward < 0 ? ` An answer without a program costs ${rewardNumber(-reward)}.` : '';
}

/** Describes the running times of the tests; null if no test ended by itself. */
export function timesWords({ tests }: JudgeReport): string | null {
  const times = tests.flatMap(({ milliseconds }) => milliseconds ?? []);
  if (tests.some(({ verdict }) => verdict === 'time-limit-exceeded'))
    return 'one test exceeded the time limit';
  if (times.length === 0) return null;
  const total = duration(times.reduce((sum, each) => sum + each, 0));
  return times.length === 1 ? total : `slowest test ${duration(Math.max(...times))}, ${total} in all`;
}

/** Minimum wait that is mentioned, in milliseconds. */
const WORTH_A_WORD_MS = 500;

/**
 * Describes the wait before the run, for the start of Python or for another program. Null if it was short.
 */
export function startWords(waitedMilliseconds = 0): string | null {
  return waitedMilliseconds < WORTH_A_WORD_MS
    ? null
    : `Python was ready after ${duration(waitedMilliseconds)}`;
}

/** Explains why nothing was judged or run, and what to do. */
export function nothingWords(reason: Nothing, goal: 'judged' | 'run'): string {
  const actionVerb = goal === 'judged' ? 'submit' : 'run';
  switch (reason) {
    case 'empty':
      return `Your program is empty. Write one, or use the program of an answer, then ${actionVerb} it.`;
    case 'starter':
      return `Your program is still the starter code that the problem gives. Complete it, then ${actionVerb} it.`;
    case 'comments':
      return `There are only comments in your program. Write some code, then ${actionVerb} it.`;
  }
}

function endSentence(text: string): string {
  return /[.?]$/.test(text) ? text : `${text}.`;
}
