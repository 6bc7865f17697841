/** Output of the test that a sample failed. Runs store verdicts but no outputs, so the test runs again. */
import { submissionIn, type Answer } from '../../../domain/answer.ts';
import type { Problem } from '../../../domain/problem.ts';
import type { Run } from '../../../domain/run.ts';
import type { TestResult } from '../../../domain/verdict.ts';
import { keepsState } from '../../../judge/profiles/execution.ts';
import type { JudgePort } from '../../../judge/judge.ts';
import { findProfile } from '../../../judge/profiles/custom.ts';
import * as words from '../words/state.ts';

/** The second execution of one test. */
export interface RunAgain {
  readonly problem: Problem;
  /** The new result. The test may pass this time, near its time limit or when the program is random. */
  readonly result: TestResult;
  /** Whether, by the rules of the run, a test sees the state that earlier tests left. Here the test ran alone. */
  readonly seesEarlier: boolean;
}

/**
 * Runs one test of a problem on an answer, by the rules of its run.
 * @param index from 0
 * @throws Error, with half a sentence, when the test cannot be run
 */
export async function runTestAgain(
  { profile: name }: Pick<Run, 'profile'>,
  problem: Problem,
  answer: Answer,
  index: number,
  judge: JudgePort,
  signal: AbortSignal,
): Promise<RunAgain> {
  const [submission, profile, test] = [submissionIn(answer), findProfile(name), problem.tests[index]];
  if (submission === null || profile === null) throw new Error(words.noAnswerOrRules);
  if (test === undefined) throw new Error(words.noSuchTest(index));
  const alone = { ...problem, tests: [test], publicTests: index < problem.publicTests ? 1 : 0 };
  const report = await judge.judge(alone, submission, {
    signal,
    tests: 'all',
    stopAtFirstFailure: true,
    profile,
  });
  const [result] = report.tests;
  if (result === undefined || report.flags.includes('stopped'))
    throw new Error(report.error ?? words.testStopped);
  return {
    problem,
    result: { ...result, index },
    seesEarlier: keepsState(profile.execute.how, problem.mode),
  };
}
