/** What the verdict shows, from what is known so far: before, while and after judging. */
import type { Judgement, TestScope } from '../../../domain/judgement.ts';
import type { Problem } from '../../../domain/problem.ts';
import type { Reward, TestResult, Verdict } from '../../../domain/verdict.ts';
import { findProfile } from '../../../judge/profiles/custom.ts';
import type { Profile } from '../../../judge/profiles/profile.ts';
import {
  codesText,
  duration,
  failureHeadline,
  headline,
  limitWords,
  promise,
  rewardWords,
  rulesWords,
  sentence,
  testsNeeded,
} from './verdict-sentences.ts';

export interface VerdictSource {
  readonly problem: Pick<Problem, 'publicTests' | 'timeLimitSeconds'> & {
    readonly tests: Pick<Problem['tests'], 'length'>;
  };
  readonly judging: {
    readonly running: boolean;
    readonly scope: TestScope;
    readonly profile: Profile;
    readonly results: readonly Pick<TestResult, 'verdict'>[];
    readonly decided: Pick<TestResult, 'verdict' | 'error' | 'index'> | null;
    readonly confirming: number | null;
    readonly waited: number;
    readonly record: Judgement | null;
  };
  /** Whose rules would judge next. */
  readonly chosen: Profile;
  /** The model has not answered yet. */
  readonly answering: boolean;
  /** Python is not there yet. */
  readonly starting: boolean;
}

export interface VerdictView {
  readonly title: string;
  /** Gives the hue; 'not-run' while nothing is decided, and where nothing was. */
  readonly verdict: Verdict;
  /** What ended with a verdict has its mark beside the title. */
  readonly mark: Verdict | null;
  /** How far the bit is filled, 0 to 1. */
  readonly fraction: number;
  /** Undefined while there is none, null where there will be none. */
  readonly reward: Reward | undefined;
  /** "Reward 0.0"; null while it is open. */
  readonly rewardWords: string | null;
  /** "by rLLM", once a report says so. */
  readonly rules: string | null;
  /** Tests of those needed: passed in the end, run so far before it. Null before anything runs. */
  readonly count: { readonly tests: number; readonly needed: number; readonly word: string } | null;
  readonly duration: string | null;
  /** Whose program it was. */
  readonly whose: string | null;
  readonly sentence: string;
  /** How long a test has been running, and how long it may; null where nothing takes its time. */
  readonly clock: string | null;
  /** What else a reader of the verdict must know. */
  readonly limit: string | null;
  readonly codes: string | null;
  readonly browserLimit: boolean;
  /** What the program uses or met of a newer Python than the graders'. */
  readonly newerPython: string | null;
}

export function verdictView(source: VerdictSource): VerdictView {
  const { problem, judging, chosen } = source;
  const { record, running } = judging;
  const report = record?.report ?? null;
  /** The figures shown follow these rules. */
  const profile = running ? judging.profile : ((report && findProfile(report.profile)) ?? chosen);
  const total = problem.tests.length;
  const needed =
    judging.scope === 'public' ? Math.min(problem.publicTests, total) : testsNeeded(profile, total);
  const passed = judging.results.filter(({ verdict }) => verdict === 'accepted').length;
  const fraction = needed === 0 ? 0 : passed / needed;

  if (record !== null && report !== null) {
    const stopped = report.flags.includes('stopped');
    return {
      title: headline(report, record.scope),
      verdict: stopped ? 'not-run' : report.verdict,
      mark: stopped ? null : report.verdict,
      fraction,
      reward: report.reward === null && record.scope === 'public' ? undefined : report.reward,
      rewardWords: rewardWords(report, record.scope),
      rules: rulesWords(report.profile),
      count: { tests: report.testsPassed, needed, word: 'passed' },
      duration: duration(record.milliseconds),
      whose: record.kind === 'program' ? 'your program' : "the model's answer",
      sentence: sentence(report, record.scope, problem),
      clock: null,
      limit:
        report.verdict === 'time-limit-exceeded'
          ? limitWords(
              profile.execute.timeLimitSeconds ?? problem.timeLimitSeconds,
              report.timeFactor,
              report.tests[report.firstFailed ?? 0]?.flags.includes('undisturbed') ?? false,
            )
          : null,
      codes: report.codes === null ? null : codesText(report.codes),
      browserLimit: report.flags.includes('browser-limit'),
      newerPython: report.newerPython ?? null,
    };
  }

  const decided = running ? judging.decided : null;
  /** One failed test decides the reward; only the judge's own fault does not. */
  const lost = decided !== null && decided.verdict !== 'judge-error' && judging.scope === 'all';
  return {
    title: titleBefore(source, decided),
    verdict: decided?.verdict ?? 'not-run',
    mark: null,
    fraction,
    reward: lost ? 0 : undefined,
    rewardWords: lost ? 'Reward 0.0' : null,
    rules: null,
    count: running ? { tests: judging.results.length, needed, word: 'tests run' } : null,
    duration: null,
    whose: null,
    sentence: sentenceBefore(source, decided, passed, needed) ?? promise(profile, total),
    clock: running ? clockWords(source, profile, needed) : null,
    limit: null,
    codes: null,
    browserLimit: false,
    newerPython: null,
  };
}

function titleBefore(
  { judging, answering, starting }: VerdictSource,
  decided: VerdictSource['judging']['decided'],
): string {
  if (answering) return 'Waiting for the answer';
  if (!judging.running) return 'Not judged yet';
  if (starting) return 'Starting Python…';
  if (decided !== null) return failureHeadline(decided);
  return judging.scope === 'public' ? 'Running the samples…' : 'Judging…';
}

/** Said from the second second on: most tests take milliseconds. */
function clockWords(
  { problem, judging, starting }: VerdictSource,
  profile: Profile,
  needed: number,
): string | null {
  const { confirming, results, waited } = judging;
  if (starting || waited === 0) return null;
  const inOrder = needed === problem.tests.length || judging.scope === 'public';
  const next = confirming ?? results.length;
  const test = confirming !== null || inOrder ? `Test ${next + 1}` : 'The next test';
  const limit = profile.execute.timeLimitSeconds ?? problem.timeLimitSeconds;
  return `${test} has been running for ${waited} s. Its limit is ${limit} s of native Python.`;
}

/** Null where there is nothing to say of what runs. */
function sentenceBefore(
  { judging, starting }: VerdictSource,
  decided: VerdictSource['judging']['decided'],
  passed: number,
  needed: number,
): string | null {
  if (judging.running && starting) return 'Only the first program waits for this.';
  if (judging.confirming !== null)
    return `Test ${judging.confirming + 1} timed out. It runs once more, alone, before that counts.`;
  if (decided !== null) return 'That decides the reward. The other tests still run.';
  return judging.running ? `${passed} of ${needed} tests passed so far.` : null;
}
