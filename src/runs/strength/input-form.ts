/**
 * Finds the form of inputs: how the lines of a script's input, or the arguments of a call, make up values. A count of
 * lines is the only relation that this file needs; `inputs.ts` learns all others from the values.
 */
import { type LosslessValue, isNumeral, parseLossless, stringifyLossless } from '../../base/lossless-json.ts';

/** The value of an input: a list of fields. */
export interface InputForm {
  /** Which lists of a value have fields, where it is known. */
  readonly shape: FormShape;
  /** Returns null if the input does not have this form. */
  read(input: string): readonly LosslessValue[] | null;
  write(fields: readonly LosslessValue[]): string;
}

export type FormShape =
  | { readonly type: 'any' }
  | { readonly type: 'record'; readonly fields: readonly FormShape[] }
  | { readonly type: 'list'; readonly item: FormShape };

const ANY: FormShape = { type: 'any' };

/** The form of a list of arguments. */
export const CALL_FORM: InputForm = {
  shape: ANY,
  read(input) {
    const parsed = parseLossless(input);
    return parsed.ok && Array.isArray(parsed.value) ? (parsed.value as LosslessValue[]) : null;
  },
  write: stringifyLossless,
};

/** Some lines of an input. `words`: so many fields, each one word. `list`: one field. `text`: the line as it is. */
type LineNode =
  | { readonly type: 'words'; readonly count: number; readonly leaves: readonly Leaf[] }
  | { readonly type: 'list'; readonly leaf: Leaf }
  /** A number, and as many words. */
  | { readonly type: 'counted'; readonly count: Leaf; readonly leaf: Leaf }
  | { readonly type: 'text'; readonly leaf: Leaf };

/** How often something is repeated: a number that was read before, plus an offset. Null: to the end. */
type Repetition = { readonly index: number; readonly plus: number } | null;

type FormNode =
  | { readonly type: 'line'; readonly line: LineNode }
  | { readonly type: 'lines'; readonly count: Repetition; readonly line: LineNode }
  | { readonly type: 'group'; readonly count: Repetition; readonly body: readonly FormNode[] };

/** What all words in one place have in common. Filled once the form is known. */
interface Leaf {
  isNumber: boolean;
}
const leafOf = (): Leaf => ({ isNumber: true });

