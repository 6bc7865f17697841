/**
 * The promise's result, or a rejection as soon as the signal fires. What the promise stands for goes on;
 * only the waiting ends.
 */
export function abortable<Result>(signal: AbortSignal, promise: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new Error('stopped'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
