/**
 * Many small functions in one go: a bundle of them is one submission, and each test of it calls one of them. The heap
 * is put back between tests as always, so none sees another; what is saved is the opening of an interpreter for each.
 */
import type { Batch, BatchProgram, BatchResult } from '../domain/batch.ts';
import type { Problem, TestCase } from '../domain/problem.ts';
import type { TestResult } from '../domain/verdict.ts';
import type { JudgePort } from './judge.ts';

/** Calls one of the programs with one list of arguments after the other; what it raises ends the test. */
const CALLER = `
def call(program, calls):
    names = {}
    source, function = PROGRAMS[program]
    exec(compile(source, '<program>', 'exec'), names)
    return [names[function](*arguments) for arguments in calls]
`;

/** Programs of call mode in a bundle, at least: fewer would be over before another worker has begun. */
const FEWEST = 16;

/**
 * @param workers bundles that are judged side by side, ≥ 1
 * @returns a result for each program, in their order
 */
export async function judgeBatch(
  judge: Pick<JudgePort, 'judge'>,
  { problems, programs }: Batch,
  workers: number,
  signal: AbortSignal,
): Promise<readonly BatchResult[]> {
  const size = Math.max(FEWEST, Math.ceil(programs.length / workers));
  const starts = Array.from({ length: Math.ceil(programs.length / size) }, (_, at) => at * size);
  const results = await Promise.all(
    starts.map((from) => judgeBundle(judge, problems, programs.slice(from, from + size), signal)),
  );
  return results.flat();
}

async function judgeBundle(
  judge: Pick<JudgePort, 'judge'>,
  problems: readonly Problem[],
  programs: readonly BatchProgram[],
  signal: AbortSignal,
): Promise<readonly BatchResult[]> {
  const asked = programs.map(({ problem: place, eachTest }, program) => {
    const problem = problems[place];
    if (problem?.functionName == null)
      throw new RangeError(`problem ${place} of the batch calls no function`);
    return {
      problem,
      tests: eachTest
        ? problem.tests.map((test) => callsOf(program, [test]))
        : [callsOf(program, problem.tests)],
    };
  });
  const sources = programs.map(({ code }, at) => [code, asked[at]!.problem.functionName]);
  const tests = asked.flatMap((each) => each.tests);
  const bundle: Problem = {
    ...asked[0]!.problem,
    id: 'bundle',
    functionName: 'call',
    tests,
    testCount: tests.length,
  };
  const code = `PROGRAMS = ${JSON.stringify(sources)}\n${CALLER}`;
  const options = { signal, tests: 'all', stopAtFirstFailure: false, urgent: false } as const;
  const report = await judge.judge(bundle, { kind: 'program', code }, options);
  let from = 0;
  return asked.map(({ problem, tests: own }) => {
    const ended = own.map((_, at) => report.tests[from + at]);
    from += own.length;
    return { passed: passedOf(ended, problem), testsRun: problem.tests.length };
  });
}

/** One test of a bundle. Inputs and outputs are JSON as they were written. */
function callsOf(program: number, tests: readonly TestCase[]): TestCase {
  return {
    input: `[${program}, [${tests.map(({ input }) => input).join(', ')}]]`,
    output: `[${tests.map(({ output }) => output).join(', ')}]`,
  };
}

/**
 * For one test, the number of programs that pass is known as a whole, or not at all. Null where the judge failed on
 * any of it.
 */
function passedOf(ended: readonly (TestResult | undefined)[], problem: Problem): number | null {
  const passed = ended.filter((test) => test?.verdict === 'accepted').length;
  const failed = ended.some(
    (test) => test === undefined || test.verdict === 'judge-error' || test.verdict === 'not-run',
  );
  if (failed) return null;
  return ended.length === 1 ? passed * problem.tests.length : passed;
}
