/** The interface of a problem format: its name, a function that detects its rows, and a function that reads a row. */
import { isNumeral, type LosslessObject, type LosslessValue } from '../../base/lossless-json.ts';
import type { Difficulty } from '../../domain/problem.ts';
import { Misfit, expectedText, type Fields } from '../reading/fields.ts';
import type { ProblemRow } from '../reading/problem-row.ts';
import { spelledValue } from '../reading/call-values.ts';
import type { Reading } from '../reading/reading.ts';

export interface Format {
  /** The value of the option `--from`, also used in the report. */
  readonly name: string;
  /** A description of the format for a list of formats. */
  readonly about: string;
  /** Whether a row has this format, judged by its field names and values. */
  sniff(row: LosslessObject): boolean;
  /**
   * Reads a row. A row in Allpass's own format is returned unchanged.
   * @throws Misfit that names the invalid field and says how to correct it
   */
  read(row: Fields, reading: Reading): ProblemRow | LosslessObject | Promise<ProblemRow>;
}

export function hasText(row: LosslessObject, ...names: readonly string[]): boolean {
  return names.every((name) => typeof row.get(name) === 'string');
}

export function hasFields(row: LosslessObject, ...names: readonly string[]): boolean {
  return names.every((name) => row.has(name));
}

/** Returns a field that contains a string; '' for any other value. */
export function textIn(row: LosslessObject, name: string): string {
  const value = row.get(name);
  return typeof value === 'string' ? value : '';
}

/** Returns the id of a row, a string or a number, as written; null if the row has none. */
export function idIn(row: Fields, name: string): string | null {
  if (!row.has(name)) return null;
  const value = row.value(name);
  if (typeof value === 'string') return value || null;
  if (isNumeral(value)) return value.numeral;
  throw new Misfit(row.pathOf(name), expectedText('text or a number', value));
}

/**
 * Collects additional fields of a row for the problem's `meta`. NaN is left out, because pandas writes it for a
 * missing value.
 */
export function metaFields(row: Fields, ...names: readonly string[]): Record<string, LosslessValue> {
  return Object.fromEntries(
    names
      .filter((name) => row.has(name))
      .map((name) => [name, row.value(name)] as const)
      .filter(([, value]) => !isNaNNumeral(value)),
  );
}

function isNaNNumeral(value: LosslessValue): boolean {
  return isNumeral(value) && value.numeral === 'NaN';
}

/** Reads a list of strings, or such a list as a JSON or Python string. Returns an empty list for any other value. */
export function listedTexts(row: Fields, name: string): readonly string[] {
  if (!row.has(name)) return [];
  const value = row.value(name);
  const listValue = typeof value === 'string' ? (spelledValue(value)?.value ?? null) : value;
  if (!Array.isArray(listValue)) return [];
  return (listValue as readonly LosslessValue[]).filter((item) => typeof item === 'string');
}

const DIFFICULTIES: Readonly<Record<string, Difficulty>> = {
  easy: 'easy',
  medium: 'medium',
  hard: 'hard',
  // The names in TACO.
  medium_hard: 'hard',
  very_hard: 'hard',
  // The names in APPS.
  introductory: 'easy',
  interview: 'medium',
  competition: 'hard',
};

export function difficultyOf(word: string): Difficulty | null {
  const lowerCaseWord = word.toLowerCase();
  return Object.hasOwn(DIFFICULTIES, lowerCaseWord) ? DIFFICULTIES[lowerCaseWord]! : null;
}

/** Parses a limit such as `2.0 seconds`; null for any other spelling. */
export function limitIn(text: string, unit: string): number | null {
  const match = /^(\d+(?:\.\d+)?) (\w+)$/.exec(text.trim());
  const value = Number(match?.[1]);
  return match !== null && unit.startsWith(match[2]!.replace(/s$/, '')) && value > 0 ? value : null;
}
