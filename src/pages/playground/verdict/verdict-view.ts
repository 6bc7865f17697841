/** The content of the verdict panel before, during and after judging, derived from the known facts. */
import type { Nothing } from '../../../domain/nothing-to-judge.ts';
import type { Problem } from '../../../domain/problem.ts';
import type { JudgeReport, Reward, Verdict } from '../../../domain/verdict.ts';
import { findProfile } from '../../../judge/profiles/custom.ts';
import type { Profile } from '../../../judge/profiles/profile.ts';
import { timeLimitOf } from '../../../judge/profiles/time-limit.ts';
import type { JudgingState } from '../state/judging-state.svelte.ts';
import type { SlowTest } from '../state/running-clock.svelte.ts';
import {
  codesText,
  failureHeadline,
  headline,
  limitWords,
  nothingWords,
  promise,
  rewardWords,
  rulesWords,
  sentence,
  startWords,
  testsNeeded,
  timesWords,
} from '../../../common/verdict/words/report.ts';
import * as words from '../words/verdict.ts';

export interface VerdictSource {
  readonly problem: Problem;
  readonly judging: Pick<
    JudgingState,
    | 'running'
    | 'scope'
    | 'profile'
    | 'results'
    | 'decided'
    | 'retrying'
    | 'check'
    | 'slow'
    | 'left'
    | 'record'
  >;
  /** The program has been changed since it was judged. */
  readonly changedSince?: boolean;
  /** The rules that would judge next. */
  readonly chosen: Profile;
  /** The model has not answered yet. */
  readonly answering: boolean;
  /** Label of the judged answer; null when there is no answer. */
  readonly answerLabel: string | null;
  /** Python is not there yet. */
  readonly starting: boolean;
  /** A verdict was asked for on what is no program. */
  readonly nothing?: Nothing | null;
}

/** How long a test has been running, and how long it may. */
export interface Clock {
  /** "Test 5". */
  readonly what: string;
  /** Seconds, to a tenth. */
  readonly ran: string;
  readonly limit: string;
  /** Derivation of the limit: "6 s × 1.6, this machine". */
  readonly made: string;
  /** Elapsed fraction of the limit, 0 to 1. */
  readonly share: number;
}

