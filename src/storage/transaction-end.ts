/** Rolls back a transaction, unless it has ended. */
export function abort(transaction: { abort(): void; readonly done: Promise<unknown> }): void {
  // This rejection is ignored, because the caller knows why the transaction is aborted.
  transaction.done.catch(() => undefined);
  try {
    transaction.abort();
  } catch {
    // The transaction had already ended.
  }
}

/** Ignores the failure of a request, because the transaction also fails and reports it. */
export function ignoreRejection(request: Promise<unknown>): void {
  request.catch(() => undefined);
}

/** Runs `work` in a transaction, completely or not at all. */
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
  // Without an explicit commit, the browser first waits for further requests. A page that is closed meanwhile
  // would lose the changes.
  transaction.commit();
  await transaction.done;
  return result;
}
