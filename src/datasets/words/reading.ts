/** Half sentences about fields of a row, behind the name of the field. */
import { VALUE_KINDS, type ValueKind } from './value-kinds.ts';

const found = (wanted: string, kind: ValueKind): string => `expected ${wanted}, found ${VALUE_KINDS[kind]}`;
const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(' or ');

export const isMissing = (): string => 'is missing';
/** @param others names of each other missing field, the usual one first */
export function isMissingWith(others: readonly (readonly string[])[]): string {
  const named = others.map(([usual, ...instead]) =>
    instead.length === 0 ? `"${usual}"` : `"${usual}" (or ${quoted(instead)})`,
  );
  const listed = [named.slice(0, -1).join(', '), named.at(-1)].filter((part) => part !== '').join(' and ');
  return `is missing, and so ${others.length === 1 ? 'is' : 'are'} ${listed}`;
}
export const mustNotBeEmpty = (): string => 'must not be empty';

export const expectedText = (kind: ValueKind): string => found('text', kind);
export const expectedNumber = (kind: ValueKind): string => found('a number', kind);
export const expectedTextOrNumber = (kind: ValueKind): string => found('text or a number', kind);
export const expectedFlag = (kind: ValueKind): string => found('true or false', kind);
export const expectedList = (kind: ValueKind): string => found('a list', kind);
export const expectedObject = (kind: ValueKind): string => found('an object', kind);
export const expectedTests = (kind: ValueKind): string => found('tests', kind);
export const expectedTestList = (kind: ValueKind): string => found('a list of tests', kind);
export const expectedArguments = (kind: ValueKind): string => found('a list of arguments', kind);
export const expectedTextOrArguments = (kind: ValueKind): string =>
  found('text or a list of arguments', kind);
export const expectedOneOf = (names: readonly string[], text: string): string =>
  `expected ${quoted(names)}, found "${text}"`;

export const isLongerThan = (characters: number): string =>
  `must not be longer than ${characters} characters`;
export const holdsHalfCharacter = (): string => 'holds half of a surrogate pair, which is no character';
export const isOutOfRange = (least: number, most: number): string =>
  `must be a number from ${least} to ${most}`;
export const isNoCount = (): string => 'must be a whole number, 0 or more';
