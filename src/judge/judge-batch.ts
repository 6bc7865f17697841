/**
 * Judges many small functions together: a bundle of them is one submission, and each test of it calls one of them.
 * This avoids opening an interpreter for each function. As in every run, the heap is restored between tests, so no
 * function can affect another.
 */
import type { Batch, BatchProgram, BatchResult } from '../domain/submission.ts';
import type { Problem, TestCase } from '../domain/problem.ts';
import type { TestResult } from '../domain/verdict.ts';
import type { SubmissionJudge } from './judge.ts';

/** Calls one of the programs with each list of arguments in turn. An exception ends the test. */
const CALLER = `
def call(program, calls):
    names = {}
    source, function = PROGRAMS[program]
    exec(compile(source, '<program>', 'exec'), names)
    return [names[function](*arguments) for arguments in calls]
`;

/**
 * Minimum number of call-mode programs in a bundle. A smaller bundle would end before another worker has started.
 */
const MIN_PROGRAMS = 16;

/**
 * @param workers the number of bundles judged in parallel, ≥ 1
 * @returns a result for each program, in order
 */
export async function judgeBatch(
  judge: SubmissionJudge,
  { problems, programs }: Batch,
  workers: number,
  signal: AbortSignal,
): Promise<readonly BatchResult[]> {
  const size = Math.max(MIN_PROGRAMS, Math.ceil(programs.length / workers));
  const batchStarts = Array.from({ length: Math.ceil(programs.length / size) }, (_, at) => at * size);
  const results = await Promise.all(
    batchStarts.map((from) => judgeBundle(judge, problems, programs.slice(from, from + size), signal)),
  );
  return results.flat();
}

async function judgeBundle(
  judge: SubmissionJudge,
  problems: readonly Problem[],
  programs: readonly BatchProgram[],
  signal: AbortSignal,
): Promise<readonly BatchResult[]> {
  const calls = programs.map(({ problem: problemIndex, eachTest }, program) => {
    const problem = problems[problemIndex];
    if (problem?.functionName == null)
      throw new RangeError(`problem ${problemIndex} of the batch calls no function`);
    return {
      problem,
      tests: eachTest
        ? problem.tests.map((test) => callsOf(program, [test]))
        : [callsOf(program, problem.tests)],
    };
  });
  const sources = programs.map(({ code }, at) => [code, calls[at]!.problem.functionName]);
  const tests = calls.flatMap((call) => call.tests);
  const bundle: Problem = {
    ...calls[0]!.problem,
    id: 'bundle',
    functionName: 'call',
    tests,
    testCount: tests.length,
  };
  const code = `PROGRAMS = ${JSON.stringify(sources)}\n${CALLER}`;
  const options = { signal, tests: 'all', stopAtFirstFailure: false, urgent: false } as const;
  const report = await judge.judge(bundle, { kind: 'program', code }, options);
  let firstTest = 0;
  return calls.map(({ problem, tests: ownTests }) => {
    const results = ownTests.map((_, at) => report.tests[firstTest + at]);
    firstTest += ownTests.length;
    return { passed: passedOf(results, problem), testsRun: problem.tests.length };
  });
}

/** Returns one test of a bundle. Inputs and outputs are JSON, copied unchanged. */
function callsOf(program: number, tests: readonly TestCase[]): TestCase {
  return {
    input: `[${program}, [${tests.map(({ input }) => input).join(', ')}]]`,
    output: `[${tests.map(({ output }) => output).join(', ')}]`,
  };
}

/**
 * Returns how many tests a program passed: all or 0 if its tests ran as one test. Returns null if the judge failed on
 * any of them.
 */
function passedOf(results: readonly (TestResult | undefined)[], problem: Problem): number | null {
  const passedCount = results.filter((test) => test?.verdict === 'accepted').length;
  const hasJudgeFailure = results.some(
    (test) => test === undefined || test.verdict === 'judge-error' || test.verdict === 'not-run',
  );
  if (hasJudgeFailure) return null;
  return results.length === 1 ? passedCount * problem.tests.length : passedCount;
}
