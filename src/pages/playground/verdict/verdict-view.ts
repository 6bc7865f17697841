/** Derives the content of the verdict panel before, during and after judging. */
import type { Nothing, SubmissionKind } from '../../../domain/submission.ts';
import type { Problem } from '../../../domain/problem.ts';
import type { JudgeReport, Reward, Verdict } from '../../../domain/verdict.ts';
import { findProfile } from '../../../judge/profiles/custom.ts';
import { type Profile, timeLimitOf } from '../../../judge/profiles/profile.ts';
import type { EngineState } from '../../../common/shell/shell-states.svelte.ts';
import type { JudgingState, SlowTest } from '../state/judging-state.svelte.ts';
import type { PlaygroundState } from '../state/playground-state.svelte.ts';
import {
  codesText,
  failureHeadline,
  headline,
  limitWords,
  nothingWords,
  rewardCondition,
  rewardWords,
  rulesWords,
  rewardSentence,
  startWords,
  testsNeeded,
  timesWords,
} from '../../../common/verdict/report-text.ts';
import { duration } from '../../../base/number-words.ts';

export interface VerdictSource {
  readonly problem: Problem;
  readonly judging: Pick<
    JudgingState,
    | 'running'
    | 'scope'
    | 'profile'
    | 'results'
    | 'decidingResult'
    | 'retrying'
    | 'check'
    | 'slowTest'
    | 'remainingCount'
    | 'record'
  >;
  /** Whether the program has changed since it was judged. */
  readonly changedSince?: boolean;
  /** The rules for the next verdict. */
  readonly chosenProfile: Profile;
  /** Whether the model is still answering. */
  readonly isAnswering: boolean;
  /** Label of the judged answer, or null if there is none. */
  readonly answerLabel: string | null;
  /** Whether Python is still starting. */
  readonly isStarting: boolean;
  /** The reason why the submission contains no program to judge; null or missing if it contains one. */
  readonly emptyReason?: Nothing | null;
}

/** The running time of a test, and its limit. */
export interface Clock {
  /** Name of the test: "Test 5". */
  readonly testName: string;
  /** Running time in seconds, to a tenth. */
  readonly resultText: string;
  readonly limit: string;
  /** How the limit is computed: "6 s × 1.6, this machine". */
  readonly sourceText: string;
  /** Elapsed fraction of the limit, 0 to 1. */
  readonly share: number;
}

export interface VerdictView {
  readonly title: string;
  /** A short version for the title of the page; null if no submission is being judged or was judged. */
  readonly shortText: string | null;
  /** The verdict that determines the color; 'not-run' before a decision, or without one. */
  readonly verdict: Verdict;
  /** The verdict whose icon is next to the title; null before judging ends. */
  readonly mark: Verdict | null;
  /** Filled fraction of the reward's mark, 0 to 1. */
  readonly fraction: number;
  /** Undefined until it is decided; null if there is none. */
  readonly reward: Reward | undefined;
  /** "Reward 0.0"; null until it is decided. */
  readonly rewardWords: string | null;
  /** The grader: "by rLLM"; null without a report. */
  readonly rules: string | null;
  /** Number of the needed tests that passed, or that have run so far during judging; null before the first test. */
  readonly count: { readonly tests: number; readonly neededTests: number; readonly word: string } | null;
  /** Running times of the program; null if no test finished. */
  readonly timesText: string | null;
  /** The wait before the first test, if it was long; null otherwise. */
  readonly startText: string | null;
  /** Description of the owner of the submission: "for your program". */
  readonly ownerText: string | null;
  readonly sentence: string;
  /** Whether a time-out is being checked. The user can then accept it without the check. */
  readonly canAccept: boolean;
  /** Null if no test is slow. */
  readonly clock: Clock | null;
  /** The slow test that is running, or null if there is none. */
  readonly running: number | null;
  /** Number of tests that did not run and can still be run. */
  readonly remainingCount: number;
  /** Description of the time limit, if a test exceeded it; otherwise null. */
  readonly limit: string | null;
  readonly codesText: string | null;
  /** Messages about possible differences from the verdict of native Python or of an older Python. */
  readonly notes: readonly string[];
}