export interface VerdictView {
  readonly title: string;
  /** The same for the page title, before the problem's; null when nothing is or was judged. */
  readonly short: string | null;
  /** Decides the hue; 'not-run' before a decision, and without one. */
  readonly verdict: Verdict;
  /** The verdict whose mark is shown beside the title; null before judging ends. */
  readonly mark: Verdict | null;
  /** How far the bit is filled, 0 to 1. */
  readonly fraction: number;
  /** Undefined while there is none yet, null when there will be none. */
  readonly reward: Reward | undefined;
  /** "Reward 0.0"; null while it is open. */
  readonly rewardWords: string | null;
  /** "by rLLM", once a report says so. */
  readonly rules: string | null;
  /** Tests of those needed: passed in the end, run so far before it. Null before anything runs. */
  readonly count: { readonly tests: number; readonly needed: number; readonly word: string } | null;
  /** Running times of the program; null when no test ran to its end. */
  readonly times: string | null;
  /** The wait before the first test, when it was long; null otherwise. */
  readonly start: string | null;
  /** Owner of the program: "for your program". */
  readonly whose: string | null;
  readonly sentence: string;
  /** Whether a time-out is checked, which the user can accept. */
  readonly acceptable: boolean;
  /** Null when no test is slow. */
  readonly clock: Clock | null;
  /** The slow test that is running; null for none. */
  readonly running: number | null;
  /** Tests that were left out, and can be run. */
  readonly left: number;
  /** The time limit in words, when a test exceeded it; null otherwise. */
  readonly limit: string | null;
  readonly codes: string | null;
  /** Sentences on how far the verdict may differ from that of native Python or of an older Python. */
  readonly notes: readonly string[];
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
    const title = headline(report, record.scope);
    return {
      title,
      short: title,
      verdict: stopped ? 'not-run' : report.verdict,
      mark: stopped ? null : report.verdict,
      fraction,
      reward: report.reward === null && record.scope === 'public' ? undefined : report.reward,
      rewardWords: rewardWords(report, record.scope),
      rules: stopped ? null : rulesWords(report.profile),
      count: { tests: report.testsPassed, needed, word: words.passed },
      times: timesWords(report),
      start: startWords(record),
      whose: words.whoseWords(record, source.answerLabel, source.changedSince),
      sentence: sentence(report, record.scope, problem),
      acceptable: false,
      clock: null,
      running: null,
      // The remaining tests would run the program that was judged, so an edited program has none.
      left: source.changedSince ? 0 : judging.left,
      limit:
        report.verdict === 'time-limit-exceeded'
          ? limitWords(
              timeLimitOf(profile, problem),
              report.timeFactor,
              report.tests[report.firstFailed ?? 0]?.flags ?? [],
            )
          : null,
      codes: report.codes === null ? null : codesText(report.codes),
      notes: notesOn(report),
    };
  }

  const decided = running ? judging.decided : null;
  /** One failed test decides the reward; only the judge's own fault does not. */
  const lost = decided !== null && decided.verdict !== 'judge-error' && judging.scope === 'all';
  const nothing = running ? null : (source.nothing ?? null);
  const title = nothing === null ? titleBefore(source, decided) : words.nothingToJudge;
  const isIdle = !running && !source.answering && nothing === null;
  return {
    title,
    short:
      running && decided === null ? shortRunning(source, needed) : isIdle ? null : title.replace('…', ''),
    verdict: decided?.verdict ?? 'not-run',
    mark: null,
    fraction,
    reward: lost ? 0 : undefined,
    rewardWords: lost ? words.lostReward : null,
    rules: null,
    count: running ? { tests: judging.results.length, needed, word: words.testsRun } : null,
    times: null,
    start: null,
    whose: null,
    sentence:
      nothing === null
        ? (sentenceBefore(source, decided, passed, needed) ?? promise(profile, total))
        : nothingWords(nothing, 'judged'),
    acceptable: running && judging.check !== null,
    clock:
      running && judging.slow !== null
        ? clockOf(judging.slow, timeLimitOf(profile, problem), judging.retrying !== null)
        : null,
    running: running ? (judging.retrying ?? judging.slow?.index ?? null) : null,
    left: 0,
    limit: null,
    codes: null,
    notes: [],
  };
}

function notesOn({ flags, newerPython }: JudgeReport): readonly string[] {
  return [
    ...(flags.includes('browser-limit') ? [words.browserLimit] : []),
    ...(flags.includes('last-digits') ? [words.lastDigits] : []),
    ...(flags.includes('unconfirmed') ? [words.unconfirmed] : []),
    ...(newerPython === undefined ? [] : [words.newerPython(newerPython)]),
  ];
}

function titleBefore(
  { judging, answering, starting }: VerdictSource,
  decided: VerdictSource['judging']['decided'],
): string {
  if (answering) return words.answerComing;
  if (!judging.running) return words.notJudged;
  if (starting) return words.starting;
  if (judging.retrying !== null && judging.check !== null) return words.timeChecked(judging.retrying + 1);
  if (decided !== null) return failureHeadline(decided);
  return judging.scope === 'public' ? words.runningSamples : words.judging;
}

function shortRunning({ judging, starting }: VerdictSource, needed: number): string {
  return starting ? words.startingShort : words.judgingShort(judging.results.length, needed);
}

/**
 * @param seconds the limit as it is stated
 * @param isRetry whether the test is retried
 */
export function clockOf(
  { index, milliseconds, timeFactor }: SlowTest,
  seconds: number,
  isRetry = false,
): Clock {
  const limit = seconds * timeFactor;
  const ran = Math.min(milliseconds / 1000, limit);
  return {
    what: index === null ? words.loadingClock : words.testClock(index + 1),
    ran: ran.toFixed(1),
    limit: limit.toFixed(1),
    made: words.limitMade(seconds, timeFactor, isRetry),
    share: ran / limit,
  };
}

/** Describes the judging in progress; null for nothing to report. */
function sentenceBefore(
  { judging, starting }: VerdictSource,
  decided: VerdictSource['judging']['decided'],
  passed: number,
  needed: number,
): string | null {
  if (judging.running && starting) return words.onlyFirst;
  if (judging.check !== null) return words.checkedFor(judging.check.seconds);
  if (judging.retrying !== null) return words.retried(judging.retrying + 1);
  if (decided !== null) return words.decided;
  return judging.running ? words.passedSoFar(passed, needed) : null;
}
