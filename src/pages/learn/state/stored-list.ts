/** Reads a stored list. Entries of another form come from another version and are discarded. */
export function storedList<T>(text: string | null, isEntry: (value: unknown) => value is T): readonly T[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter(isEntry) : [];
  } catch {
    return [];
  }
}
