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
