/** Schemas for JSON without a specification. A value that does not match is treated as missing. */
import {
  array,
  check,
  fallback,
  nullable,
  number,
  object,
  parse,
  pipe,
  safeParse,
  string,
  transform,
  unknown,
} from 'valibot';
import type { GenericSchema, ObjectEntries } from 'valibot';

const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0;
const isPositive = (value: number) => Number.isFinite(value) && value > 0;

/** The string, or ''. */
export const text = fallback(string(), '');

/** A whole number of at least 0, or null. */
export const count = fallback(nullable(pipe(number(), check(isCount))), null);

export const positiveOrNull = fallback(nullable(pipe(number(), check(isPositive))), null);

/** The array, or an empty one. */
export const list = fallback(array(unknown()), []);

/** Returns the entries of an array that match. */
export function listOf<T>(item: GenericSchema<unknown, T>) {
  const readEntry = (entry: unknown): T[] => {
    const result = safeParse(item, entry);
    return result.success ? [result.output] : [];
  };
  return pipe(
    list,
    transform((entries) => entries.flatMap(readEntry)),
  );
}

/** An object of fields with fallbacks. For anything but an object, all fields use their fallbacks. */
export function fields<const Entries extends ObjectEntries>(entries: Entries) {
  const shape = object(entries);
  // The fallback is computed once. A stream has thousands of events, and most of them lack most fields.
  return fallback(shape, parse(shape, {}));
}
