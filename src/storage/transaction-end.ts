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

/** Does all of it or nothing. */
export async function allOrNothing<
  Transaction extends Parameters<typeof abort>[0] & { commit(): void },
  Result,
>(transaction: Transaction, work: (transaction: Transaction) => Promise<Result> | Result): Promise<Result> {
  let result: Result;
  try {
    result = await work(transaction);
  } catch (error) {
    abort(transaction);
    throw error;
  }
  // Else the browser would first ask whether there is more, and a page that goes meanwhile would take it all back.
  transaction.commit();
  await transaction.done;
  return result;
}
