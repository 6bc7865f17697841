/** Takes back what a transaction has done; one that has failed by itself has done so already. */
export function abort(transaction: { abort(): void; readonly done: Promise<unknown> }): void {
  // The caller that aborts knows the reason.
  transaction.done.catch(() => undefined);
  try {
    transaction.abort();
  } catch {
    // It was over.
  }
}

/** A request whose failure the end of its transaction tells. */
export function watched(request: Promise<unknown>): void {
  request.catch(() => undefined);
}
