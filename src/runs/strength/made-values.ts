/** Makes values of a shape: anew, or by changing another value. */
import { isNumeral, type LosslessValue } from '../../base/lossless-json.ts';
import type { Random } from '../../base/random.ts';
import {
  integerOf,
  isList,
  keyOf,
  type ListShape,
  quantitiesOf,
  type Quantity,
  type RecordShape,
  type Shape,
  type TextShape,
} from './input-traits.ts';
import { clamp, compareValues, numeral } from './valid-values.ts';

/** Bounds of a value that is made: of its quantities, by their keys. */
type Bounds = ReadonlyMap<string, { readonly least: number; readonly most: number }>;
export const FREE: Bounds = new Map();

/** Values of programs. Faults are often close to them. */
export interface Constants {
  readonly numbers: readonly number[];
  readonly texts: readonly string[];
}

/** How often a constant of a program is taken. */
const CONSTANT = [true, false, false];
/** In one record of so many, a value is made of another one. */
const RELATED = 5;
/** Powers of larger numbers are not made. */
const MOST_RELATED = 1e6;

/** @param text a number as JavaScript writes it, which may lack the point of a float */
const float = (text: string): LosslessValue => ({ numeral: /[.e]/.test(text) ? text : `${text}.0` });

export class Maker {
  readonly #random: Random;
  readonly #size: number;
  readonly #constants: Constants;
  /** How integers and letters are chosen in one input, so that equal and close values occur. */
  readonly #way: number;

  /** @param size about the length of lists and texts, ≥ 1 */
  constructor(random: Random, size: number, constants: Constants) {
    this.#random = random;
    this.#constants = constants;
    this.#size = size;
    this.#way = random.below(6);
  }

