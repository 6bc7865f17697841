/** An error that the caller can correct: one line on stderr, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
