import { parseJson } from '../../../base/parse-json.ts';

/** Reads a stored list. Entries of another form come from another version and are discarded. */
export function storedList<T>(text: string | null, isEntry: (value: unknown) => value is T): readonly T[] {
  const value = parseJson(text ?? '');
  return Array.isArray(value) ? value.filter(isEntry) : [];
}
