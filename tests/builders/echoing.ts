/** A judge over a scripted runner, and programs that give back what they are given. */
import type { Problem } from '../../src/domain/problem.ts';
import { Judge } from '../../src/judge/judge.ts';
import type { JudgeOptions } from '../../src/judge/judge-options.ts';
import type { Runner, TestOutcome } from '../../src/judge/runner.ts';
import { problemOf } from './problem.ts';
import { timedOut } from './scripted-runner.ts';

export const echoing = (count: number, change: Partial<Problem> = {}): Problem =>
  problemOf({
    tests: Array.from({ length: count }, (_, index) => ({ input: `${index}`, output: `${index}\n` })),
    publicTests: 2,
    ...change,
  });

export const echo = (input: string): TestOutcome => ({ type: 'exited', stdout: input, stderr: '' });

export const failOn =
  (bad: string, outcome: TestOutcome) =>
  (input: string): TestOutcome =>
    input === bad ? outcome : echo(input);

/** Its test is retried. */
export const DOUBTFUL = timedOut({ cold: true });

export const wrong: TestOutcome = { type: 'exited', stdout: 'no', stderr: '' };

export function options(change: Partial<JudgeOptions> = {}): JudgeOptions {
  return { signal: new AbortController().signal, tests: 'all', stopAtFirstFailure: false, ...change };
}

export const judge = (runner: Runner, problem: Problem, change: Partial<JudgeOptions> = {}, code = 'x') =>
  new Judge(runner).judge(problem, { kind: 'program', code }, options(change));
