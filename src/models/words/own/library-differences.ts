/** Half sentences on why no compiled library fits a model, which follow "no library of web-llm's list fits: ". */
import type { Datum } from '../../../base/coded.ts';
import { numberText } from '../../../base/number-words.ts';

/** The value of a field of the model; null where the field is missing. */
export type GivenField = { readonly value: Datum } | null;

/** A field with another value than in the closest library. */
export interface FieldDifference {
  readonly field: string;
  readonly given: GivenField;
  /** The values there, one of which would do; empty where the field is not set there. */
  readonly there: readonly Datum[];
}

/** Fields that a sentence names. */
const MOST_NAMED = 4;

export const otherArchitecture = (given: GivenField, known: readonly string[]): string =>
  `its architecture is ${shown(given)}, and libraries for ${known.join(' and ')} are known`;

export function closest(library: string, differences: readonly FieldDifference[]): string {
  const named = differences.slice(0, MOST_NAMED).map(fieldWords).join('; ');
  const more = differences.length - MOST_NAMED;
  return `the closest is ${library}, and ${named}${more > 0 ? `; and ${more} more` : ''}`;
}

function fieldWords({ field, given, there }: FieldDifference): string {
  if (there.length === 0) return `${field} is set and there it is not`;
  return `${field} is ${shown(given)} and there ${there.map((value) => shown({ value })).join(' or ')}`;
}

function shown(given: GivenField): string {
  if (given === null) return 'missing';
  const { value } = given;
  if (typeof value === 'number') return value < 1 ? String(value) : numberText(value);
  return textOf(value).slice(0, 40);
}

const textOf = (value: Datum): string => (typeof value === 'string' ? value : JSON.stringify(value));
