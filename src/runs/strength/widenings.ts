/**
 * Ways in which inputs go beyond those of the tests. The tests do not say whether a problem allows them. Its accepted
 * programs show it: `stronger-tests.ts` gives up a way on which they fail or differ.
 */
import type { Problem } from '../../domain/problem.ts';
import { type ListShape, MOST_DIGITS, type Shape, type TextShape } from './input-traits.ts';
import { statedRanges } from './stated-ranges.ts';

export interface Widening {
  /** Index of the field of an input that it changes; null for the relations between fields. */
  readonly field: number | null;
  readonly kind: string;
  /** The number of accepted programs that can show whether it is valid. */
  readonly programs: number;
}

/** A few programs may handle these alike, although the problem does not allow them. */
const DOUBTFUL = [
  ...['unrelated', 'negative', 'zero', 'below', 'fractions', 'types', 'unordered', 'repeated'],
  ...['ragged', 'letters', 'words', 'digits', 'spaces', 'breaks', 'signs'],
];
const MANY = 8;
/** Whether an empty value is allowed shows with fewer: programs often fail on one. */
const SOME = 4;
const FEW = 2;

type Change = (shape: Shape) => Shape;

const either = (shape: Shape, ...others: readonly Shape[]): Shape => ({
  type: 'choice',
  // Inputs that the tests do not show are what is looked for.
  options: [shape, ...others, ...others],
});

function numbers(change: (least: number, most: number) => readonly [number, number] | null): Change {
  return (shape) => {
    if (shape.type !== 'integer' && shape.type !== 'float') return shape;
    const range = change(shape.least, shape.most);
    return range === null ? shape : either(shape, { ...shape, least: range[0], most: range[1] });
  };
}

function lengths(change: (least: number, most: number) => readonly [number, number] | null): Change {
  return (shape) => {
    if (shape.type === 'map') return { ...shape, most: change(0, shape.most)?.[1] ?? shape.most };
    if (shape.type !== 'list' && shape.type !== 'text') return shape;
    // No items are known of lists that are always empty.
    if (shape.type === 'text' ? isClosed(shape) : shape.most === 0) return shape;
    const range = change(shape.least, shape.most);
    if (range === null) return shape;
    const [least, most] = range;
    return either(
      shape,
      shape.type === 'text'
        ? { ...free(shape), least, most }
        : { ...shape, least, most, permutationFrom: null },
    );
  };
}

function letters(change: (alphabet: readonly string[]) => Iterable<string>): Change {
  return (shape) => {
    if (shape.type !== 'text' || isClosed(shape) || shape.balanced || shape.balancedWords) return shape;
    const own = new Set(shape.alphabet);
    const all = [...new Set(change(shape.alphabet))];
    const added = all.join('') === ' ' && !shape.spaced ? all : all.filter((letter) => !own.has(letter));
    if (added.length === 0) return shape;
    const least = Math.min(shape.least, 1);
    const spaced = shape.spaced || /\s/.test(added.join(''));
    const alphabet = [...new Set([...own, ...added])];
    return either(shape, { ...free(shape), alphabet, added, least, spaced });
  };
}

function lists(change: (shape: ListShape) => Partial<ListShape> | null): Change {
  return (shape) => {
    const other = shape.type === 'list' ? change(shape) : null;
    return shape.type !== 'list' || other === null ? shape : either(shape, { ...shape, ...other });
  };
}

/** Whether texts are numbers or a few operators, which other letters do not make. */
function isClosed({ values, numeral }: TextShape): boolean {
  return numeral !== null || values?.every((value) => /^[^\w\s]*$/.test(value)) === true;
}

