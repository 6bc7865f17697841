/** Values by the shape of inputs: repairs them, checks them and makes them smaller. */
import { isLosslessObject, isNumeral, type LosslessValue } from '../../base/lossless-json.ts';
import {
  digitsOf,
  integerOf,
  isBalanced,
  isList,
  isSpaced,
  isTree,
  keyOf,
  type ListShape,
  MOST_DIGITS,
  numeralOf,
  quantitiesOf,
  type Shape,
  type TextShape,
} from './input-traits.ts';

/** Returns an integer as a value. */
export function numeral(value: number): LosslessValue {
  return { numeral: BigInt(Math.round(value)).toString() };
}

export function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

/** Compares numbers by size and texts by their characters. */
export function compareValues(one: LosslessValue, other: LosslessValue): number {
  if (isNumeral(one) && isNumeral(other)) return Number(one.numeral) - Number(other.numeral);
  return typeof one === 'string' && typeof other === 'string' && one < other
    ? -1
    : keyOf(one) === keyOf(other)
      ? 0
      : 1;
}

/** Sets numbers to the lengths that they name, and cuts lists that have to be equally long. */
export function repair(value: LosslessValue, shape: Shape): LosslessValue {
  if (shape.type === 'list' && isList(value)) {
    const items = value.map((item) => repair(item, shape.item));
    return shape.order === null
      ? items
      : items.sort((one, other) => compareValues(one, other) * (shape.order === 'rising' ? 1 : -1));
  }
  if (shape.type !== 'record' || !isList(value)) return value;
  const fields = value.map((field, at) => repair(field, shape.fields[at]!));
  for (let pass = 0; pass < 2; pass++)
    for (const { first, second, least, kind } of shape.relations) {
      if (kind !== 'exact') continue;
      const [one, other] = [first, second].map(({ field, key }) => quantitiesOf(fields[field]!).get(key));
      if (one === undefined || other === undefined || one - other === least || Number.isNaN(one - other))
        continue;
      if (first.key === 'value') fields[first.field] = numeral(other + least);
      else if (second.key === 'value') fields[second.field] = numeral(one - least);
      else {
        const isFirstLonger = one - other > least;
        const { field, key } = isFirstLonger ? first : second;
        const length = isFirstLonger ? other + least : one - least;
        const long = fields[field]!;
        const cut = (item: LosslessValue): LosslessValue =>
          typeof item === 'string' || isList(item) ? item.slice(0, Math.max(0, length)) : item;
        fields[field] = key === 'inner' && isList(long) ? long.map(cut) : cut(long);
      }
    }
  return fields;
}

export function isValid(value: LosslessValue, shape: Shape): boolean {
  switch (shape.type) {
    case 'integer': {
      const integer = integerOf(value);
      return integer !== null && integer >= shape.least && integer <= shape.most;
    }
    case 'float':
      return (
        isNumeral(value) &&
        Number(value.numeral) >= shape.least &&
        Number(value.numeral) <= shape.most &&
        (shape.digits === MOST_DIGITS || digitsOf(value.numeral) <= shape.digits)
      );
    case 'text':
      return isValidText(value, shape);
    case 'list':
      return isList(value) && isValidList(value, shape);
    case 'record': {
      if (!isList(value) || value.length !== shape.fields.length) return false;
      if (!value.every((field, at) => isValid(field, shape.fields[at]!))) return false;
      const quantities = value.map(quantitiesOf);
      return shape.relations.every(({ first, second, least, kind }) => {
        const one = quantities[first.field]!.get(first.key);
        const other = quantities[second.field]!.get(second.key);
        if (one === undefined || other === undefined) return true;
        if (kind === 'differ') return one !== other;
        return kind === 'exact' ? one - other === least : one - other >= least;
      });
    }
    case 'map':
      return isLosslessObject(value) && [...value.values()].every((member) => isValid(member, shape.value));
    case 'fixed':
      return shape.values.includes(value);
    case 'choice':
      return shape.options.some((option) => isValid(value, option));
  }
}

function isValidText(text: LosslessValue, shape: TextShape): boolean {
  if (typeof text !== 'string') return false;
  if (shape.numeral !== null) return isValid(numeralOf(text), shape.numeral);
  if (text.length < shape.least || text.length > shape.most) return false;
  if (shape.values !== null) return shape.values.includes(text);
  if (![...new Set(text)].every((letter) => shape.alphabet.includes(letter))) return false;
  if (shape.balanced && !isBalanced(text)) return false;
  if (shape.balancedWords && !text.split(' ').every(isBalanced)) return false;
  if (shape.plainNumber && !/^(?:0|[1-9]\d*)$/.test(text)) return false;
  if (shape.words !== null) return text.split(' ').every((word) => shape.words!.includes(word));
  if (shape.places !== null) return [...text].every((letter, at) => shape.places![at]?.includes(letter));
  return shape.spaced || !isSpaced(text);
}

