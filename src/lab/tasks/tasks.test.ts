import { describe, expect, it } from 'vitest';
import { toyJudge } from '../../../tests/builders/toy-judge.ts';
import { Random } from '../../base/random.ts';
import { batchOf } from '../grpo/grader.ts';
import { randomProgram } from '../policy/pretraining.ts';
import { makeTasks, STRONG_INPUTS, WEAK_INPUTS } from './tasks.ts';
import { END_TOKEN, LONGEST_PROGRAM, programOf, TOKENS, tokensOf } from './vocabulary.ts';

const RULES = { count: 10, weak: false, brokenCopies: 0 };

describe('tasks', () => {
  it('are 36, each with a prompt of its own and a solution that is right', async () => {
    const tasks = makeTasks(RULES);
    expect(new Set(tasks.map(({ words }) => words.join())).size).toBe(36);
    const asks = tasks.flatMap(({ solution, trainingProblem, truthProblem }) =>
      [trainingProblem, truthProblem].map((problem) => ({
        problem,
        program: programOf(solution.slice(0, -1)),
        eachTest: true,
      })),
    );
    for (const [at, { passed }] of (await toyJudge(batchOf(asks))).entries()) {
      expect([asks[at]!.program, passed]).toEqual([asks[at]!.program, asks[at]!.problem.tests.length]);
    }
    for (const { solution } of tasks) expect(solution.length).toBeLessThanOrEqual(14);
  });

  it('no solution is right for another task', async () => {
    const tasks = makeTasks({ ...RULES, count: 30 });
    for (const { name, solution } of tasks) {
      const program = programOf(solution.slice(0, -1));
      const gradedSolutions = await toyJudge(
        batchOf(tasks.map(({ truthProblem }) => ({ problem: truthProblem, program, eachTest: false }))),
      );
      const solvedTasks = tasks.filter(
        ({ truthProblem }, at) => gradedSolutions[at]!.passed === truthProblem.tests.length,
      );
      expect(solvedTasks.map((task) => task.name)).toEqual([name]);
    }
  });

  it('with weak tests accept wrong programs', async () => {
    const task = makeTasks({ ...RULES, weak: true }).find(({ name }) => name === 'absolute difference')!;
    const program = programOf(tokensOf('return a - b'));
    const [weak, truth] = await toyJudge(
      batchOf(
        [task.trainingProblem, task.truthProblem].map((problem) => ({ problem, program, eachTest: false })),
      ),
    );
    expect(weak!.passed).toBe(10);
    expect(truth!.passed).toBeLessThan(30);
  });

  it('with contradictory tests are separate tasks', () => {
    const tasks = makeTasks({ ...RULES, brokenCopies: 3 });
    expect(new Set(tasks).size).toBe(144);
    for (const { trainingProblem, truthProblem } of tasks.filter(({ isBroken }) => isBroken)) {
      const [first, second] = trainingProblem.tests;
      expect(first!.input).toBe(second!.input);
      expect(first!.output).toBe(truthProblem.tests[0]!.output);
      expect(second!.output).not.toBe(first!.output);
    }
  });

  it('have problem ids that depend on their tests', () => {
    const rules = [RULES, { ...RULES, count: 1 }, { ...RULES, weak: true }, { ...RULES, brokenCopies: 1 }];
    const problems = rules
      .flatMap(makeTasks)
      .flatMap(({ trainingProblem, truthProblem }) => [trainingProblem, truthProblem]);
    const texts = new Map(problems.map(({ id, tests }) => [id, JSON.stringify(tests)]));
    for (const { id, tests } of problems) expect(JSON.stringify(tests)).toBe(texts.get(id));
  });
});

it('inputs have the documented properties', () => {
  expect([STRONG_INPUTS.length, WEAK_INPUTS.length]).toEqual([30, 10]);
  for (const { b } of STRONG_INPUTS) expect(b).not.toBe(0);
  for (const { a, b } of WEAK_INPUTS) expect(a > b && b > 0).toBe(true);
});

describe('programs', () => {
  it('are functions in Python', () => {
    expect(programOf(tokensOf('c = a % b \n return c * c'))).toBe(
      'def f(a, b):\n    c = a % b\n    return c * c\n',
    );
    expect(programOf([])).toBe('def f(a, b):\n    \n'.replace('    \n', '\n'));
    expect(() => tokensOf('return 8')).toThrow(RangeError);
  });

  it('that are random are valid, fit, and use every token', async () => {
    const random = new Random(5, 'test');
    const programs = Array.from({ length: 2000 }, () => randomProgram(random));
    const [{ truthProblem }] = makeTasks(RULES) as [ReturnType<typeof makeTasks>[number]];
    const { compile } = await import('../../../tests/builders/toy-judge.ts');
    for (const program of programs) {
      expect(program.length).toBeLessThanOrEqual(LONGEST_PROGRAM);
      expect(program.at(-1)).toBe(END_TOKEN);
      expect(compile(programOf(program.slice(0, -1)))).not.toBe(null);
    }
    expect(new Set(programs.flat()).size).toBe(TOKENS.length);
    expect(truthProblem.tests.length).toBe(30);
  });
});
