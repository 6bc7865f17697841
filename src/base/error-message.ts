/** Returns the message of a thrown value, which need not be an Error. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Chromium's QuotaExceededError has a name but no message.
  return error.message === '' ? error.name : error.message;
}

/**
 * Marks a branch that no value can reach, as the compiler checks. It throws for data of another type than declared.
 */
export function assertNever(value: never, what: string): never {
  throw new Error(`unexpected ${what}: ${JSON.stringify(value)}`);
}
