/** The main button of the lab: starts, pauses or resumes a run. */
import { RUN_HERE, STOP_LEARNING } from '../state/learn-commands.ts';
import type { LabOrder } from '../state/lab-order.ts';
import type { LabState } from '../state/lab-state.svelte.ts';
import * as words from '../words/lab.ts';

/** @param order the order that the button would start */
export function nextAction(lab: LabState, order: LabOrder) {
  if (lab.busy) return { name: words.pauseButton, command: STOP_LEARNING, run: () => lab.pause() };
  const name = lab.canGoOn(order)
    ? words.resumeButton
    : lab.phase === 'none'
      ? words.runButton
      : words.runAgainButton;
  return { name, command: RUN_HERE, run: () => void lab.run(order) };
}
