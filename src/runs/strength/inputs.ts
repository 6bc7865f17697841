/** Makes new inputs of a problem by what its tests have in common, and makes inputs smaller. */
import { type LosslessValue, isLosslessObject, isNumeral } from '../../base/lossless-json.ts';
import { Random } from '../../base/random.ts';
import type { Problem } from '../../domain/problem.ts';
import { CALL_FORM, type FormShape, type InputForm, textForm } from './input-form.ts';
import {
  integerOf,
  isBalanced,
  isList,
  isTree,
  keyOf,
  type ListShape,
  type Quantity,
  quantitiesOf,
  type RecordShape,
  type Shape,
  shapeOf,
  type TextShape,
} from './input-traits.ts';
import { rangesInOrder, statedRanges } from './stated-ranges.ts';
import { widened, type Widening, wideningsOf } from './widenings.ts';

/** Tests that are looked at, the characters of each, and those of all together. */
const MOST_TESTS = 100;
const MOST_CHARACTERS = 20_000;
const MOST_TOGETHER = 200_000;
const TRIES = 40;
/** Draws in a row without a valid value, of any input, after which no more are made. */
const MOST_FAILURES = 200;
/** The work for smaller inputs, which blocks the thread: characters that are written, and values. */
const SMALLER_CHARACTERS = 2_000_000;
const SMALLER_VALUES = 3_000;
/** Inputs of one size, before the next size. */
const OF_ONE_SIZE = 24;
const MOST_SIZE = 12;
/** Rules that one input breaks. */
const MOST_WAYS = 3;

/** Bounds of a value that is made: of its quantities, by their keys. */
type Bounds = ReadonlyMap<string, { readonly least: number; readonly most: number }>;
const FREE: Bounds = new Map();

/** Values of programs. Faults are often close to them. */
export interface Constants {
  readonly numbers: readonly number[];
  readonly texts: readonly string[];
}
const NO_CONSTANTS: Constants = { numbers: [], texts: [] };

/** Returns the numbers and the short texts in the source of programs. */
export function constantsOf(programs: readonly string[]): Constants {
  const literals = programs.flatMap((code) => [...code.matchAll(LITERAL)]);
  return {
    numbers: [
      ...new Set(literals.flatMap(({ 1: number }) => (number === undefined ? [] : [Number(number)]))),
    ],
    texts: [...new Set(literals.flatMap(({ 2: one, 3: other }) => one ?? other ?? []))].filter(Boolean),
  };
}
const LITERAL = /\b(\d{1,12})\b|'([^'\n\\]{0,30})'|"([^"\n\\]{0,30})"/g;

/**
 * Makes inputs in the form of the tests' inputs. They keep all rules that hold in the tests of the problem, except
 * those that `widenings` breaks.
 */
export class InputSource {
  readonly #problem: Problem;
  readonly #seed: number;
  readonly #random: Random;
  readonly #form: InputForm | null;
  readonly #shape: Shape | null;
  readonly #seeds: readonly string[];
  readonly #hidden: ReadonlySet<string>;
  readonly #widenings: readonly Widening[];
  readonly #constants: Constants;
  /** Inputs that were made, which are not made again. */
  readonly #made = new Set<string>();
  #ways: readonly Widening[] = [];
  /** The number of the last draws that led to no valid value. */
  #failures = 0;
  #count = 0;

