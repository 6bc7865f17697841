/** Reads numbers from user input and from addresses. */

/** Reads a decimal number from `least` to `most`; undefined for any other string. */
export function numberIn(text: string, least: number, most = Number.MAX_SAFE_INTEGER): number | undefined {
  if (!/^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text.trim())) return undefined;
  const value = Number(text);
  return value >= least && value <= most ? value : undefined;
}

/**
 * Reads an integer from `least` to `most`; undefined for any other string. `16.000` is rejected, because it may mean
 * sixteen thousand.
 */
export function wholeIn(text: string, least: number, most?: number): number | undefined {
  if (text.includes('.')) return undefined;
  const value = numberIn(text, least, most);
  return Number.isInteger(value) ? value : undefined;
}

export interface NumberRange {
  readonly least: number;
  readonly most?: number | undefined;
  /** Whether the number may have decimal places. */
  readonly decimal?: boolean;
}

/**
 * Reads a number that a user typed; undefined for any other string. A comma is a decimal point, except if it may
 * separate thousands, as in `1,000`.
 */
export function typedNumber(text: string, { least, most, decimal = false }: NumberRange): number | undefined {
  if (!decimal) return wholeIn(text, least, most);
  const mayBeThousands = /^[1-9]\d{0,2},\d{3}$/.test(text);
  return numberIn(mayBeThousands ? text : text.replace(/^(\d+),(\d+)$/, '$1.$2'), least, most);
}
