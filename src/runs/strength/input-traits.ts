/**
 * Learns what the values of inputs have in common: types, ranges, and relations such as a number that is the length
 * of a list. Whatever holds in all inputs is taken for a rule, so that new inputs are valid.
 */
import {
  type LosslessObject,
  type LosslessValue,
  isLosslessObject,
  isNumeral,
} from '../../base/lossless-json.ts';
import type { FormShape } from './input-form.ts';
import { LARGEST, type StatedRanges } from './stated-ranges.ts';

export type Shape =
  | { readonly type: 'integer'; readonly least: number; readonly most: number }
  | { readonly type: 'float'; readonly least: number; readonly most: number; readonly digits: number }
  | TextShape
  | ListShape
  | RecordShape
  | { readonly type: 'map'; readonly keys: TextShape; readonly value: Shape; readonly most: number }
  /** One of some values: true, false, null. */
  | { readonly type: 'fixed'; readonly values: readonly LosslessValue[] }
  | { readonly type: 'choice'; readonly options: readonly Shape[] };

export interface TextShape {
  readonly type: 'text';
  readonly least: number;
  readonly most: number;
  readonly alphabet: readonly string[];
  /** Letters of the alphabet that do not occur in the tests. They are chosen more often. */
  readonly added: readonly string[];
  /** The only values, or the only words; null if any letters of the alphabet make one. */
  readonly values: readonly string[] | null;
  readonly words: readonly string[] | null;
  /** Whether spaces stand at the ends, or two together. */
  readonly spaced: boolean;
  readonly balanced: boolean;
  /** Whether the brackets of each word are balanced. */
  readonly balancedWords: boolean;
  /** Characters that may stand at each place, where all texts are equally long. */
  readonly places: readonly (readonly string[])[] | null;
  /** Whether it is a number without leading zeros. */
  readonly plainNumber: boolean;
  /** The numbers that are written in the texts, some with a sign or a fraction; null if other texts occur. */
  readonly numeral: Shape | null;
  /** What stands before a fraction. */
  readonly marks: readonly string[];
}

export interface ListShape {
  readonly type: 'list';
  readonly item: Shape;
  readonly least: number;
  readonly most: number;
  readonly order: 'rising' | 'falling' | null;
  readonly distinct: boolean;
  /** The first number of a permutation; null if the lists are none. */
  readonly permutationFrom: number | null;
  /** Whether the pairs at the start of its items are the edges of a tree. */
  readonly tree: boolean;
  /** Whether its items are rows of a grid: equally long, or, in a square, as many as each is long. */
  readonly rows: 'even' | 'square' | null;
}

export interface RecordShape {
  readonly type: 'record';
  readonly fields: readonly Shape[];
  readonly relations: readonly Relation[];
}

/** `first − second` is at least `least`, and exactly that if `exact`; 'differ': only not 0. */
export interface Relation {
  readonly first: Quantity;
  readonly second: Quantity;
  readonly least: number;
  readonly kind: 'exact' | 'least' | 'differ';
}

/** A number that belongs to a field: its value, its length, the largest number in it. */
export interface Quantity {
  readonly field: number;
  readonly key: string;
}

const ANY: FormShape = { type: 'any' };
/** Values that are looked at in one place of all inputs. */
const MOST_VALUES = 3000;

/** Returns null if the value is no integer. One beyond ±`LARGEST` counts as that. */
export function integerOf(value: LosslessValue | undefined): number | null {
  if (!isNumeral(value) || !/^-?\d+$/.test(value.numeral)) return null;
  return Math.max(-LARGEST, Math.min(LARGEST, Number(value.numeral)));
}

export function isList(value: LosslessValue | undefined): value is readonly LosslessValue[] {
  return Array.isArray(value);
}

