import { nextTask } from './next-task.ts';

/**
 * Milliseconds that a task may use a thread without a pause. A frame has 16 ms, and other work of the frame needs a
 * part of them.
 */
export const LONGEST_TASK_MS = 10;

/**
 * Returns a function that resolves at once, or after other waiting tasks if its callers have used the thread for
 * too long.
 */
export function taskYielder(): () => Promise<void> {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun < LONGEST_TASK_MS) return;
    await nextTask();
    begun = performance.now();
  };
}