/** Texts of the same letters, in any order. Brackets stay balanced. */
function free(shape: TextShape): TextShape {
  return { ...shape, values: null, words: null, places: null, plainNumber: false };
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** For places in which values of several types occur. */
const ANY_TYPE: Shape = { type: 'fixed', values: [true, false, null] };

/** Ways of lists and texts, by themselves or inside of other lists. */
const OF_PARTS: Readonly<Record<string, Change>> = {
  empty: lengths((least) => (least > 0 ? [0, 0] : null)),
  short: lengths((least) => (least > 1 ? [1, least - 1] : null)),
  longer: lengths((_, most) => [most + 1, 2 * most + 8]),
  long: lengths((_, most) => [2 * most + 8, 4 * most + 30]),
  repeated: lists(({ distinct }) => (distinct ? { distinct: false } : null)),
  unordered: lists(({ order }) => (order === null ? null : { order: null })),
  ragged: lists(({ rows }) => (rows === null ? null : { rows: null })),
};

const KINDS: Readonly<Record<string, Change>> = {
  negative: numbers((least, most) => (least < 0 ? null : [-Math.max(10, most), -1])),
  zero: numbers((least, most) => (least > 0 || most < 0 ? [0, 0] : null)),
  below: numbers((least) => (least > 1 ? [1, least - 1] : least < 0 ? [100 * least - 1000, least] : null)),
  larger: numbers((_, most) => [most + 1, 3 * Math.abs(most) + 30]),
  // Programs that call themselves once for each number fail here, and loops still end.
  far: numbers((_, most) => [3 * Math.abs(most) + 30, 10 * Math.abs(most) + 2000]),
  huge: numbers((_, most) => [most + 1000, 1000 * Math.abs(most) + 1_000_000]),
  precise: (shape) =>
    shape.type === 'float' && shape.digits < MOST_DIGITS
      ? either(shape, { ...shape, digits: MOST_DIGITS })
      : shape,
  fractions: (shape) =>
    shape.type === 'integer'
      ? either(shape, { type: 'float', least: shape.least, most: shape.most + 1, digits: 2 })
      : shape,
  free: (shape) => {
    const freed = shape.type === 'text' && !isClosed(shape) ? free(shape) : shape;
    const isSame = JSON.stringify(freed) === JSON.stringify(shape);
    return isSame || shape.type !== 'text' ? shape : either(shape, freed);
  },
  letters: letters((alphabet) => {
    const [lower, upper] = [/[a-z]/, /[A-Z]/].map((one) => alphabet.some((letter) => one.test(letter)));
    return (lower! ? LETTERS : '') + (upper! ? LETTERS.toUpperCase() : '');
  }),
  case: letters((alphabet) => alphabet.flatMap((letter) => [letter.toLowerCase(), letter.toUpperCase()])),
  words: letters(() => LETTERS),
  digits: letters(() => '0123456789'),
  spaces: letters(() => ' '),
  breaks: letters(() => '\n\t\r\f\v'),
  signs: letters(() => '.,;:!?-_+*/%#@&()[]{}<>=\'"\\|~^$'),
  types: (shape) =>
    shape.type === 'choice' && new Set(shape.options.map(({ type }) => type)).size > 1
      ? either(shape, ANY_TYPE)
      : shape,
  ...OF_PARTS,
  ...Object.fromEntries(Object.entries(OF_PARTS).map(([kind, change]) => [`inner ${kind}`, change])),
};

/** Returns a field in which the parts change that a way is about. */
function changed(field: Shape, kind: string): Shape {
  const change = KINDS[kind]!;
  const isInner = kind !== wayOf(kind);
  if (!isInner && !(kind in OF_PARTS)) return mapped(field, change);
  if (field.type === 'choice')
    return { ...field, options: field.options.map((option) => changed(option, kind)) };
  return isInner ? inside(field, change) : change(field);
}

/** Returns the name of a kind without its place: 'empty' for 'inner empty'. */
function wayOf(kind: string): string {
  return kind.replace('inner ', '');
}

function mapped(shape: Shape, change: Change): Shape {
  return change(inside(shape, change));
}

/** Returns a shape in which all parts change, but not the whole. */
function inside(shape: Shape, change: Change): Shape {
  switch (shape.type) {
    case 'list':
      return { ...shape, item: mapped(shape.item, change) };
    case 'record':
      return { ...shape, fields: shape.fields.map((field) => mapped(field, change)) };
    case 'map': {
      const keys = change(shape.keys);
      const wider = keys.type === 'choice' ? keys.options.at(-1)! : keys;
      return {
        ...shape,
        keys: wider.type === 'text' ? wider : shape.keys,
        value: mapped(shape.value, change),
      };
    }
    case 'choice':
      return { ...shape, options: shape.options.map((option) => mapped(option, change)) };
    case 'text':
      return shape.numeral === null ? shape : { ...shape, numeral: inside(shape.numeral, change) };
    default:
      return shape;
  }
}

function changesQuantity(kind: string, key: string): boolean {
  const isSize = key === 'length' || key === 'inner';
  return (isSize ? OF_LENGTHS : OF_NUMBERS).includes(wayOf(kind));
}

/**
 * Returns the shape of wider inputs. Later ways also change what earlier ones add. Relations of a quantity that changes
 * hold no more, but for those that are exact, such as a count.
 */
export function widened(shape: Shape, widenings: readonly Widening[]): Shape {
  let result = shape;
  for (const { field, kind } of widenings) {
    if (result.type !== 'record') return result;
    const { fields, relations } = result;
    result = {
      ...result,
      fields: fields.map((own, at) => (at === field ? changed(own, kind) : own)),
      relations: relations.filter(
        ({ kind: relation, first, second }) =>
          relation === 'exact' ||
          (field !== null &&
            [first, second].every((one) => one.field !== field || !changesQuantity(kind, one.key))),
      ),
    };
  }
  return result;
}

/** Words of a statement that rule out ways. */
const RULED_OUT: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\bintegers?\b|\bwhole\b|\bint\b|\bdigits?\b/i, ['fractions']],
  [/non-?\s?negative|\bnatural\b|\bunsigned\b/i, ['negative', 'fractions']],
  [/\b(?:n-?th|(?:first|size|length) n)\b/i, ['negative']],
  [/\b1 to n\b/i, ['negative', 'zero']],
  [/\b(?:less|lower|smaller) than \d|\b(?:at most|up to) \d/i, ['larger', 'far', 'huge']],
  [
    /\b(?:string|text|sequence)s? of ["'`<([{]/i,
    ['letters', 'case', 'words', 'digits', 'spaces', 'breaks', 'signs'],
  ],
  [/\bpositive (?:integers?|ints?|numbers?|floating)/i, ['negative', 'zero']],
  [/non-?\s?empty|not empty|at least one/i, ['empty']],
  [/distinct|unique|different|duplicate|permutation|no two/i, ['repeated']],
  [/\bsorted\b|\b(?:ascend|descend|increas|decreas)\w*/i, ['unordered']],
  [/lower-?\s?case letters/i, ['case', 'digits', 'spaces', 'breaks', 'signs']],
  [
    /\bbinary\b|\b(?:consist|compos|made)\w*\b.*\bof\b|\b(?:contain|includ)\w*\b.*\b(?:only|just)\b|\bonly (?:contain|includ|consist)\w*/i,
    ['letters', 'case', 'words', 'digits', 'spaces', 'breaks', 'signs'],
  ],
];
const OF_NUMBERS = ['negative', 'zero', 'below', 'larger', 'far', 'huge', 'fractions'];
const OF_LENGTHS = ['empty', 'short', 'longer', 'long'];
/** A name between two bounds of which one is no number. */
const BOUNDED = /[≤<]=?\s*(\w+)\s*[≤<]=?\s*[a-z]/gi;
const INEQUALITY = /[≤<]=?\s*-?\d|\d\s*[≤<]|\\le/;