/** @param path names the place in the stated ranges, such as `nums[]` */
export function shapeOf(
  all: readonly LosslessValue[],
  form: FormShape,
  stated: StatedRanges,
  path: string,
): Shape {
  const values =
    all.length > MOST_VALUES ? all.filter((_, at) => at % Math.ceil(all.length / MOST_VALUES) === 0) : all;
  const kinds = new Map<string, LosslessValue[]>();
  for (const value of values) {
    const kind = kindOf(value);
    const same = kinds.get(kind);
    if (same === undefined) kinds.set(kind, [value]);
    else same.push(value);
  }
  const [floats, integers] = [kinds.get('float'), kinds.get('integer')];
  if (floats !== undefined && integers !== undefined && !kinds.has('text')) {
    floats.push(...integers);
    kinds.delete('integer');
  }
  const options = [...kinds].map(([kind, same]): Shape => {
    switch (kind) {
      case 'integer':
        return integerShape(
          same.map((value) => integerOf(value)!),
          stated.values.get(path),
        );
      case 'float':
        return floatShape(same);
      case 'text':
        return textShape(same as string[], stated.lengths.get(path), stated.alphabet(path));
      case 'list':
        return arrayShape(same.filter(isList), form, stated, path);
      case 'map': {
        const maps = same as readonly LosslessObject[];
        const keys = textShape(
          maps.flatMap((map) => [...map.keys()]),
          undefined,
          null,
        );
        const value = shapeOf(
          maps.flatMap((map) => [...map.values()]),
          ANY,
          stated,
          `${path}{}`,
        );
        return { type: 'map', keys, value, most: Math.max(...maps.map(({ size }) => size)) };
      }
      default:
        return { type: 'fixed', values: [...new Set(same)] };
    }
  });
  if (options.length === 0) return { type: 'fixed', values: [null] };
  return options.length === 1 ? options[0]! : { type: 'choice', options };
}

function kindOf(value: LosslessValue): string {
  if (isNumeral(value)) return integerOf(value) === null ? 'float' : 'integer';
  if (isList(value)) return 'list';
  if (isLosslessObject(value)) return 'map';
  return typeof value === 'string' ? 'text' : 'fixed';
}

function integerShape(numbers: readonly number[], stated: readonly [number, number] | undefined): Shape {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const isFit = stated !== undefined && stated[0] <= least && most <= stated[1];
  return isFit ? { type: 'integer', least: stated[0], most: stated[1] } : { type: 'integer', least, most };
}

/** Digits after the point that are told apart. Numbers of tests that have so many may have any number of them. */
export const MOST_DIGITS = 6;

export function digitsOf(numeral: string): number {
  return /\.(\d+)$/.exec(numeral)?.[1]?.length ?? 0;
}

function floatShape(values: readonly LosslessValue[]): Shape {
  const texts = values.map((value) => (isNumeral(value) ? value.numeral : '0'));
  const numbers = texts.map(Number).filter(Number.isFinite);
  const smallest = Math.min(...numbers);
  const digits = Math.min(MOST_DIGITS, Math.max(1, ...texts.map(digitsOf)));
  return {
    type: 'float',
    // Where all are above 0, it may not be allowed.
    least: smallest > 0 ? Math.min(smallest, 10 ** -digits) : Math.min(0, smallest),
    most: Math.max(1, ...numbers),
    digits,
  };
}

const BRACKETS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<' };

export function isBalanced(text: string): boolean {
  const open: string[] = [];
  for (const character of text)
    if ('([{<'.includes(character)) open.push(character);
    else if (character in BRACKETS && open.pop() !== BRACKETS[character]) return false;
  return open.length === 0;
}

const NUMERAL = /^-?\d+(?:[.,]\d+)?$/;

/** Returns the number that a text is. */
export function numeralOf(text: string): LosslessValue {
  return NUMERAL.test(text) ? { numeral: text.replace(',', '.') } : text;
}

export function isSpaced(text: string): boolean {
  return text.trim() !== text || text.includes('  ');
}

