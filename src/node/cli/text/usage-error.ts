/** What the caller can mend: said in one line on stderr, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