/**
 * Returns the ways that lead to other inputs of a problem. Its statement rules out some of them.
 * @param shape of its inputs: a record of fields
 */
export function wideningsOf(shape: Shape, problem: Problem): readonly Widening[] {
  // Scripts come with constraints, and white space has a meaning in their inputs.
  if (shape.type !== 'record' || problem.mode !== 'call') return [];
  const { prompt } = problem;
  const { values, lengths, names } = statedRanges(problem);
  const bounded = new Set([...prompt.matchAll(BOUNDED)].map(([, name]) => names.indexOf(name!)));
  const isUnclear = values.size + lengths.size === 0 && INEQUALITY.test(prompt);
  const ruledOut = [
    ...RULED_OUT.flatMap(([words, kinds]) => (words.test(prompt) ? kinds : [])),
    ...(values.size > 0 || isUnclear ? OF_NUMBERS : []),
    ...(lengths.size > 0 || isUnclear ? OF_LENGTHS : []),
  ];
  const kinds = Object.keys(KINDS).filter((kind) => !ruledOut.includes(wayOf(kind)));
  const all = [
    ...(bounded.size > 0 ? [] : [{ field: null, kind: 'unrelated' }]),
    ...shape.fields.flatMap((_, field) =>
      kinds
        .filter((kind) => !(bounded.has(field) && OF_NUMBERS.includes(kind)))
        .map((kind) => ({ field, kind })),
    ),
  ].map((way): Widening => ({
    ...way,
    programs: DOUBTFUL.includes(wayOf(way.kind)) ? MANY : wayOf(way.kind) === 'empty' ? SOME : FEW,
  }));
  const partsOf = ({ field }: Widening, whole: Shape): string =>
    whole.type === 'record' ? JSON.stringify(field === null ? whole.relations : whole.fields[field]) : '';
  return all.filter((widening) => partsOf(widening, widened(shape, [widening])) !== partsOf(widening, shape));
}
