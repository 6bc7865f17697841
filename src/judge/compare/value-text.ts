/**
 * Python values outside Python: the tagged JSON in which a runner reports a returned value, the plain JSON in which
 * data sets write expected values, and the text in which a value is shown.
 *
 * Tagged JSON: `null`, `true`, `false`, strings and lists are written unchanged; an int is `{"i":"123"}`, a float
 * `{"f":"0.1"}` (Python's repr), a tuple `{"t":[…]}`, a set `{"s":[…]}`, a dict `{"d":[[key,value],…]}`, and
 * anything else `{"o":"type name"}`. For graders that compare in Python there are two more kinds: `{"dec":"1.50"}`
 * (a Decimal's str) and `{"frac":"1/3"}` (a Fraction in lowest terms). The standard execution writes both as
 * opaque. `{"seen":[value,live]}` surrounds both if an object has an `==` of its own that claims more than is true;
 * in `liveValue` such an object is `{"any":"is"}`, a letter for each kind of JSON that it claims to equal. Untrusted code runs beside the code that writes this text, so the text proves no more than printed output
 * does.
 */
import {
  isLosslessObject,
  parseLossless,
  type JsonNumeral,
  type LosslessValue,
} from '../../base/lossless-json.ts';
import { isRecord, parseJson } from '../../base/parse-json.ts';

export type PyValue =
  | { readonly kind: 'none' }
  | { readonly kind: 'bool'; readonly value: boolean }
  /** `digits` as Python writes an int, without a plus, leading zeros or `-0`. So equal ints have equal digits. */
  | { readonly kind: 'int'; readonly digits: string }
  | { readonly kind: 'float'; readonly value: number }
  | { readonly kind: 'str'; readonly value: string }
  | { readonly kind: 'decimal'; readonly text: string }
  /** In lowest terms, both as decimal strings. The denominator is positive. */
  | { readonly kind: 'fraction'; readonly numerator: string; readonly denominator: string }
  | { readonly kind: 'list'; readonly items: readonly PyValue[] }
  | { readonly kind: 'tuple'; readonly items: readonly PyValue[] }
  | { readonly kind: 'set'; readonly items: readonly PyValue[] }
  | { readonly kind: 'dict'; readonly entries: readonly PyEntry[] }
  /**
   * An object that equals every value of these kinds by its own `==`: i (int), f (float), s (str), b (bool), n
   * (None), l (list), d (dict).
   */
  | { readonly kind: 'any'; readonly of: string }
  /** A value of a type that no expected value can have. */
  | { readonly kind: 'opaque'; readonly typeName: string };

export type PyEntry = readonly [key: PyValue, value: PyValue];

/** Maximum number of levels of nested containers, in either form. A text with more levels is rejected. */
export const MAX_VALUE_DEPTH = 600;
/** Maximum length of a tagged text, in UTF-16 code units. */
const MAX_TAGGED_LENGTH = 64 * 1024 * 1024;
/** Maximum number of JSON values in a tagged text: enough for two million ints, and still cheap for the page. */
export const MAX_TAGGED_VALUES = 5_000_000;

const NONE: PyValue = { kind: 'none' };
const TRUE: PyValue = { kind: 'bool', value: true };
const FALSE: PyValue = { kind: 'bool', value: false };

/** Reads tagged JSON; null if the text is malformed, nested too deeply or too large. */
export function parseTagged(text: string): PyValue | null {
  return parseReturned(text)?.value ?? null;
}

/**
 * Reads the tagged JSON of a returned value.
 * @returns `liveValue` is the value as a grader sees it that compares inside the program's interpreter; null if it sees the
 * same as others
 */
export function parseReturned(
  text: string,
): { readonly value: PyValue; readonly liveValue: PyValue | null } | null {
  if (text.length > MAX_TAGGED_LENGTH || !isWithinBudget(text)) return null;
  const node = parseJson(text);
  if (node === undefined) return null;
  const seenPair = isRecord(node) && Array.isArray(node['seen']) ? (node['seen'] as unknown[]) : null;
  const value = fromTagged(seenPair === null ? node : seenPair[0], 0);
  return value && { value, liveValue: seenPair && fromTagged(seenPair[1], 0) };
}

/**
 * Reads an expected value, plain JSON as Python's `json` reads it: numbers with a point or an exponent are floats,
 * as are NaN and ±Infinity, all others exact ints. Returns null if it is not JSON or nested too deeply, which is a
 * fault of the data set.
 */
export function parseExpected(jsonText: string): PyValue | null {
  const parsedJson = parseLossless(jsonText);
  return parsedJson.ok ? fromJson(parsedJson.value, 0) : null;
}