function isValidList(list: readonly LosslessValue[], shape: ListShape): boolean {
  if (list.length < shape.least || list.length > shape.most) return false;
  if (!list.every((item) => isValid(item, shape.item))) return false;
  const keys = list.map(keyOf);
  if (shape.distinct && new Set(keys).size < list.length) return false;
  if (shape.tree && !isTree(list)) return false;
  const width = quantitiesOf(list).get('inner');
  if (shape.rows !== null && list.length > 0 && Number.isNaN(width ?? NaN)) return false;
  if (shape.rows === 'square' && list.length > 0 && width !== list.length) return false;
  const sign = shape.order === 'rising' ? 1 : -1;
  if (
    shape.order !== null &&
    list.some((item, at) => at > 0 && sign * compareValues(list[at - 1]!, item) > 0)
  )
    return false;
  if (shape.permutationFrom === null) return true;
  const numbers = list.map(integerOf).sort((one, other) => one! - other!);
  return numbers.every((number, at) => number === shape.permutationFrom! + at);
}

/** Returns smaller values, those that leave out most first. They may break rules. */
export function* smallerValues(value: LosslessValue, shape: Shape): Generator<LosslessValue> {
  if (shape.type === 'choice') {
    const option = shape.options.find((each) => isValid(value, each));
    if (option !== undefined) yield* smallerValues(value, option);
    return;
  }
  const integer = integerOf(value);
  if (shape.type === 'integer' && integer !== null) {
    const centre = clamp(0, shape.least, shape.most);
    const steps = [
      centre,
      centre + 1,
      integer - Math.sign(integer),
      Math.trunc(integer / 2),
      Math.trunc(integer / 10),
      -integer,
    ];
    for (const step of new Set(steps)) if (step !== integer) yield numeral(step);
  } else if (shape.type === 'float' && isNumeral(value)) {
    for (const text of ['0.0', '1.0', Number(value.numeral).toFixed(1)])
      if (text !== value.numeral) yield { numeral: text };
  } else if (typeof value === 'string') {
    for (let size = Math.ceil(value.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
      for (let at = 0; at + size <= value.length; at += size)
        yield value.slice(0, at) + value.slice(at + size);
    if (shape.type === 'text') {
      for (const other of shape.values ?? []) if (other.length < value.length) yield other;
      const letters = [...new Set(value)].sort();
      for (let at = 0; at < value.length; at++)
        if (value[at]! > letters[0]!) yield value.slice(0, at) + letters[0]! + value.slice(at + 1);
    }
  } else if (isLosslessObject(value)) {
    for (const key of value.keys()) yield new Map([...value].filter(([other]) => other !== key));
  } else if (isList(value) && shape.type === 'list') yield* smallerLists(value, shape);
  else if (isList(value) && shape.type === 'record') {
    for (const [at, field] of value.entries())
      for (const smaller of smallerValues(field, shape.fields[at]!))
        yield value.map((other, place) => (place === at ? smaller : other));
    // Lists that have to be equally long lose the same item.
    const lists = value.flatMap((field, at) =>
      isList(field) && shape.fields[at]!.type === 'list' ? [at] : [],
    );
    const most = Math.max(0, ...lists.map((at) => (value[at] as readonly LosslessValue[]).length));
    if (lists.length > 1)
      for (let item = 0; item < most; item++)
        yield value.map((field, at) =>
          lists.includes(at)
            ? (field as readonly LosslessValue[]).filter((_, place) => place !== item)
            : field,
        );
    const texts = value.flatMap((field, at) => (typeof field === 'string' ? [at] : []));
    if (texts.length > 1)
      for (let place = 0; place < 40; place++)
        yield value.map((field) =>
          typeof field === 'string' ? field.slice(0, place) + field.slice(place + 1) : field,
        );
  }
}

function* smallerLists(list: readonly LosslessValue[], shape: ListShape): Generator<LosslessValue> {
  for (let size = Math.ceil(list.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at + size <= list.length; at += size) {
      const rest = [...list.slice(0, at), ...list.slice(at + size)];
      yield shape.permutationFrom === null ? rest : ranks(rest, shape.permutationFrom);
    }
  // Rows of a grid lose the same column.
  const rows = list.filter((row) => isList(row) || typeof row === 'string');
  if (rows.length === list.length && list.length > 0)
    for (let column = 0; column < (quantitiesOf(list).get('inner') ?? 0); column++)
      yield rows.map((row): LosslessValue =>
        typeof row === 'string'
          ? row.slice(0, column) + row.slice(column + 1)
          : isList(row)
            ? row.filter((_, place) => place !== column)
            : row,
      );
  for (const [at, item] of list.slice(0, 40).entries())
    for (const smaller of smallerValues(item, shape.item))
      yield list.map((other, place) => (place === at ? smaller : other));
}

/** Makes a permutation of what is left of one. */
function ranks(list: readonly LosslessValue[], first: number): readonly LosslessValue[] {
  const sorted = list.map(integerOf).sort((one, other) => one! - other!);
  const places = new Map(sorted.map((number, at) => [number, first + at]));
  return list.map((item) => numeral(places.get(integerOf(item))!));
}
