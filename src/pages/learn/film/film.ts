/** The film: a short run of the lab, in whose frames every program can be opened. */
import type { Problem } from '../../../domain/problem.ts';
import { makeTasks, WORDS } from '../../../lab/tasks/tasks.ts';
import type { LabState } from '../state/lab-state.svelte.ts';
import { orderedSettings, readOrder, type LabOrder } from '../state/lab-order.ts';

/** The run on the list of places. */
export const FILM_ORDER: LabOrder = readOrder('preset=small&seeds=1');

const FIRST_COUNT = WORDS.length / 2;
/** Words of the prompts: a prompt is a word of `AFTERWARDS` and a word of `COMPUTED`. */
export const COMPUTED: readonly string[] = WORDS.slice(0, FIRST_COUNT);
export const AFTERWARDS: readonly string[] = WORDS.slice(FIRST_COUNT);

/** Returns the problem whose tests decide the reward of a prompt. */
export function trainingProblem(order: LabOrder, taskName: string): Problem {
  return makeTasks(orderedSettings(order).tests).find(({ name }) => name === taskName)!.trainingProblem;
}

/** Plays a run: resumes it, takes a pause back, or starts the order if there is nothing to resume. */
export function play(film: LabState, order: LabOrder): void {
  if (film.busy || film.phase === 'paused') void film.goOn();
  else void film.start(order);
}
