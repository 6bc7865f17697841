/**
 * Ways in which inputs go beyond those of the tests. The tests do not say whether a problem allows them. Its accepted
 * programs show it: `stronger-tests.ts` gives up a way on which they fail or differ.
 */
import type { Problem } from '../../domain/problem.ts';
import type { ListShape, Shape, TextShape } from './input-traits.ts';
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
  ...['unrelated', 'negative', 'zero', 'below', 'fractions', 'empty', 'types', 'unordered', 'repeated'],
  ...['ragged', 'letters', 'words', 'digits', 'spaces', 'breaks', 'signs'],
];
const MANY = 5;
const FEW = 2;

type Change = (shape: Shape) => Shape;

const either = (shape: Shape, ...others: readonly Shape[]): Shape => ({
  type: 'choice',
  options: [shape, ...others],
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
    if (shape.type !== 'text') return shape;
    const alphabet = [...new Set([...shape.alphabet, ...change(shape.alphabet)])];
    const isSame = alphabet.length === shape.alphabet.length;
    return isSame ? shape : either(shape, { ...free(shape), alphabet, least: Math.min(shape.least, 1) });
  };
}

function lists(change: (shape: ListShape) => Partial<ListShape> | null): Change {
  return (shape) => {
    const changed = shape.type === 'list' ? change(shape) : null;
    return shape.type !== 'list' || changed === null ? shape : either(shape, { ...shape, ...changed });
  };
}

/** Texts of the same letters, in any order. Brackets stay balanced. */
function free(shape: TextShape): TextShape {
  return { ...shape, values: null, words: null, places: null, plainNumber: false };
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** For places in which values of several types occur. */
const ANY_TYPE: Shape = { type: 'fixed', values: [true, false, null] };

const KINDS: Readonly<Record<string, Change>> = {
  negative: numbers((least, most) => (least < 0 ? null : [-Math.max(10, most), -1])),
  zero: numbers((least, most) => (least > 0 || most < 0 ? [0, 0] : null)),
  below: numbers((least) => (least > 1 ? [1, least - 1] : least < 0 ? [100 * least - 1000, least] : null)),
  larger: numbers((_, most) => [most + 1, 3 * Math.abs(most) + 30]),
  huge: numbers((_, most) => [most + 1000, 1000 * Math.abs(most) + 1_000_000]),
  fractions: (shape) =>
    shape.type === 'integer'
      ? either(shape, { type: 'float', least: shape.least, most: shape.most + 1, digits: 2 })
      : shape,
  empty: lengths((least) => (least > 0 ? [0, 0] : null)),
  short: lengths((least) => (least > 1 ? [1, least - 1] : null)),
  longer: lengths((_, most) => [most + 1, 2 * most + 8]),
  long: lengths((_, most) => [2 * most + 8, 4 * most + 30]),
  free: (shape) => {
    const changed = shape.type === 'text' ? free(shape) : shape;
    const isSame = JSON.stringify(changed) === JSON.stringify(shape);
    return isSame || shape.type !== 'text' ? shape : either(shape, changed);
  },
  letters: letters((alphabet) => {
    const [lower, upper] = [/[a-z]/, /[A-Z]/].map((one) => alphabet.some((letter) => one.test(letter)));
    return (lower! ? LETTERS : '') + (upper! ? LETTERS.toUpperCase() : '');
  }),
  case: letters((alphabet) => alphabet.flatMap((letter) => [letter.toLowerCase(), letter.toUpperCase()])),
  words: letters(() => LETTERS),
  digits: letters(() => '0123456789'),
  spaces: letters(() => ' '),
  breaks: letters(() => '\n\t'),
  signs: letters(() => '.,;:!?-_+*/%#@&()[]{}<>=\'"\\|~^$'),
  types: (shape) => (shape.type === 'choice' ? either(shape, ANY_TYPE) : shape),
  repeated: lists(({ distinct }) => (distinct ? { distinct: false } : null)),
  unordered: lists(({ order }) => (order === null ? null : { order: null })),
  ragged: lists(({ rows }) => (rows === null ? null : { rows: null })),
};

function mapped(shape: Shape, change: Change): Shape {
  switch (shape.type) {
    case 'list':
      return change({ ...shape, item: mapped(shape.item, change) });
    case 'record':
      return { ...shape, fields: shape.fields.map((field) => mapped(field, change)) };
    case 'map': {
      const keys = change(shape.keys);
      const wider = keys.type === 'choice' ? keys.options.at(-1)! : keys;
      return change({
        ...shape,
        keys: wider.type === 'text' ? wider : shape.keys,
        value: mapped(shape.value, change),
      });
    }
    case 'choice':
      return change({ ...shape, options: shape.options.map((option) => mapped(option, change)) });
    default:
      return change(shape);
  }
}

/**
 * Returns the shape of wider inputs. Later ways also change what earlier ones add. Relations of a changed field hold no
 * more, but for those that are exact, such as a count.
 */
export function widened(shape: Shape, widenings: readonly Widening[]): Shape {
  let result = shape;
  for (const { field, kind } of widenings) {
    if (result.type !== 'record') return result;
    const { fields, relations } = result;
    result = {
      ...result,
      fields: fields.map((own, at) => (at === field ? mapped(own, KINDS[kind]!) : own)),
      relations: relations.filter(
        (relation) =>
          relation.kind === 'exact' ||
          (field !== null && relation.first.field !== field && relation.second.field !== field),
      ),
    };
  }
  return result;
}

/** Words of a statement that rule out ways. */
const RULED_OUT: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\bintegers?\b|\bwhole\b|\bint\b|\bdigits?\b/i, ['fractions']],
  [/non-?\s?negative|\bnatural\b|\bunsigned\b/i, ['negative', 'fractions']],
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
const OF_NUMBERS = ['negative', 'zero', 'below', 'larger', 'huge', 'fractions'];
const OF_LENGTHS = ['empty', 'short', 'longer', 'long'];
const INEQUALITY = /[≤<]=?\s*-?\d|\d\s*[≤<]|\\le/;

/**
 * Returns the ways that lead to other inputs of a problem. Its statement rules out some of them.
 * @param shape of its inputs: a record of fields
 */
export function wideningsOf(shape: Shape, problem: Problem): readonly Widening[] {
  // Scripts come with constraints, and white space has a meaning in their inputs.
  if (shape.type !== 'record' || problem.mode !== 'call') return [];
  const { prompt } = problem;
  const { values, lengths } = statedRanges(problem);
  const isUnclear = values.size + lengths.size === 0 && INEQUALITY.test(prompt);
  const ruledOut = [
    ...RULED_OUT.flatMap(([words, kinds]) => (words.test(prompt) ? kinds : [])),
    ...(values.size > 0 || isUnclear ? OF_NUMBERS : []),
    ...(lengths.size > 0 || isUnclear ? OF_LENGTHS : []),
  ];
  const kinds = Object.keys(KINDS).filter((kind) => !ruledOut.includes(kind));
  const all = [
    { field: null, kind: 'unrelated' },
    ...shape.fields.flatMap((_, field) => kinds.map((kind) => ({ field, kind }))),
  ].map((way): Widening => ({ ...way, programs: DOUBTFUL.includes(way.kind) ? MANY : FEW }));
  const partsOf = ({ field }: Widening, whole: Shape): string =>
    whole.type === 'record' ? JSON.stringify(field === null ? whole.relations : whole.fields[field]) : '';
  return all.filter((widening) => partsOf(widening, widened(shape, [widening])) !== partsOf(widening, shape));
}
