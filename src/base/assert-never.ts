/** Marks a branch that no value can reach; the compiler proves it, the throw is for data that lied. */
export function assertNever(value: never, what: string): never {
  throw new Error(`unexpected ${what}: ${JSON.stringify(value)}`);
}