/** Default values of the facts that only a report, or only judging in progress, provides. */
const NO_FACTS = {
  ...{
    mark: null,
    rules: null,
    timesText: null,
    startText: null,
    ownerText: null,
    limit: null,
    codesText: null,
    notes: [],
  },
  ...{ canAccept: false, clock: null, running: null, remainingCount: 0 },
} as const;

export function verdictView(source: VerdictSource): VerdictView {
  const { problem, judging, chosenProfile } = source;
  const { record, running } = judging;
  const report = record?.report ?? null;
  /** The rules that the shown figures are based on. */
  const profile = running ? judging.profile : ((report && findProfile(report.profile)) ?? chosenProfile);
  const total = problem.tests.length;
  const neededTests =
    judging.scope === 'public' ? Math.min(problem.publicTests, total) : testsNeeded(profile, total);
  const passed = judging.results.filter(({ verdict }) => verdict === 'accepted').length;
  const fraction = neededTests === 0 ? 0 : passed / neededTests;

  if (record !== null && report !== null) {
    const stopped = report.flags.includes('stopped');
    const title = headline(report, record.scope);
    return {
      ...NO_FACTS,
      title,
      shortText: title,
      verdict: stopped ? 'not-run' : report.verdict,
      mark: stopped ? null : report.verdict,
      fraction,
      reward: report.reward === null && record.scope === 'public' ? undefined : report.reward,
      rewardWords: rewardWords(report, record.scope),
      rules: stopped ? null : rulesWords(report.profile),
      count: { tests: report.testsPassed, neededTests, word: 'passed' },
      timesText: timesWords(report),
      startText: startWords(record.waitedMilliseconds),
      ownerText: whoseWords(record.kind, source.answerLabel, source.changedSince),
      sentence: rewardSentence(report, record.scope, problem),
      // The remaining tests would run on the judged program, so there are none if the program has been edited.
      remainingCount: source.changedSince ? 0 : judging.remainingCount,
      limit:
        report.verdict === 'time-limit-exceeded'
          ? limitWords(
              timeLimitOf(profile, problem),
              report.timeFactor,
              report.tests[report.firstFailed ?? 0]?.flags ?? [],
            )
          : null,
      codesText: report.codes === null ? null : codesText(report.codes),
      notes: notesOn(report),
    };
  }

  const decidingResult = running ? judging.decidingResult : null;
  /** One failed test decides the reward, unless the judge itself failed. */
  const isRewardLost =
    decidingResult !== null && decidingResult.verdict !== 'judge-error' && judging.scope === 'all';
  const emptyReason = running ? null : (source.emptyReason ?? null);
  const title = emptyReason === null ? titleBefore(source, decidingResult) : 'Nothing to judge';
  const isIdle = !running && !source.isAnswering && emptyReason === null;
  return {
    ...NO_FACTS,
    title,
    shortText:
      running && decidingResult === null
        ? shortRunning(source, neededTests)
        : isIdle
          ? null
          : title.replace('…', ''),
    verdict: decidingResult?.verdict ?? 'not-run',
    fraction,
    reward: isRewardLost ? 0 : undefined,
    rewardWords: isRewardLost ? 'Reward 0.0' : null,
    count: running ? { tests: judging.results.length, neededTests, word: 'tests run' } : null,
    sentence:
      emptyReason === null
        ? (sentenceBefore(source, decidingResult, passed, neededTests) ?? rewardCondition(profile, total))
        : nothingWords(emptyReason, 'judged'),
    canAccept: running && judging.check !== null,
    clock:
      running && judging.slowTest !== null
        ? clockOf(judging.slowTest, timeLimitOf(profile, problem), judging.retrying !== null)
        : null,
    running: running ? (judging.retrying ?? judging.slowTest?.index ?? null) : null,
  };
}

