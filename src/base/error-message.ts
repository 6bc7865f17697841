/** Returns the message of a thrown value; anything can be thrown. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Chromium's QuotaExceededError says nothing but its name.
  return error.message === '' ? error.name : error.message;
}
