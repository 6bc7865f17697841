import { expect, it } from 'vitest';
import { toyBundleJudge, toyJudge } from '../../../../tests/builders/toy-judge.ts';
import { type StepRow, Trainer } from '../../../lab/grpo/trainer.ts';
import { fastestMatrices } from '../../../lab/kernel/matrices.ts';
import { LabHost } from '../../../lab/lab-host.ts';
import { orderedSettings, readOrder, writeOrder, type LabOrder } from '../state/lab-order.ts';
import { LabState } from '../state/lab-state.svelte.ts';
import { AFTERWARDS, COMPUTED, FILM_ORDER, play, trainingProblem } from './film.ts';

function newFilm() {
  return new LabState({
    judge: toyBundleJudge,
    workers: 1,
    startTraining(settings, seed, judge) {
      const host = new LabHost();
      const begun = host.begin(settings, seed, judge);
      return { step: () => begun.then(() => host.step()), close: () => undefined };
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
  play(film, shortOrder);
  await run;
  expect([film.phase, film.stepsMade]).toEqual(['done', steps]);
});
