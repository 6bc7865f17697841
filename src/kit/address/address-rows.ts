/** Settings in a string, one row each: `?name=value` in an address, `name_value` in a column. */

export interface AddressRow<T> {
  readonly key: keyof T & string;
  readonly name: string;
  /** Returns undefined for an invalid value; the initial value is then used. */
  parse(text: string): T[keyof T] | undefined;
  /** Returns null for a value that this row does not write. Some settings have several rows. */
  format(value: T[keyof T]): string | null;
}

/** Returns a function that creates rows of `T`, each with the type of its setting. */
export function rowsOf<T>() {
  return <K extends keyof T & string>(
    key: K,
    name: string,
    parse: (text: string) => T[K] | undefined,
    format: (value: T[K]) => string | null = String,
  ): AddressRow<T> => ({ key, name, parse, format });
}

export function oneOf<T extends string>(...values: readonly T[]): (text: string) => T | undefined {
  return (text) => values.find((value) => value === text);
}

/** Reads and writes a flag, which is `1` or missing. */
export const FLAG = [
  (text: string): true | undefined => (text === '1' ? true : undefined),
  (on: boolean): string | null => (on ? '1' : null),
] as const;

/**
 * Returns the initial values, replaced by the parameters of an address. If several rows set the same setting, the
 * first row is used. Never throws.
 */
export function readRows<T extends object>(
  rows: readonly AddressRow<T>[],
  parameters: URLSearchParams,
  initial: T,
): T {
  const parsedValues: Partial<Record<keyof T, T[keyof T]>> = {};
  for (const row of rows) {
    const text = parameters.get(row.name);
    const value = text === null || text === '' ? undefined : row.parse(text);
    if (value !== undefined) parsedValues[row.key] ??= value;
  }
  return { ...initial, ...parsedValues };
}

/**
 * Writes the settings that differ from the initial ones, as `?name=value&…` in the order of the rows; '' if there
 * are none.
 */
export function writeRows<T extends object>(rows: readonly AddressRow<T>[], settings: T, initial: T): string {
  const parameters = new URLSearchParams();
  for (const row of rows) {
    const value = settings[row.key];
    const text = value === initial[row.key] ? null : row.format(value);
    if (text !== null) parameters.set(row.name, text);
  }
  const query = parameters.toString();
  return query === '' ? '' : `?${query}`;
}
