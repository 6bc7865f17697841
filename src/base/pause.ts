/** Waits `ms` milliseconds, or until the signal aborts. Resolves to true if the whole time has passed. */
export function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve(false);
      return;
    }
    const stop = (): void => {
      clearTimeout(timer);
      resolve(false);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve(true);
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}

/**
 * Returns the promise's result, or rejects when the signal aborts. Only the wait ends; the work behind the promise
 * continues.
 */
export function abortable<Result>(signal: AbortSignal, promise: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new Error('stopped'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/**
 * Resolves after all other tasks that wait for this thread. It uses no timer, because browsers delay timers of a
 * hidden page by a second and more.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      // An open port would keep Node running.
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/**
 * Milliseconds that a task may use a thread without a pause. The browser draws a frame every 16 ms, and needs a
 * part of this time for other work.
 */
export const LONGEST_TASK_MS = 10;

/**
 * Returns a function that resolves immediately, or after other waiting tasks if its callers have used the thread
 * for too long.
 */
export function taskYielder(): () => Promise<void> {
  let taskStart = performance.now();
  return async () => {
    if (performance.now() - taskStart < LONGEST_TASK_MS) return;
    await nextTask();
    taskStart = performance.now();
  };
}
