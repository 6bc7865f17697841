/**
 * Returns a function that creates its value on the first call and shares it with all later calls. A failure, such as
 * code that cannot be loaded, is not cached: the next call tries again.
 */
export function lazily<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let promise: Promise<Value> | null = null;
  return () => {
    promise ??= make().catch((error: unknown) => {
      promise = null;
      throw error;
    });
    return promise;
  };
}
