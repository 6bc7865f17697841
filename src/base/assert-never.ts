/**
 * Marks a branch that no value can reach, as the compiler checks. It throws for data of another type than declared.
 */
export function assertNever(value: never, what: string): never {
  throw new Error(`unexpected ${what}: ${JSON.stringify(value)}`);
}