function notesOn({ flags, newerPython }: JudgeReport): readonly string[] {
  return [
    ...(flags.includes('browser-limit')
      ? ['A limit of the browser decided a test: native Python may differ.']
      : []),
    ...(flags.includes('last-digits')
      ? [
          'An output is wrong only in the last digits of its numbers. Those of mathematical functions may differ from glibc’s, so native Python may pass.',
        ]
      : []),
    ...(flags.includes('unconfirmed')
      ? [
          'The time limit is not confirmed: you accepted the verdict before it was known whether this computer was to blame.',
        ]
      : []),
    ...(newerPython === undefined ? [] : [`Newer than Python 3.11: ${newerPython}.`]),
  ];
}

function titleBefore(
  { judging, isAnswering, isStarting }: VerdictSource,
  decidingResult: VerdictSource['judging']['decidingResult'],
): string {
  if (isAnswering) return 'Answer in progress';
  if (!judging.running) return 'Not judged yet';
  if (isStarting) return 'Starting Python…';
  if (judging.retrying !== null && judging.check !== null)
    return `Time limit exceeded on test ${judging.retrying + 1}, being checked`;
  if (decidingResult !== null) return failureHeadline(decidingResult);
  return judging.scope === 'public' ? 'Running the samples…' : 'Judging…';
}

function shortRunning({ judging, isStarting }: VerdictSource, neededTests: number): string {
  return isStarting ? 'Starting Python' : `Judging ${judging.results.length}/${neededTests}`;
}

/**
 * @param seconds the limit, as the problem states it
 * @param isRetry whether the test is retried
 */
export function clockOf(
  { index, milliseconds, timeFactor }: SlowTest,
  seconds: number,
  isRetry = false,
): Clock {
  const limit = seconds * timeFactor;
  const ranSeconds = Math.min(milliseconds / 1000, limit);
  return {
    testName: index === null ? 'Loading the program' : `Test ${index + 1}`,
    resultText: ranSeconds.toFixed(1),
    limit: limit.toFixed(1),
    sourceText: `${seconds} s × ${Number(timeFactor.toFixed(2))}, ${isRetry ? 'retry' : 'this computer'}`,
    share: ranSeconds / limit,
  };
}

/** Describes the judging in progress; returns null if there is nothing to report. */
function sentenceBefore(
  { judging, isStarting }: VerdictSource,
  decidingResult: VerdictSource['judging']['decidingResult'],
  passed: number,
  neededTests: number,
): string | null {
  if (judging.running && isStarting) return 'Only the first program of a visit waits for Python.';
  if (judging.check !== null)
    return `This computer may be to blame, so the test runs again. That takes up to ${duration(Math.ceil(judging.check.seconds) * 1000)}, and longer while other programs run.`;
  if (judging.retrying !== null)
    return `Test ${judging.retrying + 1} was interrupted. It is retried before that counts.`;
  if (decidingResult !== null) return 'This test decides the reward. The other tests still run.';
  return judging.running ? `${passed} of ${neededTests} tests passed so far.` : null;
}

/** Describes whose submission was judged. */
export function whoseWords(kind: SubmissionKind, answerLabel: string | null, changedSince = false): string {
  if (kind === 'completion')
    return answerLabel === null ? 'for the model’s answer' : `for the answer “${answerLabel}”`;
  return changedSince ? 'for your program before you changed it' : 'for your program';
}

/** Returns the verdict as the playground shows it, or null if no problem is open. */
export function shownVerdict(playground: PlaygroundState, engine: EngineState): VerdictView | null {
  const { answer, changedSince, judging, openedProblem, program, terms, view } = playground;
  if (openedProblem === null) return null;
  const ofAnswer = view.current.tab === 'answer';
  return verdictView({
    problem: openedProblem.problem,
    judging,
    changedSince,
    chosenProfile: terms.profile,
    isAnswering: answer.busy && ofAnswer,
    answerLabel: answer.record?.label ?? null,
    isStarting: engine.status.type === 'starting',
    emptyReason:
      program.missingProgram?.wanted === 'verdict' && !ofAnswer ? program.missingProgram.reason : null,
  });
}