  make(shape: Shape, bounds: Bounds): LosslessValue {
    switch (shape.type) {
      case 'integer':
        return numeral(this.#integer(shape.least, shape.most, bounds.get('value')));
      case 'float':
        return this.#float(shape.least, shape.most, shape.digits);
      case 'text':
        return this.#text(shape, bounds);
      case 'list':
        return this.#list(shape, bounds);
      case 'record':
        return this.#record(shape, bounds);
      case 'map': {
        const size = this.#random.below(Math.min(shape.most, this.#size) + 1);
        return new Map(
          Array.from({ length: size }, () => [this.#text(shape.keys, FREE), this.make(shape.value, FREE)]),
        );
      }
      case 'fixed':
        return this.#random.pick(shape.values);
      case 'choice':
        return this.make(this.#random.pick(shape.options), bounds);
    }
  }

  /** Returns a value in which some parts are made anew. */
  change(value: LosslessValue, shape: Shape): LosslessValue {
    const random = this.#random;
    if (shape.type === 'choice') {
      const option = random.pick(shape.options);
      const isText = typeof value === 'string' && option.type === 'text';
      return isText || (isList(value) && option.type === 'list')
        ? this.change(value, option)
        : this.make(option, FREE);
    }
    if (shape.type === 'record' && isList(value) && value.length === shape.fields.length) {
      const at = random.below(value.length);
      return value.map((field, place) =>
        place === at || random.below(4) === 0 ? this.change(field, shape.fields[place]!) : field,
      );
    }
    if (shape.type === 'list' && isList(value) && value.length > 0 && random.below(6) > 0) {
      const at = random.below(value.length);
      switch (random.below(6)) {
        case 0:
          return value.filter((_, place) => place !== at);
        case 1:
          return [...value.slice(0, at), value[random.below(value.length)]!, ...value.slice(at)];
        case 2:
          return value.slice(0, 1 + at);
        case 3:
          return random.shuffled(value);
        case 4:
          return [...value.slice(0, at), this.make(shape.item, FREE), ...value.slice(at)];
        default:
          return value.map((item, place) => (place === at ? this.change(item, shape.item) : item));
      }
    }
    if (
      shape.type === 'text' &&
      typeof value === 'string' &&
      value !== '' &&
      (shape.values ?? shape.numeral) === null
    ) {
      const at = random.below(value.length);
      const number = random.pick(CONSTANT) ? /\d+/.exec(value.slice(at)) : null;
      if (number !== null && this.#constants.numbers.length > 0) {
        const digits = String(random.pick(this.#constants.numbers)).padStart(number[0].length, '0');
        return value.slice(0, at + number.index) + digits + value.slice(at + number.index + number[0].length);
      }
      const texts = this.#constants.texts.filter((text) =>
        [...text].every((one) => shape.alphabet.includes(one)),
      );
      const isAdded = shape.added.length > 0 && random.below(4) > 0;
      const isConstant = random.pick(CONSTANT) && texts.length > 0;
      const letter = random.pick(isAdded ? shape.added : isConstant ? texts : shape.alphabet);
      const end = random.pick([0, at, at, value.length]);
      const withLetter = [
        value.slice(0, end) + letter + value.slice(end),
        value.slice(0, at) + letter + value.slice(at + 1),
      ];
      const others = [
        value.slice(0, at) + value.slice(at + 1),
        value.slice(0, 1 + at),
        value.slice(at),
        value.slice(0, 1 + at) + value.slice(at),
        value.slice(0, at) + this.#inOtherCase(value.slice(at)),
        null,
      ];
      const part = random.pick(isAdded ? withLetter : [...withLetter, ...others]);
      if (part !== null) return part;
    }
    const integer = integerOf(value);
    if (shape.type === 'integer' && integer !== null && random.below(2) === 0)
      return numeral(clamp(integer + random.pick([-1, 1]), shape.least, shape.most));
    return this.make(shape, FREE);
  }

  #integer(least: number, most: number, bounds: { least: number; most: number } | undefined): number {
    const random = this.#random;
    const low = Math.max(least, bounds?.least ?? least);
    const high = Math.min(most, bounds?.most ?? most);
    if (low >= high) return bounds === undefined ? low : clamp(low, least, most);
    // Small numbers are those next to 0, or to the end of the range that is next to 0.
    const centre = clamp(0, low, high);
    const span = [1, 2, 4, 9, 20, 100][Math.min(5, Math.floor(this.#size / 2))]!;
    const near = (from: number, width: number): number =>
      clamp(from - width + random.below(2 * width + 1), low, high);
    const constant = random.pick(CONSTANT) ? this.#constants.numbers : [];
    if (constant.length > 0) {
      const value = random.pick([1, 1, -1]) * random.pick(constant) + random.pick([-1, 0, 1]);
      if (value >= low && value <= high) return value;
    }
    const scale = random.below(12);
    const sign = low < 0 && random.below(2) === 0 ? -1 : 1;
    if (scale === 0) return random.pick([low, high]);
    if (scale === 1) return low + Math.floor(random.next() * (high - low + 1));
    const digits = Math.min(10, String(Math.max(-low, high)).length);
    if (scale <= 3) return near(clamp(sign * 10 ** random.below(1 + digits), low, high), 1);
    return near(centre, this.#way === 0 ? 1 : this.#way < 4 ? span + 2 : Math.min(4 * span, 1000));
  }

  #float(least: number, most: number, digits: number): LosslessValue {
    const random = this.#random;
    const width = random.below(3) === 0 ? most - least : Math.min(most - least, this.#size);
    const any = clamp(0, least, most - width) + random.next() * width;
    // Halves are often rounded in the wrong direction, and so are numbers next to a whole one.
    const part = random.pick([any % 1, any % 1, any % 1, 0.5, 10 ** -digits, 1 - 10 ** -digits]);
    const raw = clamp(Math.floor(any) + Math.abs(part), least, most);
    const text = raw.toFixed(random.below(2) === 0 ? random.below(digits) : digits);
    return float(text);
  }

  #length(least: number, most: number, bounds: Bounds): number {
    const bound = bounds.get('length');
    const low = Math.max(least, bound?.least ?? 0);
    const high = Math.min(most, bound?.most ?? most);
    if (bound !== undefined && bound.least === bound.most) return bound.least;
    return low + this.#random.below(Math.max(1, Math.min(high - low, this.#size) + 1));
  }

  #text(shape: TextShape, bounds: Bounds): string {
    const random = this.#random;
    if (shape.numeral !== null) {
      const value = this.make(shape.numeral, FREE);
      return isNumeral(value)
        ? value.numeral.replace('.', random.pick(shape.marks.length > 0 ? shape.marks : ['.']))
        : '';
    }
    if (shape.values !== null) return random.pick(shape.values);
    if (shape.places !== null) return shape.places.map((place) => random.pick(place)).join('');
    const length = this.#length(shape.least, shape.most, bounds);
    if (shape.words !== null) {
      const count = 1 + random.below(this.#size);
      return Array.from({ length: count }, () => random.pick(shape.words!)).join(' ');
    }
    if (length === 0 || shape.alphabet.length === 0) return '';
    const used = this.#way < 3 ? 2 : this.#way === 3 ? 1 : this.#way === 4 ? 4 : shape.alphabet.length;
    const known = random.pick(CONSTANT)
      ? shape.alphabet.filter((letter) => this.#constants.texts.some((text) => text.includes(letter)))
      : [];
    const letters = random.shuffled(known.length > 0 ? known : shape.alphabet).slice(0, used);
    if (shape.added.length > 0) letters.push(random.pick(shape.added));
    if (shape.balanced) return this.#balanced(shape, length);
    const text = Array.from({ length }, () => random.pick(letters)).join('');
    switch (random.below(5)) {
      case 0: {
        const half = text.slice(0, Math.ceil(length / 2));
        const mirrored = [...half].reverse().slice(length % 2);
        return half + (random.below(3) === 0 ? this.#inOtherCase(mirrored.join('')) : mirrored.join(''));
      }
      case 1: {
        const part = text.slice(0, 1 + random.below(length));
        return part.repeat(length).slice(0, length);
      }
      default:
        return text;
    }
  }

  /** Returns a text in which the case of one letter differs, if one has a case. */
  #inOtherCase(text: string): string {
    const places = [...text].flatMap((letter, at) =>
      letter.toLowerCase() === letter.toUpperCase() ? [] : [at],
    );
    if (places.length === 0) return text;
    const at = this.#random.pick(places);
    const letter = text[at]!;
    const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
    return text.slice(0, at) + other + text.slice(at + 1);
  }

  #balanced({ alphabet }: TextShape, length: number): string {
    const pairs = ['()', '[]', '{}', '<>'].filter((pair) => alphabet.includes(pair[0]!));
    const others = alphabet.filter((letter) => !/[()[\]{}<>]/.test(letter));
    let text = '';
    while (text.length < length) {
      const at = this.#random.below(text.length + 1);
      const pair =
        others.length > 0 && this.#random.below(3) === 0
          ? this.#random.pick(others)
          : this.#random.pick(pairs);
      const open = text.slice(0, at) + pair[0]! + text.slice(at);
      text = pair.length === 1 ? open : this.#closed(open, at, pair[1]!);
    }
    return text;
  }

  #closed(text: string, at: number, close: string): string {
    let depth = 1;
    let end = at + 1;
    const stops = [end];
    for (; end < text.length && depth > 0; end++) {
      if ('([{<'.includes(text[end]!)) depth++;
      else if (')]}>'.includes(text[end]!)) depth--;
      if (depth === 1) stops.push(end + 1);
    }
    const stop = this.#random.pick(stops);
    return text.slice(0, stop) + close + text.slice(stop);
  }

  #list(shape: ListShape, bounds: Bounds): LosslessValue {
    const random = this.#random;
    const length = this.#length(shape.least, shape.most, bounds);
    if (shape.permutationFrom !== null)
      return random.shuffled(Array.from({ length }, (_, at) => numeral(shape.permutationFrom! + at)));
    let inner = this.#innerBounds(bounds);
    if (shape.rows === 'square') inner = new Map(inner).set('length', { least: length, most: length });
    const items: LosslessValue[] = [];
    const keys = new Set<string>();
    const pool = random.below(4) === 0 && !shape.distinct && !shape.tree ? 1 + random.below(2) : Infinity;
    for (let at = 0, tries = 0; at < length && tries < Math.max(200, 2 * shape.least); tries++) {
      const item = items.length >= pool ? random.pick(items) : this.make(shape.item, inner);
      if (shape.distinct && keys.has(keyOf(item))) continue;
      keys.add(keyOf(item));
      items.push(item);
      const width = typeof item === 'string' || isList(item) ? item.length : 0;
      if (shape.rows === 'even') inner = new Map(inner).set('length', { least: width, most: width });
      at++;
    }
    if (shape.tree) return items.map((item, at) => this.#edge(item, at, shape));
    if (shape.order === null && random.below(6) > 0) return items;
    const sorted = items.sort(compareValues);
    return shape.order === 'falling' ? sorted.reverse() : sorted;
  }

  /** Edge number `at` of a tree joins node `at` + 1 to an earlier one. */
  #edge(item: LosslessValue, at: number, shape: ListShape): LosslessValue {
    const column =
      shape.item.type === 'record'
        ? shape.item.fields[0]
        : shape.item.type === 'list'
          ? shape.item.item
          : null;
    const first = column?.type === 'integer' ? Math.max(0, Math.min(1, column.least)) : 1;
    const [child, parent] = [first + at + 1, first + this.#random.below(at + 1)];
    return [numeral(parent), numeral(child), ...(item as readonly LosslessValue[]).slice(2)];
  }

  /** Bounds of an item, from those of its list. */
  #innerBounds(bounds: Bounds): Bounds {
    const inner = new Map<string, { least: number; most: number }>();
    const length = bounds.get('inner');
    if (length !== undefined) inner.set('length', length);
    for (const [key, { least, most }] of bounds) {
      const [side, column] = key.split(' ');
      if (side !== 'least' && side !== 'most') continue;
      const target = column === '' ? 'value' : column === '*' ? 'items' : `column ${column}`;
      const before = inner.get(target) ?? { least: -Infinity, most: Infinity };
      // The least of a list bounds all items from below, the most from above.
      inner.set(
        target,
        side === 'least'
          ? { ...before, least: Math.max(before.least, least) }
          : { ...before, most: Math.min(before.most, most) },
      );
    }
    return inner;
  }

  /** Returns a part of another value, or a number close to one of its items or a power, if the types are the same. */
  #related(value: LosslessValue, source: LosslessValue): LosslessValue {
    const random = this.#random;
    const items = isList(source) ? source : [source];
    const item = items.length === 0 ? undefined : random.pick(items);
    if (typeof value === 'string' && typeof item === 'string' && item !== '') {
      const at = random.below(item.length);
      const part = item.slice(at, at + 1 + random.below(item.length - at));
      // A part of it, in another case, and one that is no part of it but for some letters.
      const others = [part, part.toLowerCase(), part.toUpperCase(), part + random.pick([...item])];
      return random.pick([part, part, ...others]);
    }
    if (!isNumeral(value) || !isNumeral(item)) return value;
    const number = Number(item.numeral);
    if (integerOf(value) === null)
      return float(String(Number((number + random.pick([-0.5, 0, 0.5])).toFixed(2))));
    if (!Number.isInteger(number) || Math.abs(number) > MOST_RELATED) return value;
    const multiple = number * (1 + random.below(9));
    return numeral(random.pick([number - 1, number, number + 1, number ** 2, number ** 3, multiple]));
  }

  #record({ fields, relations }: RecordShape, outer: Bounds): LosslessValue {
    const made: LosslessValue[] = [];
    const known: ReadonlyMap<string, number>[] = [];
    for (const [field, shape] of fields.entries()) {
      const bounds = new Map<string, { least: number; most: number }>();
      const column = outer.get(`column ${field}`);
      if (column !== undefined) bounds.set('value', column);
      const narrow = (key: string, least: number, most: number): void => {
        const before = bounds.get(key) ?? { least: -Infinity, most: Infinity };
        bounds.set(key, { least: Math.max(before.least, least), most: Math.min(before.most, most) });
      };
      for (const { first, second, least, kind } of relations) {
        const isFirst = first.field === field && second.field < field;
        const isSecond = second.field === field && first.field < field;
        if ((!isFirst && !isSecond) || kind === 'differ') continue;
        const other: Quantity = isFirst ? second : first;
        const value = known[other.field]?.get(other.key);
        // Rows of several lengths have no length.
        if (value === undefined || Number.isNaN(value)) continue;
        if (isFirst) narrow(first.key, value + least, kind === 'exact' ? value + least : Infinity);
        else narrow(second.key, kind === 'exact' ? value - least : -Infinity, value - least);
      }
      // A number that is the length of something that follows should be small.
      const isCount = relations.some(
        ({ first, second, kind }) =>
          kind === 'exact' &&
          first.field === field &&
          first.key === 'value' &&
          second.field > field &&
          /length|inner/.test(second.key),
      );
      if (isCount && shape.type === 'integer' && !bounds.has('value'))
        narrow('value', shape.least, shape.least + this.#random.below(this.#size + 1));
      const value = this.make(shape, bounds);
      made.push(value);
      known.push(quantitiesOf(value));
    }
    if (made.length > 1 && this.#random.below(RELATED) === 0) {
      const [to, from] = this.#random.shuffled([...made.keys()]) as [number, number];
      made[to] = this.#related(made[to]!, made[from]!);
    }
    return made;
  }
}
