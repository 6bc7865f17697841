import { nextTask } from './next-task.ts';

/** What a thread may be taken for at a stretch: a frame has 16 ms, and what follows needs some of them. */
export const LONGEST_STRETCH_MS = 10;

/** Gives a function that resolves at once or, when its callers have had the thread for long, after others' turn. */
export function turns(): () => Promise<void> {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun < LONGEST_STRETCH_MS) return;
    await nextTask();
    begun = performance.now();
  };
}
