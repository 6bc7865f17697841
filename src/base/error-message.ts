/** Returns the message of a thrown value, which need not be an Error. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Chromium's QuotaExceededError has a name but no message.
  return error.message === '' ? error.name : error.message;
}