/** A place in the lines of one input, with the numbers that were read so far. */
interface LinePlace {
  readonly lines: readonly string[];
  readonly at: number;
  readonly numbers: readonly (number | null)[];
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const INTEGER = /^-?(?:0|[1-9]\d{0,14})$/;
const MOST_WORDS = 8;
const MOST_NODES = 12;
const MOST_BODY_NODES = 5;
const MOST_STEPS = 4000;

/** Returns the form that all inputs have; null if none is found. */
export function textForm(inputs: readonly string[]): InputForm | null {
  const places = inputs.map((input): LinePlace => ({ lines: linesOf(input), at: 0, numbers: [] }));
  if (places.length === 0 || places.every(({ lines }) => lines.length === 0)) return null;
  const end = inputs[0]!.endsWith('\n') ? '\n' : '';
  for (const toTheEnd of [false, true]) {
    const search = { steps: 0, toTheEnd };
    for (const nodes of forms(places, [], search, true)) {
      // This pass finds the places that are always numbers.
      const marked = { isMarking: true };
      if (places.every((place) => readNodes(nodes, place, marked)?.place.at === place.lines.length))
        return formOf(nodes, end);
    }
  }
  return null;
}

function formOf(nodes: readonly FormNode[], end: string): InputForm {
  return {
    shape: { type: 'record', fields: nodes.flatMap(shapesOf) },
    read(input) {
      const place: LinePlace = { lines: linesOf(input), at: 0, numbers: [] };
      const whole = readNodes(nodes, place, null);
      return whole !== null && whole.place.at === place.lines.length ? whole.fields : null;
    },
    write: (fields) => writeNodes(nodes, fields).join('\n') + end,
  };
}

function linesOf(input: string): string[] {
  const lines = input.replace(/\r\n?/g, '\n').split('\n');
  while (lines.length > 0 && lines.at(-1)!.trim() === '') lines.pop();
  return lines;
}

function wordsOf(line: string): readonly string[] {
  return line.trim() === '' ? [] : line.trim().split(/\s+/);
}

interface Search {
  steps: number;
  readonly toTheEnd: boolean;
}

function* forms(
  places: readonly LinePlace[],
  nodes: readonly FormNode[],
  search: Search,
  isWhole: boolean,
): Generator<readonly FormNode[]> {
  if (++search.steps > MOST_STEPS) return;
  const ended = places.filter(({ at, lines }) => at >= lines.length).length;
  if (isWhole ? ended === places.length : nodes.length > 0) yield nodes;
  if (ended === places.length || nodes.length >= (isWhole ? MOST_NODES : MOST_BODY_NODES)) return;
  const size = places[0]!.numbers.length;
  if (isWhole && nodes.length === 1 && size > 0) yield* groups(places, nodes, search);
  for (let index = size - 1; index >= 0; index--) {
    for (const plus of [0, -1, 1]) {
      const counts = places.map(({ numbers }) => (numbers[index] ?? NaN) + plus);
      const fits = counts.every(
        (count, at) => count >= 0 && places[at]!.at + count <= places[at]!.lines.length,
      );
      if (!fits || counts.every((count) => count <= 1)) continue;
      const rows = places.map(({ lines, at }, sample) => lines.slice(at, at + counts[sample]!));
      for (const line of lineNodes(rows.flat())) {
        const after = places.map((place, at) => ({ ...place, at: place.at + counts[at]! }));
        yield* forms(after, [...nodes, { type: 'lines', count: { index, plus }, line }], search, isWhole);
      }
    }
  }
  if (ended > 0) return;
  for (const line of lineNodes(places.map(({ lines, at }) => lines[at]!))) {
    const node: FormNode = { type: 'line', line };
    const after = places.map((place) => readNodes([node], place, null)!.place);
    yield* forms(after, [...nodes, node], search, isWhole);
  }
  if (!search.toTheEnd || !isWhole) return;
  for (const line of lineNodes(places.flatMap(({ lines, at }) => lines.slice(at))))
    yield [...nodes, { type: 'lines', count: null, line }];
}

/** Test cases: several lines that are repeated as often as the first number says. */
function* groups(
  places: readonly LinePlace[],
  nodes: readonly FormNode[],
  search: Search,
): ReturnType<typeof forms> {
  const index = places[0]!.numbers.length - 1;
  if (!places.every(({ numbers }) => numbers[index] !== null && numbers[index]! >= 1)) return;
  if (places.every(({ numbers }) => numbers[index] === 1)) return;
  let bodies = 0;
  for (const body of forms(places, [], { steps: 0, toTheEnd: false }, false)) {
    if (++bodies > 300) return;
    // A single line is not a group.
    if (body.length === 1 && body[0]!.type === 'line') continue;
    const group: FormNode = { type: 'group', count: { index, plus: 0 }, body };
    const after = places.map((place) => readNodes([group], place, null)?.place ?? null);
    if (after.includes(null)) continue;
    yield* forms(after as LinePlace[], [...nodes, group], search, true);
  }
}

/** Returns what lines with the same meaning may be, the most likely first. */
function lineNodes(lines: readonly string[]): readonly LineNode[] {
  const all = lines.map(wordsOf);
  const counts = new Set(all.map(({ length }) => length));
  const isPlain = all.flat().every((word) => /^[-+.\w]+$/.test(word));
  const list: LineNode = { type: 'list', leaf: leafOf() };
  const text: LineNode = { type: 'text', leaf: leafOf() };
  if (counts.size === 1) {
    const [count = 0] = counts;
    if (count === 0) return [text];
    if (count > MOST_WORDS) return isPlain ? [list, text] : [text];
    const words: LineNode = { type: 'words', count, leaves: Array.from({ length: count }, leafOf) };
    return count === 1 ? [words, list] : isPlain ? [words, list] : [words, text];
  }
  const isCounted = all.every((words) => words[0] === String(words.length - 1));
  if (isCounted) return [{ type: 'counted', count: leafOf(), leaf: leafOf() }, list];
  return isPlain && all.flat().every((word) => NUMBER.test(word)) ? [list] : isPlain ? [text, list] : [text];
}

interface NodesReading {
  readonly fields: readonly LosslessValue[];
  readonly place: LinePlace;
}

function readNodes(
  nodes: readonly FormNode[],
  start: LinePlace,
  marking: { readonly isMarking: boolean } | null,
): NodesReading | null {
  const fields: LosslessValue[] = [];
  let place = start;
  for (const node of nodes) {
    if (node.type === 'line') {
      if (place.at >= place.lines.length) return null;
      const values = readLine(node.line, place.lines[place.at]!, marking);
      if (values === null) return null;
      fields.push(...values);
      const words = wordsOf(place.lines[place.at]!);
      const numbers =
        node.line.type === 'words' ? words.map((word) => (INTEGER.test(word) ? Number(word) : null)) : [];
      place = { ...place, at: place.at + 1, numbers: [...place.numbers, ...numbers] };
      continue;
    }
    const count =
      node.count === null
        ? place.lines.length - place.at
        : (place.numbers[node.count.index] ?? NaN) + node.count.plus;
    if (!(count >= 0) || place.at + count > place.lines.length) return null;
    const items: LosslessValue[] = [];
    if (node.type === 'lines') {
      for (const line of place.lines.slice(place.at, place.at + count)) {
        const values = readLine(node.line, line, marking);
        if (values === null) return null;
        items.push(isSingle(node.line) ? values[0]! : values);
      }
      place = { ...place, at: place.at + count };
    } else {
      const { numbers } = place;
      for (let item = 0; item < count; item++) {
        const one = readNodes(node.body, { ...place, numbers }, marking);
        if (one === null) return null;
        items.push(one.fields);
        place = { ...one.place, numbers };
      }
    }
    fields.push(items);
  }
  return { fields, place };
}

function readLine(
  node: LineNode,
  line: string,
  marking: { readonly isMarking: boolean } | null,
): readonly LosslessValue[] | null {
  const value = (word: string, leaf: Leaf): LosslessValue => {
    if (marking !== null) leaf.isNumber &&= NUMBER.test(word);
    return leaf.isNumber && NUMBER.test(word) ? { numeral: word } : word;
  };
  if (node.type === 'text') return [value(line, node.leaf)];
  const words = wordsOf(line);
  switch (node.type) {
    case 'words':
      return words.length === node.count ? words.map((word, at) => value(word, node.leaves[at]!)) : null;
    case 'list':
      return [words.map((word) => value(word, node.leaf))];
    case 'counted':
      return words[0] === String(words.length - 1)
        ? [value(words[0], node.count), words.slice(1).map((word) => value(word, node.leaf))]
        : null;
  }
}

function isSingle(node: LineNode): boolean {
  return node.type === 'text' || node.type === 'list' || (node.type === 'words' && node.count === 1);
}

function writeNodes(nodes: readonly FormNode[], fields: readonly LosslessValue[]): string[] {
  const left = [...fields];
  return nodes.flatMap((node) => {
    if (node.type === 'line') return [writeLine(left.splice(0, widthOf(node.line)))];
    const items = left.shift() as readonly LosslessValue[];
    return items.flatMap((item) =>
      node.type === 'group'
        ? writeNodes(node.body, item as readonly LosslessValue[])
        : [writeLine(isSingle(node.line) ? [item] : (item as readonly LosslessValue[]))],
    );
  });
}

function writeLine(values: readonly LosslessValue[]): string {
  return values.flat().map(wordOf).join(' ');
}

function wordOf(value: LosslessValue): string {
  return isNumeral(value) ? value.numeral : String(value as string);
}

function widthOf(node: LineNode): number {
  return node.type === 'words' ? node.count : node.type === 'counted' ? 2 : 1;
}

function shapesOf(node: FormNode): readonly FormShape[] {
  if (node.type === 'group')
    return [{ type: 'list', item: { type: 'record', fields: node.body.flatMap(shapesOf) } }];
  const { line } = node;
  const list: FormShape = { type: 'list', item: ANY };
  const own: readonly FormShape[] =
    line.type === 'words'
      ? line.leaves.map(() => ANY)
      : line.type === 'counted'
        ? [ANY, list]
        : [line.type === 'list' ? list : ANY];
  if (node.type === 'line') return own;
  return [{ type: 'list', item: isSingle(line) ? own[0]! : { type: 'record', fields: own } }];
}
