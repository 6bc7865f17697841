/** All keys that begin with these parts: an empty list comes after all texts and numbers. */
export function keysFrom(...parts: readonly string[]): IDBKeyRange {
  return IDBKeyRange.bound(parts, [...parts, []]);
}
