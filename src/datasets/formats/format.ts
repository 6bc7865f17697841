/** The interface of every format of problems: a name, a way to detect its rows, and a way to read one. */
import type { LosslessObject, LosslessValue } from '../../base/lossless-json.ts';
import type { Difficulty } from '../../domain/problem.ts';
import { Misfit, expected, type Fields } from '../reading/fields.ts';
import type { ProblemRow } from '../reading/problem-row.ts';
import { spelledValue } from '../reading/call-values.ts';
import type { Reading } from '../reading/reading.ts';

export interface Format {
  /** As `--from` and the report have it. */
  readonly name: string;
  /** A phrase, to stand behind the name in a list. */
  readonly about: string;
  /** By the names of a row's fields, and what is in them. */
  sniff(row: LosslessObject): boolean;
  /**
   * A row of our own is given back as it is.
   * @throws Misfit naming the field of the row that does not fit, and what to do about it
   */
  read(row: Fields, reading: Reading): ProblemRow | LosslessObject | Promise<ProblemRow>;
}

export function hasText(row: LosslessObject, ...names: readonly string[]): boolean {
  return names.every((name) => typeof row.get(name) === 'string');
}

export function has(row: LosslessObject, ...names: readonly string[]): boolean {
  return names.every((name) => row.has(name));
}

/** '' for what is no text. */
export function textIn(row: LosslessObject, name: string): string {
  const value = row.get(name);
  return typeof value === 'string' ? value : '';
}

/** A text or a number, as it stands: what a row is called. Null where it has none. */
export function idIn(row: Fields, name: string): string | null {
  if (!row.has(name)) return null;
  const value = row.value(name);
  if (typeof value === 'string') return value || null;
  if (typeof value === 'object' && value !== null && 'numeral' in value) return value.numeral;
  throw new Misfit(row.pathOf(name), expected('text or a number', value));
}

/** Collects other fields of a row for the problem's `meta`: NaN, pandas' word for nothing, is left out. */
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

/** A list of texts, or the text of one in JSON or Python; none where there is anything else: it is no test. */
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

/** `2.0 seconds`; null for any other spelling. */
export function limitIn(text: string, unit: string): number | null {
  const match = /^(\d+(?:\.\d+)?) (\w+)$/.exec(text.trim());
  const value = Number(match?.[1]);
  return match !== null && unit.startsWith(match[2]!.replace(/s$/, '')) && value > 0 ? value : null;
}