/** Counts depth and values before the tree is built, so that a hostile text costs one pass and no memory. */
function isWithinBudget(text: string): boolean {
  // A level of a dict takes three levels of JSON: the tag, the entries, the entry.
  const maxDepth = 3 * MAX_VALUE_DEPTH + 1;
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    switch (text.charAt(at)) {
      case '"':
        for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === '\\') at++;
        break;
      case '[':
      case '{':
        if (++depth > maxDepth) return false;
        values++;
        break;
      case ']':
      case '}':
        depth--;
        break;
      case ',':
      case ':':
        values++;
        break;
    }
    if (values > MAX_TAGGED_VALUES) return false;
  }
  return true;
}

function fromTagged(node: unknown, depth: number): PyValue | null {
  if (node === null) return NONE;
  if (typeof node === 'boolean') return node ? TRUE : FALSE;
  if (typeof node === 'string') return { kind: 'str', value: node };
  if (typeof node !== 'object') return null;
  if (Array.isArray(node)) {
    const items = itemsFromTagged(node, depth);
    return items && { kind: 'list', items };
  }
  const members = Object.entries<unknown>(node as Record<string, unknown>);
  const [tag, payload] = members[0] ?? ['', null];
  if (members.length !== 1) return null;
  switch (tag) {
    case 'i':
      return typeof payload === 'string' && isIntText(payload) ? { kind: 'int', digits: payload } : null;
    case 'f':
      return typeof payload === 'string' ? floatFromText(payload) : null;
    case 'dec':
      return typeof payload === 'string' ? { kind: 'decimal', text: payload } : null;
    case 'frac':
      return typeof payload === 'string' ? fractionFromText(payload) : null;
    case 'any':
      return typeof payload === 'string' ? { kind: 'any', of: payload } : null;
    case 'o':
      return typeof payload === 'string' ? { kind: 'opaque', typeName: payload } : null;
    case 't':
    case 's': {
      const items = itemsFromTagged(payload, depth);
      return items && { kind: tag === 't' ? 'tuple' : 'set', items };
    }
    case 'd': {
      if (!Array.isArray(payload)) return null;
      const entries = readAll(payload as unknown[], depth, (entry): PyEntry | null => {
        if (!Array.isArray(entry) || entry.length !== 2) return null;
        const [key, value] = [fromTagged(entry[0], depth + 1), fromTagged(entry[1], depth + 1)];
        return key && value && [key, value];
      });
      return entries && { kind: 'dict', entries };
    }
    default:
      return null;
  }
}

function itemsFromTagged(nodes: unknown, depth: number): PyValue[] | null {
  return Array.isArray(nodes) ? readAll(nodes, depth, (node) => fromTagged(node, depth + 1)) : null;
}

/** Returns null if one of the nodes cannot be read or is nested too deeply. */
function readAll<Node, Item>(
  nodes: Iterable<Node>,
  depth: number,
  readNode: (node: Node) => Item | null,
): Item[] | null {
  if (depth >= MAX_VALUE_DEPTH) return null;
  const items: Item[] = [];
  for (const node of nodes) {
    const item = readNode(node);
    if (item === null) return null;
    items.push(item);
  }
  return items;
}

function isIntText(text: string): boolean {
  if (text === '0') return true;
  const start = text.startsWith('-') ? 1 : 0;
  // A search for a character that is not a digit needs no stack, whatever the length. Matching `[0-9]*` does.
  return text.length > start && text[start] !== '0' && !/[^0-9]/.test(start === 1 ? text.slice(1) : text);
}

function fractionFromText(text: string): PyValue | null {
  const [numerator = '', denominator = '', ...furtherParts] = text.split('/');
  if (
    furtherParts.length > 0 ||
    !isIntText(numerator) ||
    !isIntText(denominator) ||
    !/^[1-9]/.test(denominator)
  ) {
    return null;
  }
  return { kind: 'fraction', numerator, denominator };
}

/** Python's repr of a float is never longer than `-1.2345678901234567e-308`. */
const MAX_FLOAT_LENGTH = 24;

function floatFromText(text: string): PyValue | null {
  if (text === 'nan') return { kind: 'float', value: NaN };
  if (text === 'inf') return { kind: 'float', value: Infinity };
  if (text === '-inf') return { kind: 'float', value: -Infinity };
  if (text.length > MAX_FLOAT_LENGTH || !/^-?[0-9]+(?:\.[0-9]+|(?:\.[0-9]+)?e[+-]?[0-9]+)$/.test(text))
    return null;
  return { kind: 'float', value: Number(text) };
}

