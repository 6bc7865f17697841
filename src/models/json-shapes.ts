/** Shapes of JSON without a specification: a value that does not fit counts as missing. */
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

export const positive = fallback(nullable(pipe(number(), check(isPositive))), null);

/** The list, or an empty one. */
export const list = fallback(array(unknown()), []);

/** Those entries of a list that fit. */
export function listOf<T>(item: GenericSchema<unknown, T>) {
  const read = (entry: unknown): T[] => {
    const result = safeParse(item, entry);
    return result.success ? [result.output] : [];
  };
  return pipe(
    list,
    transform((entries) => entries.flatMap(read)),
  );
}

/** An object of fields that each have a fallback; where there is none, all of them fall back. */
export function fields<const Entries extends ObjectEntries>(entries: Entries) {
  const shape = object(entries);
  // Made once: a stream has thousands of events, and most of them lack most fields.
  return fallback(shape, parse(shape, {}));
}