function textShape(
  texts: readonly string[],
  stated: readonly [number, number] | undefined,
  letters: readonly string[] | null,
): TextShape {
  const lengths = texts.map(({ length }) => length);
  const [least, most] = lengths.length === 0 ? [0, 0] : [Math.min(...lengths), Math.max(...lengths)];
  const isFit = stated !== undefined && stated[0] <= least && most <= stated[1];
  const characters = new Set(texts.flatMap((text) => [...new Set(text)]));
  const alphabet =
    letters !== null && [...characters].every((character) => letters.includes(character))
      ? letters
      : [...characters];
  const distinct = [...new Set(texts)];
  const areSigns = texts.length > 2 && texts.every((text) => /^[^\w\s]{1,2}$/.test(text));
  const isEnumeration =
    distinct.length <= 12 && (areSigns || texts.length >= 3 * distinct.length) && most > 1;
  const words = texts.flatMap((text) => text.split(' '));
  const distinctWords = [...new Set(words)];
  const hasWords = texts.some((text) => text.trim().includes(' '));
  const isVocabulary =
    hasWords && distinctWords.length <= 15 && words.length >= 2 * distinctWords.length && most > 2;
  const isEven = least === most && most > 2 && most <= 60 && texts.length >= 3;
  const places = isEven
    ? Array.from({ length: most }, (_, at) => [...new Set(texts.map((text) => text[at]!))])
    : null;
  const areNumerals = texts.length >= 3 && texts.every((text) => NUMERAL.test(text));
  const marks = ['.', ','].filter((mark) => alphabet.includes(mark));
  const numerals = areNumerals && (marks.length > 0 || alphabet.includes('-')) ? texts.map(numeralOf) : [];
  const integers = numerals.flatMap((value) => integerOf(value) ?? []);
  const floats = numerals.filter((value) => integerOf(value) === null);
  const numberShapes = [
    ...(integers.length > 0 ? [integerShape(integers, undefined)] : []),
    ...(floats.length > 0 ? [floatShape(floats)] : []),
  ];
  const hasBrackets = texts.length >= 3 && alphabet.some((character) => '([{<'.includes(character));
  return {
    type: 'text',
    ...(isFit ? { least: stated[0], most: stated[1] } : { least, most }),
    alphabet,
    added: [],
    values: isEnumeration ? distinct : null,
    words: isVocabulary ? distinctWords : null,
    spaced: texts.some(isSpaced),
    balanced: hasBrackets && texts.every(isBalanced),
    balancedWords: hasBrackets && words.every(isBalanced),
    places: places?.some((one) => one.length === 1 && /\W/.test(one[0]!)) === true ? places : null,
    plainNumber: texts.every((text) => /^(?:0|[1-9]\d*)$/.test(text)),
    numeral: numberShapes.length > 0 ? { type: 'choice', options: numberShapes } : null,
    marks,
  };
}

function arrayShape(
  lists: readonly (readonly LosslessValue[])[],
  form: FormShape,
  stated: StatedRanges,
  path: string,
): Shape {
  const lengths = lists.map(({ length }) => length);
  const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
  const kinds = (list: readonly LosslessValue[]): string => list.map(kindOf).join();
  const isMixed =
    new Set(lists[0]!.map(kindOf)).size > 1 && lists.every((list) => kinds(list) === kinds(lists[0]!));
  const isTuple =
    least === most &&
    ((most >= 2 && most <= 3 && lists.length >= 3 && !stated.lengths.has(path)) ||
      (isMixed && lists.length > 1));
  if (form.type === 'record' || (form.type === 'any' && isTuple))
    return recordShape(lists, form.type === 'record' ? form.fields : lists[0]!.map(() => ANY), stated, path);
  const item = shapeOf(lists.flat(), form.type === 'list' ? form.item : ANY, stated, `${path}[]`);
  const range = stated.lengths.get(path);
  const isFit = range !== undefined && range[0] <= least && most <= range[1];
  return {
    type: 'list',
    item,
    ...(isFit ? { least: range[0], most: range[1] } : { least, most }),
    ...orderOf(lists, item, stated.mentionsDistinct),
    rows: rowsOf(lists),
    tree: lists.some((list) => list.length > 1) && lists.every((list) => isTree(list)),
  };
}