  /**
   * @param seed the same one makes the same inputs
   * @param seeds inputs that are changed to make others; default: the public tests. Hidden tests serve only to learn
   * rules, and are never returned.
   * @param constants numbers and texts that occur in inputs more often
   * @param widenings rules of which these inputs break some
   */
  constructor(
    problem: Problem,
    seed: number,
    seeds?: readonly string[],
    constants: Constants = NO_CONSTANTS,
    widenings: readonly Widening[] = [],
  ) {
    this.#problem = problem;
    this.#seed = seed;
    this.#widenings = widenings;
    this.#constants = constants;
    const ways = widenings.map(({ field, kind }) => ` ${field} ${kind}`).join('');
    this.#random = new Random(seed, `inputs of ${problem.id}${ways}`);
    const { mode, tests, publicTests } = problem;
    const inputs = tests.map(({ input }) => input);
    const known = sampleOf([...inputs, ...(seeds ?? [])]);
    this.#seeds = seeds ?? inputs.slice(0, publicTests).filter(({ length }) => length <= MOST_CHARACTERS);
    this.#form = mode === 'call' ? CALL_FORM : mode === 'stdin' ? textForm(known) : null;
    this.#hidden = new Set(inputs.slice(publicTests).map((input) => this.#keyOf(input)));
    const values = known.map((input) => this.#form?.read(input) ?? null);
    const isArguments = mode === 'call' && new Set(values.map((value) => value?.length)).size === 1;
    if (
      this.#form === null ||
      values.length === 0 ||
      values.includes(null) ||
      (mode === 'call' && !isArguments)
    ) {
      this.#shape = null;
      return;
    }
    const { shape } = this.#form;
    const form: FormShape =
      mode === 'call' ? { type: 'record', fields: values[0]!.map(() => ({ type: 'any' })) } : shape;
    const stated = statedRanges(problem);
    if (mode === 'call') this.#shape = shapeOf(values as LosslessValue[], form, stated, '');
    else {
      const bare = { ...stated, values: new Map<string, never>(), lengths: new Map<string, never>() };
      const places = integerPlaces(shapeOf(values as LosslessValue[], form, bare, ''), '');
      const inOrder = { ...bare, values: rangesInOrder(stated, places) };
      this.#shape = shapeOf(values as LosslessValue[], form, inOrder, '');
    }
  }

  /** The rules that inputs can break one by one. */
  get widenings(): readonly Widening[] {
    return this.#shape === null ? [] : wideningsOf(this.#shape, this.#problem);
  }

  /** Returns a source of inputs that break rules, too. */
  widened(widenings: readonly Widening[]): InputSource {
    return new InputSource(this.#problem, this.#seed, this.#seeds, this.#constants, widenings);
  }

  /** The ways of which the last input was made; none for one that keeps all rules. */
  get ways(): readonly Widening[] {
    return this.#ways;
  }

  /** Whether new inputs can be made. */
  get isStructured(): boolean {
    return this.#shape !== null;
  }

  /**
   * Returns an input: small ones first, and never a hidden test; '' if none can be made. A form that allows few of them
   * repeats them.
   */
  next(): string {
    let last = '';
    for (let attempt = 0; attempt < TRIES && this.#failures < MOST_FAILURES; attempt++) {
      const input = this.#draw();
      this.#failures = input === null ? this.#failures + 1 : 0;
      if (input === null) continue;
      const key = this.#keyOf(input);
      if (this.#hidden.has(key)) continue;
      last = input;
      if (this.#made.has(key)) continue;
      this.#made.add(key);
      return input;
    }
    return last;
  }

  /**
   * Returns inputs that are smaller than this one and keep the rules, those that leave out most first. A long input has
   * more of them than are tried.
   * @param most the largest number of inputs
   * @param seen inputs that are left out
   */
  smaller(
    input: string,
    most = Number.POSITIVE_INFINITY,
    seen: ReadonlySet<string> = new Set(),
  ): readonly string[] {
    const value = this.#form?.read(input) ?? null;
    if (this.#form === null || this.#shape === null || value === null) return [];
    const results = new Set<string>();
    let values = Math.min(SMALLER_VALUES, Math.ceil(SMALLER_CHARACTERS / (1 + input.length)));
    for (const smaller of smallerValues(value, this.#shape)) {
      if (results.size >= most || values-- === 0) break;
      const repaired = repair(smaller, this.#shape);
      if (!isValid(repaired, this.#shape)) continue;
      const text = this.#form.write(repaired as readonly LosslessValue[]);
      if (seen.has(text) || !isSimpler(text, input)) continue;
      if (!this.#hidden.has(this.#keyOf(text))) results.add(text);
    }
    return [...results];
  }

  #keyOf(input: string): string {
    const value = this.#form?.read(input) ?? null;
    return value === null ? input.trim().split(/\s+/).join(' ') : keyOf(value);
  }

  #draw(): string | null {
    this.#count++;
    if (this.#shape === null || this.#form === null) return this.#changedNumber();
    const isWider = this.#widenings.length > 0;
    const round = isWider ? this.#random.below(MOST_SIZE) : Math.floor(this.#count / OF_ONE_SIZE) % MOST_SIZE;
    const ways = this.#random.shuffled(this.#widenings).slice(0, 1 + this.#random.below(MOST_WAYS));
    const shape = isWider ? widened(this.#shape, ways) : this.#shape;
    this.#ways = ways;
    const isChange = this.#seeds.length > 0 && this.#count % 3 === 0;
    const maker = new Maker(this.#random, 1 + round, this.#constants);
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const base = isChange ? this.#form.read(this.#random.pick(this.#seeds)) : null;
      const made = base === null ? maker.make(shape, FREE) : maker.change(base, shape);
      const value = repair(made, shape);
      if (isValid(value, shape)) return this.#form.write(value as readonly LosslessValue[]);
    }
    return null;
  }

  /** For inputs without a known form: one number of a public test is exchanged for another. */
  #changedNumber(): string | null {
    if (this.#seeds.length === 0) return null;
    const input = this.#random.pick(this.#seeds);
    const numbers = [...input.matchAll(/\d+/g)];
    if (numbers.length === 0) return null;
    const one = this.#random.pick(numbers);
    const other = this.#random.pick(numbers);
    return input.slice(0, one.index) + other[0] + input.slice(one.index + one[0].length);
  }
}

/** Returns the inputs that rules are learned from. */
function sampleOf(inputs: readonly string[]): readonly string[] {
  const sample: string[] = [];
  let characters = 0;
  for (const input of inputs) {
    if (input.length > MOST_CHARACTERS || characters + input.length > MOST_TOGETHER) continue;
    characters += input.length;
    sample.push(input);
    if (sample.length === MOST_TESTS) break;
  }
  return sample;
}

/** Whether an input is simpler: shorter, or as long with smaller digits. */
export function isSimpler(one: string, other: string): boolean {
  if (one.length !== other.length) return one.length < other.length;
  return one < other;
}

function integerPlaces(shape: Shape, path: string): readonly string[] {
  switch (shape.type) {
    case 'integer':
      return [path];
    case 'list':
      return integerPlaces(shape.item, `${path}[]`);
    case 'record':
      return shape.fields.flatMap((field, at) => integerPlaces(field, `${path}.${at}`));
    default:
      return [];
  }
}

function numeral(value: number): LosslessValue {
  return { numeral: BigInt(Math.round(value)).toString() };
}

class Maker {
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
      switch (random.below(5)) {
        case 0:
          return value.filter((_, place) => place !== at);
        case 1:
          return [...value.slice(0, at), value[random.below(value.length)]!, ...value.slice(at)];
        case 2:
          return value.slice(0, 1 + at);
        case 3:
          return random.shuffled(value);
        default:
          return value.map((item, place) => (place === at ? this.change(item, shape.item) : item));
      }
    }
    if (shape.type === 'text' && typeof value === 'string' && shape.values === null && value !== '') {
      const at = random.below(value.length);
      const number = random.pick(CONSTANT) ? /\d+/.exec(value.slice(at)) : null;
      if (number !== null && this.#constants.numbers.length > 0) {
        const digits = String(random.pick(this.#constants.numbers)).padStart(number[0].length, '0');
        return value.slice(0, at + number.index) + digits + value.slice(at + number.index + number[0].length);
      }
      const texts = this.#constants.texts.filter((text) =>
        [...text].every((one) => shape.alphabet.includes(one)),
      );
      const letter = random.pick(random.pick(CONSTANT) && texts.length > 0 ? texts : shape.alphabet);
      const kind = random.below(5);
      if (kind === 0) return value.slice(0, at) + value.slice(at + 1);
      if (kind === 1) return value.slice(0, at) + letter + value.slice(at);
      if (kind === 2) return value.slice(0, 1 + at);
      if (kind === 3) return value.slice(0, at) + letter + value.slice(at + 1);
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
    if (scale === 2) return near(clamp(sign * 10 ** random.below(10), low, high), 1);
    return near(centre, this.#way === 0 ? 1 : this.#way < 4 ? span + 2 : Math.min(4 * span, 1000));
  }

  #float(least: number, most: number, digits: number): LosslessValue {
    const random = this.#random;
    const width = random.below(3) === 0 ? most - least : Math.min(most - least, this.#size);
    const raw = clamp(0, least, most - width) + random.next() * width;
    const text = raw.toFixed(random.below(digits + 1));
    return { numeral: /\./.test(text) ? text : `${text}.0` };
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
    if (shape.values !== null && (random.below(8) > 0 || shape.places !== null))
      return random.pick(shape.values);
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
    if (shape.balanced) return this.#balanced(shape, length);
    const text = Array.from({ length }, () => random.pick(letters)).join('');
    switch (random.below(5)) {
      case 0: {
        const half = text.slice(0, Math.ceil(length / 2));
        return (
          half +
          [...half]
            .reverse()
            .slice(length % 2)
            .join('')
        );
      }
      case 1: {
        const part = text.slice(0, 1 + random.below(length));
        return part.repeat(length).slice(0, length);
      }
      default:
        return text;
    }
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
      return item.slice(at, at + 1 + random.below(item.length - at));
    }
    if (!isNumeral(value) || !isNumeral(item)) return value;
    const number = Number(item.numeral);
    if (integerOf(value) === null) return { numeral: (number + random.pick([-0.5, 0, 0.5])).toFixed(2) };
    return Number.isInteger(number) && Math.abs(number) <= MOST_RELATED
      ? numeral(random.pick([number - 1, number, number + 1, number ** 2, number ** 3]))
      : value;
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

/** How often a constant of a program is taken. */
const CONSTANT = [true, false, false];
/** In one record of so many, a value is made of another one. */
const RELATED = 5;
/** Powers of larger numbers are not made. */
const MOST_RELATED = 1e6;

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

function compareValues(one: LosslessValue, other: LosslessValue): number {
  if (isNumeral(one) && isNumeral(other)) return Number(one.numeral) - Number(other.numeral);
  return typeof one === 'string' && typeof other === 'string' && one < other
    ? -1
    : keyOf(one) === keyOf(other)
      ? 0
      : 1;
}

/** Sets numbers to the lengths that they name, and cuts lists that have to be equally long. */
function repair(value: LosslessValue, shape: Shape): LosslessValue {
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

function isValid(value: LosslessValue, shape: Shape): boolean {
  switch (shape.type) {
    case 'integer': {
      const integer = integerOf(value);
      return integer !== null && integer >= shape.least && integer <= shape.most;
    }
    case 'float':
      return isNumeral(value) && Number(value.numeral) >= shape.least && Number(value.numeral) <= shape.most;
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
  if (typeof text !== 'string' || text.length < shape.least || text.length > shape.most) return false;
  if (shape.balanced && !isBalanced(text)) return false;
  if (shape.balancedWords && !text.split(' ').every(isBalanced)) return false;
  if (shape.plainNumber && !/^(?:0|[1-9]\d*)$/.test(text)) return false;
  if (shape.words !== null) return text.split(' ').every((word) => shape.words!.includes(word));
  if (shape.places !== null) return [...text].every((letter, at) => shape.places![at]?.includes(letter));
  return text.trim() === text || shape.alphabet.includes(' ');
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
function* smallerValues(value: LosslessValue, shape: Shape): Generator<LosslessValue> {
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
