/** The lab's bundles of programs: judged together they earn what each earns alone, and what the toy's own judge says. */
import { expect, it } from 'vitest';
import { batchOf, type Ask } from '../../src/lab/grpo/grader.ts';
import { Random } from '../../src/base/random.ts';
import { randomProgram } from '../../src/lab/policy/pretraining.ts';
import { makeTasks } from '../../src/lab/tasks/tasks.ts';
import { programOf, TOKENS } from '../../src/lab/tasks/vocabulary.ts';
import { openPage } from '../../src/node/cli/page/built-page.ts';
import { toyJudge } from '../builders/toy-judge.ts';
import { grade } from '../node/command-line.ts';

const TASKS = makeTasks({ count: 10, weak: false, brokenCopies: 0 });
const RANDOM = 400;
const ALONE = 60;

/** All solutions, random programs that are valid, and random tokens that mostly are not. */
function asks(): readonly Ask[] {
  const random = new Random(11, 'test');
  const solutions = TASKS.map(({ solution, truthProblem }) => ({ solution, problem: truthProblem }));
  const drawn = Array.from({ length: RANDOM }, (_, at) => {
    const task = random.pick(TASKS);
    const problem = at % 2 === 0 ? task.trainingProblem : task.truthProblem;
    if (at % 4 !== 3) return { solution: randomProgram(random), problem };
    const length = 1 + random.below(8);
    return { solution: Array.from({ length }, () => 1 + random.below(TOKENS.length - 1)), problem };
  });
  return [...solutions, ...drawn].map(({ solution, problem }, at) => ({
    problem,
    program: programOf(solution.filter((token) => token !== 0)),
    eachTest: at % 3 === 0,
  }));
}

it('a bundle earns what its programs earn alone', async () => {
  const all = asks();
  const page = await openPage({ workers: 1 });
  const problems = all.map(({ problem }) => problem);
  const programs = all.map(({ program, eachTest }, problem) => ({ problem, code: program, eachTest }));
  const { results: bundled } = await page
    .judge({ task: 'batch', problems, programs })
    .finally(() => page.close());
  const toy = await toyJudge(batchOf(all));
  const earned = ({ problem, eachTest }: Ask, passed: number | null) =>
    eachTest ? passed : passed === problem.tests.length;
  all.forEach((ask, at) => {
    expect([ask.program, earned(ask, bundled[at]!.passed)]).toEqual([
      ask.program,
      earned(ask, toy[at]!.passed),
    ]);
  });
  for (let at = 0; at < TASKS.length; at++) expect(bundled[at]!.passed).toBe(30);

  const some = all.filter((_, at) => at % Math.floor(all.length / ALONE) === 0);
  const rows = grade(
    some.map(({ problem: { tests, functionName } }, at) => ({
      id: `${at}`,
      prompt: '',
      mode: 'call',
      fn_name: functionName,
      tests: tests.map(({ input, output }) => ({ input: JSON.parse(input), output: JSON.parse(output) })),
    })),
    some.map(({ program }, at) => ({ problem_id: `${at}`, id: 'x', code: program })),
  );
  rows.forEach(({ reward }, at) => {
    const ask = some[at]!;
    expect([ask.program, reward === 1]).toEqual([
      ask.program,
      bundled[all.indexOf(ask)]!.passed === ask.problem.tests.length,
    ]);
  });
});