function rowsOf(lists: readonly (readonly LosslessValue[])[]): ListShape['rows'] {
  const grids = lists.filter((list) => list.length > 1);
  const widths = grids.map((list) => quantitiesOf(list).get('inner') ?? NaN);
  const rows = grids.reduce((sum, { length }) => sum + length - 1, 0);
  if (rows < 2 || widths.some(Number.isNaN)) return null;
  return grids.every(({ length }, at) => length === widths[at]) ? 'square' : 'even';
}

/** The chance of an accidental order or of accidental distinctness has to be smaller than about 1 in 20. */
const LOG_CHANCE = 3;

function orderOf(
  lists: readonly (readonly LosslessValue[])[],
  item: Shape,
  mentionsDistinct: boolean,
): Pick<ListShape, 'order' | 'distinct' | 'permutationFrom'> {
  const none = { order: null, distinct: false, permutationFrom: null };
  const keys = lists.map((list) => list.map(keyOf));
  const distinct = keys.every((list) => new Set(list).size === list.length);
  const width = item.type === 'integer' ? item.most - item.least + 1 : new Set(keys.flat()).size;
  const collisions = keys.reduce((sum, list) => sum + list.length ** 2 / (2 * width), 0);
  const isDistinct =
    distinct && keys.some((list) => list.length > 1) && (mentionsDistinct || collisions > LOG_CHANCE);
  if (item.type !== 'integer' && item.type !== 'text' && item.type !== 'float')
    return { ...none, distinct: isDistinct };
  const ranked = (list: readonly LosslessValue[]): readonly (number | string)[] =>
    list.map((value) => (isNumeral(value) ? Number(value.numeral) : (value as string)));
  const chance = lists.reduce((sum, { length }) => sum + length * Math.log(Math.max(1, length / 2.7)), 0);
  const isOrdered = (sign: number): boolean =>
    chance > LOG_CHANCE &&
    lists.every((list) =>
      ranked(list).every(
        (value, at, all) => at === 0 || (sign > 0 ? all[at - 1]! <= value : all[at - 1]! >= value),
      ),
    );
  const firsts = [0, 1].filter((first) =>
    lists.every((list) => {
      const numbers = list.map(integerOf).sort((one, other) => one! - other!);
      return numbers.every((number, at) => number === first + at);
    }),
  );
  const isPermutation = lists.reduce((sum, { length }) => sum + length, 0) > 4;
  return {
    order: isOrdered(1) ? 'rising' : isOrdered(-1) ? 'falling' : null,
    distinct: isDistinct,
    permutationFrom: isPermutation ? (firsts[0] ?? null) : null,
  };
}

/** A text that is equal for equal values. */
export function keyOf(value: LosslessValue): string {
  if (isNumeral(value)) return value.numeral;
  if (isList(value)) return `[${value.map(keyOf).join()}]`;
  return isLosslessObject(value)
    ? `{${[...value].map(([key, member]) => `${JSON.stringify(key)}:${keyOf(member)}`).join()}}`
    : JSON.stringify(value);
}

/** Whether the pairs at the start of items are the edges of a tree of 1 … n or 0 … n − 1. */
export function isTree(edges: readonly LosslessValue[]): boolean {
  const parent = Array.from({ length: edges.length + 2 }, (_, at) => at);
  const rootOf = (node: number): number => {
    let root = node;
    while (parent[root] !== root) root = parent[root]!;
    return root;
  };
  const nodes = new Set<number>();
  for (const edge of edges) {
    if (!isList(edge) || edge.length < 2) return false;
    const [from, to] = [integerOf(edge[0]), integerOf(edge[1])];
    if (
      from === null ||
      to === null ||
      from < 0 ||
      to < 0 ||
      from > edges.length + 1 ||
      to > edges.length + 1
    )
      return false;
    const [one, other] = [rootOf(from), rootOf(to)];
    if (one === other) return false;
    parent[one] = other;
    nodes.add(from).add(to);
  }
  return edges.length === 0 || nodes.size === edges.length + 1;
}

