/**
 * Returns a function that creates its value on the first call and shares it with all later calls. A failure, such as
 * code that cannot be loaded, is not cached: the next call tries again.
 */
export function lazily<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
}
