/**
 * The interface of a problem format: a name, a function that detects its rows, and a function that reads one.
 */
import type { LosslessObject, LosslessValue } from '../../base/lossless-json.ts';
import type { Difficulty } from '../../domain/problem.ts';
import { Misfit, expected, type Fields } from '../reading/fields.ts';
import type { ProblemRow } from '../reading/problem-row.ts';
import { spelledValue } from '../reading/call-values.ts';
import type { Reading } from '../reading/reading.ts';

export interface Format {
  /** The name for `--from` and in the report. */
  readonly name: string;
  /** A phrase that follows the name in a list. */
  readonly about: string;
  /** Detects a row by the names and the values of its fields. */
  sniff(row: LosslessObject): boolean;
  /**
   * Reads a row. A row in Allpass's own format is returned unchanged.
   * @throws Misfit that names the invalid field of the row, and what to do about it
   */
  read(row: Fields, reading: Reading): ProblemRow | LosslessObject | Promise<ProblemRow>;
}

export function hasText(row: LosslessObject, ...names: readonly string[]): boolean {
  return names.every((name) => typeof row.get(name) === 'string');
}

export function has(row: LosslessObject, ...names: readonly string[]): boolean {
  return names.every((name) => row.has(name));
}

/** Returns a field that is a text; '' for any other value. */
export function textIn(row: LosslessObject, name: string): string {
  const value = row.get(name);
  return typeof value === 'string' ? value : '';
}

/** Returns the id of a row, a text or a number, as written; null if the row has none. */
export function idIn(row: Fields, name: string): string | null {
  if (!row.has(name)) return null;
  const value = row.value(name);
  if (typeof value === 'string') return value || null;
  if (typeof value === 'object' && value !== null && 'numeral' in value) return value.numeral;
  throw new Misfit(row.pathOf(name), expected('text or a number', value));
}

/**
 * Collects other fields of a row for the problem's `meta`. NaN is left out: pandas writes it for a missing
 * value.
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
  return typeof value === 'object' && value !== null && 'numeral' in value && value.numeral === 'NaN';
}

/**
 * Reads a list of texts, or a list that is text in JSON or Python. Returns an empty list for any other value.
 */
export function listedTexts(row: Fields, name: string): readonly string[] {
  if (!row.has(name)) return [];
  const value = row.value(name);
  const read = typeof value === 'string' ? (spelledValue(value)?.value ?? null) : value;
  if (!Array.isArray(read)) return [];
  return (read as readonly LosslessValue[]).filter((item) => typeof item === 'string');
}

const DIFFICULTIES: Readonly<Record<string, Difficulty>> = {
  easy: 'easy',
  medium: 'medium',
  hard: 'hard',
  // TACO
  medium_hard: 'hard',
  very_hard: 'hard',
  // APPS
  introductory: 'easy',
  interview: 'medium',
  competition: 'hard',
};

export function difficultyOf(word: string): Difficulty | null {
  const known = word.toLowerCase();
  return Object.hasOwn(DIFFICULTIES, known) ? DIFFICULTIES[known]! : null;
}

/** Reads a limit like `2.0 seconds`; null for any other spelling. */
export function limitIn(text: string, unit: string): number | null {
  const match = /^(\d+(?:\.\d+)?) (\w+)$/.exec(text.trim());
  const value = Number(match?.[1]);
  return match !== null && unit.startsWith(match[2]!.replace(/s$/, '')) && value > 0 ? value : null;
}