function recordShape(
  records: readonly (readonly LosslessValue[])[],
  forms: readonly FormShape[],
  stated: StatedRanges,
  path: string,
): RecordShape {
  const width = records[0]?.length ?? 0;
  const fields = Array.from({ length: width }, (_, at) =>
    shapeOf(
      records.map((record) => record[at]!),
      forms[at] ?? ANY,
      stated,
      (path === '' ? stated.names[at] : undefined) ?? `${path}.${at}`,
    ),
  );
  const sample = records.slice(0, 400);
  const measured = sample.map((record) => record.map(quantitiesOf));
  const quantities = fields.flatMap((_, field) =>
    [...new Set(measured.flatMap((record) => [...record[field]!.keys()]))].map((key): Quantity => ({
      field,
      key,
    })),
  );
  const relations: Relation[] = [];
  for (const [at, first] of quantities.entries())
    for (const second of quantities.slice(at + 1))
      if (first.field !== second.field) relations.push(...relationsOf(first, second, measured));
  return { type: 'record', fields, relations };
}

type Measured = readonly ReadonlyMap<string, number>[];

function relationsOf(first: Quantity, second: Quantity, records: readonly Measured[]): readonly Relation[] {
  const pairs = records.flatMap((record) => {
    const [one, other] = [record[first.field]!.get(first.key), record[second.field]!.get(second.key)];
    return one === undefined || other === undefined ? [] : [[one, other] as const];
  });
  if (pairs.length === 0) return [];
  const differences = pairs.map(([one, other]) => one - other);
  const [least, most] = [Math.min(...differences), Math.max(...differences)];
  const isSize = (key: string): boolean => key === 'length' || key === 'inner';
  const isVaried = new Set(pairs.map(([one]) => one)).size > 1;
  const isCount = isSize(first.key) || isSize(second.key);
  if (least === most && Math.abs(least) <= 1 && isCount && (isVaried || (pairs[0]![0] >= 2 && least === 0)))
    return [{ first, second, least, kind: 'exact' }];
  if (pairs.length < 3) return [];
  const relations: Relation[] = [];
  if (least >= -1) relations.push({ first, second, least: Math.min(1, least), kind: 'least' });
  if (most <= 1) relations.push({ first: second, second: first, least: Math.min(1, -most), kind: 'least' });
  const isDifferent = first.key === 'value' && second.key === 'value' && !differences.includes(0);
  if (isDifferent && pairs.length >= 4) relations.push({ first, second, least: 0, kind: 'differ' });
  return relations;
}

/** Returns the quantities of a field by their keys. */
export function quantitiesOf(value: LosslessValue): ReadonlyMap<string, number> {
  const quantities = new Map<string, number>();
  const integer = integerOf(value);
  if (integer !== null) quantities.set('value', integer);
  else if (typeof value === 'string') quantities.set('length', value.length);
  else if (isList(value)) {
    quantities.set('length', value.length);
    const inner = new Set(value.map((item) => (isList(item) || typeof item === 'string' ? item.length : -1)));
    // Rows of several lengths have none, and break every rule about it.
    if (inner.size > 0 && !inner.has(-1)) quantities.set('inner', inner.size === 1 ? [...inner][0]! : NaN);
    const spread = (key: string, items: readonly LosslessValue[]): void => {
      const numbers = items.map(integerOf);
      if (numbers.length === 0 || numbers.includes(null)) return;
      // Not `Math.min(...numbers)`: a call has room for some 100,000 arguments.
      quantities.set(
        `least ${key}`,
        numbers.reduce<number>((least, number) => Math.min(least, number!), Infinity),
      );
      quantities.set(
        `most ${key}`,
        numbers.reduce<number>((most, number) => Math.max(most, number!), -Infinity),
      );
    };
    spread('', value);
    if (value.length > 0 && value.every((item) => isList(item) && item.length === (value[0] as []).length)) {
      const rows = value as readonly (readonly LosslessValue[])[];
      if (rows[0]!.length <= 3)
        rows[0]!.forEach((_, column) =>
          spread(
            String(column),
            rows.map((row) => row[column]!),
          ),
        );
      else spread('*', rows.flat());
    }
  }
  return quantities;
}
