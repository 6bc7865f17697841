/** The main button of the lab: starts, pauses or resumes a run. */
import { RUN_HERE, STOP_LEARNING } from '../state/learn-commands.ts';
import type { LabOrder } from '../state/lab-order.ts';
import type { LabState } from '../state/lab-state.svelte.ts';

/** @param order the order that the button would start */
export function nextAction(lab: LabState, order: LabOrder) {
  if (lab.busy) return { name: 'Pause', command: STOP_LEARNING, run: () => lab.pause() };
  const name = lab.canGoOn(order) ? 'Resume' : lab.phase === 'none' ? 'Run' : 'Run again';
  return { name, command: RUN_HERE, run: () => void lab.run(order) };
}
