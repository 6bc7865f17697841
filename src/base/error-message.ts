/** Returns the message of a thrown value, which need not be an Error. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Chromium's QuotaExceededError has a name but no message.
  return error.message === '' ? error.name : error.message;
}

/** Marks a branch that the compiler proves unreachable. Throws if a value has a type other than the declared one. */
export function assertNever(value: never, valueName: string): never {
  throw new Error(`unexpected ${valueName}: ${JSON.stringify(value)}`);
}
