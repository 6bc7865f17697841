/** A report in words: the headline, the reward, and the sentence beside the bit. */
import type { Problem } from '../domain/problem.ts';
import type { JudgeReport, TestResult } from '../domain/verdict.ts';
import { VERDICT_WORDS } from '../domain/verdict.ts';
import type { ReportScope } from '../storage/records.ts';

type Facts = Pick<
  JudgeReport,
  | 'verdict'
  | 'reward'
  | 'testsTotal'
  | 'testsRun'
  | 'testsPassed'
  | 'firstFailed'
  | 'error'
  | 'flags'
  | 'tests'
>;

/** The verdict in words, e.g. "Runtime error: ValueError on test 3". */
export function headline(report: Facts, scope: ReportScope): string {
  if (report.flags.includes('stopped')) return 'Stopped';
  const { word } = VERDICT_WORDS[report.verdict];
  if (report.verdict === 'accepted') return scope === 'public' ? 'Samples passed' : word;
  if (report.firstFailed === null) return word;
  const { firstFailed: index } = report;
  const error = report.tests[index]?.error ?? null;
  return failureHeadline({ verdict: report.verdict as TestResult['verdict'], error, index });
}

/** The headline that one failed test gives, known before the other tests have run. */
export function failureHeadline({
  verdict,
  error,
  index,
}: Pick<TestResult, 'verdict' | 'error' | 'index'>): string {
  const { word } = VERDICT_WORDS[verdict];
  if (verdict === 'syntax-error' || verdict === 'judge-error') return word;
  const name = verdict === 'runtime-error' ? error?.name : undefined;
  return `${name ? `${word}: ${name}` : word} on test ${index + 1}`;
}

/** How long a test might run here, and why that is longer than stated. */
export function limitWords(seconds: number, factor: number): string {
  const here = (seconds * factor).toFixed(1);
  return `The limit is ${seconds} s in native Python: ${here} s here, where Python is ${factor.toFixed(1)} times slower.`;
}

/** "Reward 1.0", "Reward 0.0", or why there is none. */
export function rewardWords(report: Facts, scope: ReportScope): string {
  if (report.reward !== null) return `Reward ${report.reward.toFixed(1)}`;
  if (report.flags.includes('stopped')) return 'No reward: stopped';
  if (report.verdict === 'judge-error') return 'No reward: judge error';
  return scope === 'public' ? 'No reward: samples only' : 'No reward';
}

/** Why the bit is what it is. */
export function sentence(report: Facts, scope: ReportScope, problem: Pick<Problem, 'publicTests'>): string {
  const { testsTotal: total, testsPassed: passed, testsRun: run } = report;
  if (report.flags.includes('stopped')) return `Stopped after ${run} of ${total} tests: nothing was decided.`;
  switch (report.verdict) {
    case 'no-code':
    case 'truncated':
      return `${endSentence(report.error ?? 'There is no program to run')} No test ran.`;
    case 'syntax-error':
      return `The program does not compile, so no test ran. ${report.error === null ? '' : endSentence(report.error)}`.trim();
    case 'judge-error':
      return `The judge failed, not the program: ${endSentence(report.error ?? 'no reason was given')}`;
    case 'accepted':
      if (scope === 'public')
        return `${passed} of ${count(passed, 'public test')} passed. The reward needs all ${total}.`;
      return problem.publicTests === 0
        ? `All ${count(total, 'test')} passed, hidden all of them.`
        : `All ${count(total, 'test')} passed, ${total - Math.min(problem.publicTests, total)} of them hidden.`;
    default: {
      const ran = scope === 'public' ? Math.min(problem.publicTests, total) : total;
      if (report.firstFailed === null) return `${passed} of ${count(ran, 'test')} passed.`;
      const failed = `Failed on test ${report.firstFailed + 1} of ${ran}`;
      if (scope === 'public') return `${failed}. Only the samples ran.`;
      return `${failed}: no partial credit (${passed}/${total} would be ${(passed / total).toFixed(2)}).`;
    }
  }
}

/** "1 test", "2 tests". */
export function count(n: number, noun: string): string {
  return `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`;
}

/** Milliseconds for readers: "0 ms", "212 ms", "1.23 s". */
export function duration(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(2)} s`;
}

function endSentence(text: string): string {
  return /[.?]$/.test(text) ? text : `${text}.`;
}
