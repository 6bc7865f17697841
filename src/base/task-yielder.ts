import { nextTask } from './next-task.ts';

/**
 * Milliseconds that a task may occupy a thread at once: a frame has 16 ms, and other work of the frame needs some of
 * them.
 */
export const LONGEST_TASK_MS = 10;

/** Gives a function that resolves at once or, when its callers have had the thread for long, after others' turn. */
export function taskYielder(): () => Promise<void> {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun < LONGEST_TASK_MS) return;
    await nextTask();
    begun = performance.now();
  };
}
