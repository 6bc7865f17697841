import { expect, it } from 'vitest';
import { toyBundleJudge, toyJudge } from '../../../../tests/builders/toy-judge.ts';
import { type StepRow, Trainer } from '../../../lab/grpo/trainer.ts';
import { fastestMatrices } from '../../../lab/kernel/matrices.ts';
import { LabHost } from '../../../lab/lab-host.ts';
import { misfitsIn, orderedSettings, readOrder, writeOrder, type LabOrder } from '../state/lab-order.ts';
import { LabState } from '../state/lab-state.svelte.ts';
import { AFTERWARDS, COMPUTED, FILM_ORDER, stopOrder, STOPS, trainingProblem } from './film.ts';
import {
  learnedProgram,
  ownTestsOf,
  parseTest,
  type OwnTest,
  readTests,
  rewardOrder,
  scoreOf,
  taskOf,
  writeTests,
} from './own-tests.ts';

function newFilm() {
  return new LabState({
    judge: toyBundleJudge,
    workers: 1,
    startTraining(settings, seed, judge) {
      const host = new LabHost();
      const begun = host.begin(settings, seed, judge);
      return { step: (own) => begun.then(() => host.step(own)), close: () => undefined };
    },
  });
}

const steps = 3;
const shortOrder: LabOrder = { ...FILM_ORDER, switches: { ...FILM_ORDER.switches, steps } };

it('has the figures of the lab for the same address', async () => {
  const film = newFilm();
  await film.start(shortOrder);
  // The toy's judge stops at the first failed test, and a bundle counts all tests of its programs.
  const figuresOf = ({ seconds: _, tests_run: __, ...figures }: StepRow) => figures;
  const shown = film.runs[0]!.steps.map(({ row }) => figuresOf(row));
  const { seed, ...order } = readOrder(writeOrder(shortOrder));
  const settings = orderedSettings({ ...order, seed });
  const trainer = new Trainer({ settings, seed, judge: toyJudge, matrices: fastestMatrices() });
  for (let at = 0; at < steps; at++) expect(shown[at]).toEqual(figuresOf((await trainer.step()).row));
});

it('shows every prompt in every step, and how the step changed each token', async () => {
  const film = newFilm();
  await film.start(shortOrder);
  const [first, second] = film.runs[0]!.steps;
  const prompts = COMPUTED.flatMap((word) => AFTERWARDS.map((after) => `${after} ${word}`));
  for (const step of [first!, second!])
    expect(step.groups.map(({ task }) => task).toSorted()).toEqual(prompts.toSorted());
  // The programs that are pushed up hardest become more likely.
  const pushed = first!.groups
    .flatMap(({ samples, credits }) =>
      samples.map((sample, at) => ({ sample, push: credits.credits[at]!.advantage })),
    )
    .filter(({ push }) => push > 1);
  const logOf = (each: 'probability' | 'after') =>
    pushed.flatMap(({ sample }) => sample.tokens).reduce((sum, token) => sum + Math.log(token[each]), 0);
  expect(pushed.length).toBeGreaterThan(0);
  expect(logOf('after')).toBeGreaterThan(logOf('probability'));
});

it('shows the tests that decide the reward', () => {
  expect(trainingProblem(FILM_ORDER, 'plain max').tests).toHaveLength(10);
});

it('plays on after a pause that has not ended the step yet', async () => {
  const film = newFilm();
  const run = film.start(shortOrder);
  film.pause();
  void film.run(shortOrder);
  await run;
  expect([film.phase, film.stepsMade]).toEqual(['done', steps]);
});

const testOf = (a: number, b: number, expected: number): OwnTest => ({ a, b, expected });

it('learns a cheat of a weak test, and the task after a test that was added during the run', async () => {
  const run = newFilm();
  const task = taskOf('plain max');
  run.ownTests = ownTestsOf(task, [testOf(5, 2, 5)]);
  await run.start(rewardOrder(1), 15);
  const stepsOf = () => run.runs[0]!.steps;
  expect(learnedProgram(stepsOf().at(-1)!)).toMatchObject({
    program: 'def f(a, b):\n    return a\n',
    isRight: false,
  });
  expect(stepsOf().at(-1)!.row.reward).toBeGreaterThan(0.9);
  expect(scoreOf(stepsOf())).toBeLessThan(20);
  run.ownTests = ownTestsOf(task, [testOf(5, 2, 5), testOf(2, 7, 7)]);
  await run.goOn();
  expect(stepsOf()[15]!.row.reward).toBeLessThan(0.1);
  expect(learnedProgram(stepsOf().at(-1)!)!.isRight).toBe(true);
  expect(scoreOf(stepsOf())).toBeGreaterThan(90);
});

it('pays no right program for a wrong test, and still counts it as right', async () => {
  const run = newFilm();
  run.ownTests = ownTestsOf(taskOf('plain max'), [testOf(5, 2, 9)]);
  await run.start(rewardOrder(1), 1);
  const { row, groups } = run.runs[0]!.steps[0]!;
  expect(row.true_pass_rate).toBeGreaterThan(0);
  const rightSamples = groups.flatMap(({ samples }) => samples.filter(({ isRight }) => isRight === true));
  expect(rightSamples.map(({ reward }) => reward)).toEqual(rightSamples.map(() => 0));
});

it('reads the tests of an address, and leaves out what is no test', () => {
  const task = taskOf('double sum');
  expect(readTests('', task)).toEqual([testOf(5, 2, 14)]);
  expect(readTests('1,2,6;x;1,2;1.5,2,3;-4,0,-8;9999,1,1', task)).toEqual([
    testOf(1, 2, 6),
    testOf(-4, 0, -8),
  ]);
  const tests = [testOf(-1, 2, 2), testOf(0, 0, 0)];
  expect(readTests(writeTests(tests), task)).toEqual(tests);
  expect(parseTest('f(-5, 2) = 2')).toEqual(testOf(-5, 2, 2));
  expect(parseTest('5, 2 == 5')).toEqual(testOf(5, 2, 5));
  for (const text of ['', 'f(5) = 5', 'f(5, 2)', 'f(0.5, 2) = 2', 'f(5, 2) = 1000'])
    expect(parseTest(text)).toBe(null);
  expect(taskOf('no task').name).toBe('plain max');
});

it('has two runs at every stop, which differ in what the stop says', () => {
  for (const { runs } of Object.values(STOPS)) {
    const [one, other] = runs.map(([, settings]) => writeOrder(stopOrder(settings)));
    expect(one).not.toBe(other);
    for (const [, settings] of runs) expect(misfitsIn(`preset=small&seeds=1${settings}`)).toEqual([]);
  }
});

it('pays wrong programs with the share of the tests, and fewer are right than with one bit', async () => {
  const [oneBit, share] = await Promise.all(
    STOPS['one-bit']!.runs.map(async ([, settings]) => {
      const film = newFilm();
      await film.start(stopOrder(settings));
      return film.runs[0]!.steps.at(-1)!.row;
    }),
  );
  expect(oneBit!.reward).toBeCloseTo(0.93, 2);
  expect(share!.reward).toBeCloseTo(0.7, 2);
  expect(oneBit!.true_pass_rate).toBe(oneBit!.reward);
  expect(share!.true_pass_rate).toBeLessThan(share!.reward! - 0.1);
  expect(share!.true_pass_rate).toBeLessThan(oneBit!.true_pass_rate! - 0.2);
});
