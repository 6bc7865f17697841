/** An error that the user can correct. It is printed as one line on stderr, with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