function fromJson(value: LosslessValue, depth: number): PyValue | null {
  if (value === null) return NONE;
  if (typeof value === 'boolean') return value ? TRUE : FALSE;
  if (typeof value === 'string') return { kind: 'str', value };
  if (Array.isArray(value)) {
    const nodes = value as readonly LosslessValue[];
    const items = readAll(nodes, depth, (node) => fromJson(node, depth + 1));
    return items && { kind: 'list', items };
  }
  if (isLosslessObject(value)) {
    const entries = readAll(value, depth, ([key, node]): PyEntry | null => {
      const member = fromJson(node, depth + 1);
      return member && [{ kind: 'str', value: key }, member];
    });
    return entries && { kind: 'dict', entries };
  }
  return numberFromJson((value as JsonNumeral).numeral);
}

function numberFromJson(numeral: string): PyValue {
  // Only Infinity, -Infinity and NaN contain I or N.
  if (/[.eEIN]/.test(numeral)) return { kind: 'float', value: Number(numeral) };
  return { kind: 'int', digits: numeral === '-0' ? '0' : numeral };
}

/**
 * Returns a value as its Python repr, cut to `maxChars` UTF-16 code units with `…` at the end. For display only:
 * which characters are escaped depends on the Unicode version that the browser or Node supports.
 */
export function showValue(value: PyValue, maxChars: number): string {
  const display = new Display(maxChars + 1);
  display.write(value);
  if (display.text.length <= maxChars) return display.text;
  if (maxChars < 1) return '';
  let end = maxChars - 1;
  const last = display.text.charCodeAt(end - 1);
  if (last >= 0xd800 && last <= 0xdbff) end--;
  return `${display.text.slice(0, end)}…`;
}

/** Collects text until it is full. Further pieces cost nothing. */
class Display {
  text = '';
  readonly #maxLength: number;

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  write(value: PyValue): void {
    switch (value.kind) {
      case 'none':
        return this.#add('None');
      case 'bool':
        return this.#add(value.value ? 'True' : 'False');
      case 'int':
        return this.#add(value.digits);
      case 'float':
        return this.#add(floatText(value.value));
      case 'str':
        return this.#add(textLiteral(value.value, this.#maxLength));
      case 'decimal':
        return this.#add(`Decimal('${value.text.slice(0, this.#maxLength)}')`);
      case 'fraction':
        return this.#add(`Fraction(${value.numerator}, ${value.denominator})`);
      case 'list':
        return this.#addAll('[', value.items, ']', (item) => this.write(item));
      case 'tuple': {
        const closingText = value.items.length === 1 ? ',)' : ')';
        return this.#addAll('(', value.items, closingText, (item) => this.write(item));
      }
      case 'set':
        if (value.items.length === 0) return this.#add('set()');
        return this.#addAll('{', value.items, '}', (item) => this.write(item));
      case 'dict':
        return this.#addAll('{', value.entries, '}', ([key, member]) => {
          this.write(key);
          this.#add(': ');
          this.write(member);
        });
      case 'any':
        return this.#add('<an object with its own ==>');
      case 'opaque':
        return this.#add(`<${value.typeName.slice(0, this.#maxLength)}>`);
    }
  }

  #add(piece: string): void {
    this.text += piece.slice(0, this.#maxLength - this.text.length);
  }

  #addAll<Item>(
    openingText: string,
    items: readonly Item[],
    closingText: string,
    writeItem: (item: Item) => void,
  ): void {
    this.#add(openingText);
    for (const [index, item] of items.entries()) {
      if (this.text.length >= this.#maxLength) return;
      if (index > 0) this.#add(', ');
      writeItem(item);
    }
    this.#add(closingText);
  }
}

/** Python's repr of a float: shortest digits, an exponent below 1e-4 and from 1e16 on (CPython pystrtod.c). */
function floatText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const [mantissa = '', power = ''] = value.toExponential().split('e');
  const exponent = Number(power);
  if (exponent < -4 || exponent >= 16) {
    return `${mantissa}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
  }
  const sign = value < 0 ? '-' : '';
  const digits = mantissa.replace(/[-.]/g, '');
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const wholeDigits = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return `${sign}${wholeDigits}.${digits.slice(exponent + 1) || '0'}`;
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/**
 * Returns the Python repr of a str. Only the first `maxLength` characters are read, because no more can be shown.
 */
function textLiteral(text: string, maxLength: number): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const body = text.slice(0, maxLength).replace(/[\\'\p{C}\p{Z}]/gu, (character) => {
    if (character === ' ') return character;
    if (character === "'") return quote === "'" ? "\\'" : character;
    const escape = ESCAPES.get(character);
    if (escape !== undefined) return escape;
    const point = character.codePointAt(0) ?? 0;
    const hex = point.toString(16);
    if (point <= 0xff) return `\\x${hex.padStart(2, '0')}`;
    return point <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
  });
  return quote + body + quote;
}
