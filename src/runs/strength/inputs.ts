/** Makes new inputs of a problem by what its tests have in common, and makes inputs smaller. */
import type { LosslessValue } from '../../base/lossless-json.ts';
import { Random } from '../../base/random.ts';
import type { Problem } from '../../domain/problem.ts';
import { CALL_FORM, type FormShape, type InputForm, textForm } from './input-form.ts';
import { keyOf, type Shape, shapeOf } from './input-traits.ts';
import { type Constants, FREE, Maker } from './made-values.ts';
import { rangesInOrder, statedRanges } from './stated-ranges.ts';
import { isValid, repair, smallerValues } from './valid-values.ts';
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
    const known = sampleOf([...new Set([...inputs, ...(seeds ?? [])])]);
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
    return value === null ? bare(input) : keyOf(value);
  }

  #draw(): string | null {
    this.#count++;
    if (this.#shape === null || this.#form === null) return this.#changedNumber();
    const isWider = this.#widenings.length > 0;
    const round = isWider ? this.#random.below(MOST_SIZE) : Math.floor(this.#count / OF_ONE_SIZE) % MOST_SIZE;
    const ways = this.#random.shuffled(this.#widenings).slice(0, 1 + this.#random.below(MOST_WAYS));
    const shape = isWider ? widened(this.#shape, ways) : this.#shape;
    this.#ways = ways;
    const isChange = this.#seeds.length > 0 && this.#count % (isWider ? 2 : 3) === 0;
    const maker = new Maker(this.#random, 1 + round, this.#constants);
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const base = isChange ? this.#form.read(this.#random.pick(this.#seeds)) : null;
      const made = base === null ? maker.make(shape, FREE) : maker.change(base, shape);
      const value = repair(made, shape);
      // A wider input that keeps all rules shows nothing about its ways.
      if (isValid(value, shape) && !(isWider && isValid(value, this.#shape)))
        return this.#form.write(value as readonly LosslessValue[]);
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

/** Returns an input without its white space at the ends, and with single spaces. */
export function bare(input: string): string {
  return input.trim().split(/\s+/).join(' ');
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
