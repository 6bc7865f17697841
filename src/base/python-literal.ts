/**
 * Reads literals in Python syntax (`ast.literal_eval`). Data sets store tests and tags as the `repr` of a dict, and
 * expected results in the source of a test. The text is parsed, never evaluated.
 */
import { stringifyLossless, type LosslessValue } from './lossless-json.ts';

export interface PythonLiteral {
  readonly value: LosslessValue;
  /**
   * False if a value that JSON lacks was replaced by a list, an object or a string: tuples, sets, and keys that are
   * not strings.
   */
  readonly exact: boolean;
}

/** The Python type of each list and object that replaces a value that JSON lacks. */
const standIns = new WeakMap<object, 'tuple' | 'set' | 'dict'>();

/**
 * Returns the Python type that a list or an object stands for: `'tuple'`, `'set'` or `'dict'` (with keys that are
 * not strings). Returns null for any other value.
 */
export function standsFor(value: LosslessValue): 'tuple' | 'set' | 'dict' | null {
  return typeof value === 'object' && value !== null ? (standIns.get(value) ?? null) : null;
}

const MAX_DEPTH = 500;
const WORD = /(?:True|False|None)\b/y;
const JSON_WORD = /(?:True|False|None|true|false|null)\b/y;
const WORDS: ReadonlyMap<string, boolean> = new Map([
  ['True', true],
  ['true', true],
  ['False', false],
  ['false', false],
]);
const CLOSING: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}' };

/** Reads a string that is exactly one literal; null for any other string. */
export function readPythonLiteral(text: string): PythonLiteral | null {
  const reader = new PythonLiteralReader(text, 0);
  const literal = reader.literal();
  reader.skipSpace(true);
  return literal !== null && reader.at === text.length ? literal : null;
}

/** The reason why a string is not a literal, and its position. */
export interface LiteralFault {
  readonly why: 'lacksValue' | 'lacksComma' | 'lacksColon' | 'isTooDeep';
  readonly at: number;
}

/** Error for a string that is not a literal. It is thrown and caught only in this file. */
class NoLiteral extends Error {
  readonly fault: LiteralFault;

  constructor(why: LiteralFault['why'], at: number) {
    super();
    this.fault = { why, at };
  }
}

export class PythonLiteralReader {
  readonly #text: string;
  readonly #isJson: boolean;
  #isExact = true;
  #depth = 0;
  /** Index of the start of the innermost value that is being read. */
  #start = 0;
  /** Index of the next character. */
  at: number;
  /** The fault of the last literal; null if it was valid. */
  fault: LiteralFault | null = null;

  /** @param isJson whether JSON's bare words are accepted too, and sets are not */
  constructor(text: string, at: number, isJson = false) {
    this.#text = text;
    this.at = at;
    this.#isJson = isJson;
  }

  /** Returns the literal that starts at `at`, and moves `at` to its end; null if there is none. */
  literal(): PythonLiteral | null {
    this.#isExact = true;
    this.#depth = 0;
    this.fault = null;
    try {
      return { value: this.#value(), exact: this.#isExact };
    } catch (error) {
      if (!(error instanceof NoLiteral)) throw error;
      this.fault = error.fault;
      return null;
    }
  }

  skipSpace(acrossLines: boolean): void {
    for (; this.at < this.#text.length; this.at++) {
      const character = this.#text[this.at]!;
      if (character === ' ' || character === '\t') continue;
      if (!acrossLines || (character !== '\n' && character !== '\r')) return;
    }
  }

  #value(): LosslessValue {
    this.skipSpace(true);
    this.#start = this.at;
    if (++this.#depth > MAX_DEPTH) throw new NoLiteral('isTooDeep', this.at);
    const value = this.#valueHere();
    this.#depth -= 1;
    return value;
  }

  #valueHere(): LosslessValue {
    const first = this.#text[this.at];
    if (first === '[') return this.#items('[').items;
    if (first === '(') {
      const { items, commas } = this.#items('(');
      if (items.length === 1 && commas === 0) return items[0]!;
      return this.#standIn(items, 'tuple');
    }
    if (first === '{') return this.#members();
    const string = this.takeMatch(/(?:[rR]|[uU])?(?=['"])/y);
    if (string !== null) return this.#strings(string);
    const word = this.takeMatch(this.#isJson ? JSON_WORD : WORD);
    if (word !== null) return WORDS.get(word) ?? null;
    return this.#number();
  }

  #items(openBracket: string): { readonly items: LosslessValue[]; readonly commas: number } {
    const closingBracket = CLOSING[openBracket]!;
    const items: LosslessValue[] = [];
    let commas = 0;
    this.at += 1;
    for (;;) {
      this.skipSpace(true);
      if (this.#accept(closingBracket)) return { items, commas };
      if (items.length > commas) throw new NoLiteral('lacksComma', this.at);
      items.push(this.#value());
      this.skipSpace(true);
      if (this.#accept(',')) commas += 1;
    }
  }

  #members(): LosslessValue {
    const members = new Map<string, LosslessValue>();
    this.at += 1;
    this.skipSpace(true);
    if (this.#accept('}')) return members;
    for (let isFirst = true; ; isFirst = false) {
      const key = this.#value();
      this.skipSpace(true);
      if (!this.#accept(':')) {
        if (isFirst && !this.#isJson) return this.#setFrom(key);
        throw new NoLiteral('lacksColon', this.at);
      }
      if (typeof key !== 'string') this.#standIn(members, 'dict');
      members.set(typeof key === 'string' ? key : stringifyLossless(key), this.#value());
      this.skipSpace(true);
      const comma = this.#accept(',');
      this.skipSpace(true);
      if (this.#accept('}')) return members;
      if (!comma) throw new NoLiteral('lacksComma', this.at);
    }
  }

  #setFrom(first: LosslessValue): LosslessValue {
    const items = this.#standIn([first], 'set');
    for (;;) {
      this.skipSpace(true);
      if (this.#accept('}')) return items;
      if (!this.#accept(',')) throw new NoLiteral('lacksComma', this.at);
      this.skipSpace(true);
      if (this.#accept('}')) return items;
      items.push(this.#value());
    }
  }

  #standIn<Value extends object>(value: Value, kind: 'tuple' | 'set' | 'dict'): Value {
    this.#isExact = false;
    standIns.set(value, kind);
    return value;
  }

  /** Reads one string, or several adjacent strings. */
  #strings(prefix: string): string {
    let joinedText = '';
    for (let nextPrefix: string | null = prefix; nextPrefix !== null;) {
      joinedText += this.#string(nextPrefix !== '' && nextPrefix.toLowerCase() === 'r');
      const startAt = this.at;
      this.skipSpace(true);
      nextPrefix = this.takeMatch(/(?:[rR]|[uU])?(?=['"])/y);
      if (nextPrefix === null) this.at = startAt;
    }
    return joinedText;
  }

  #string(isRaw: boolean): string {
    const firstQuote = this.#text[this.at]!;
    const isLong = this.#text.startsWith(firstQuote.repeat(3), this.at);
    const quote = isLong ? firstQuote.repeat(3) : firstQuote;
    this.at += quote.length;
    let text = '';
    for (;;) {
      const start = this.at;
      while (this.at < this.#text.length && !this.#text.startsWith(quote, this.at)) {
        const character = this.#text[this.at]!;
        if (character === '\\' || (character === '\n' && !isLong)) break;
        this.at += 1;
      }
      text += this.#text.slice(start, this.at);
      if (this.#text.startsWith(quote, this.at)) {
        this.at += quote.length;
        return text;
      }
      if (this.#text[this.at] !== '\\') throw this.#noValue();
      text += isRaw ? this.#text.slice(this.at, (this.at += 2)) : this.#escape();
    }
  }

  #escape(): string {
    const hex = this.takeMatch(/\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})/y);
    if (hex !== null) {
      const point = Number.parseInt(hex.slice(2), 16);
      if (point > 0x10ffff) throw this.#noValue();
      return String.fromCodePoint(point);
    }
    const octal = this.takeMatch(/\\[0-7]{1,3}/y);
    if (octal !== null) return String.fromCodePoint(Number.parseInt(octal.slice(1), 8));
    const character = this.#text[this.at + 1];
    if (character === undefined || character === 'N') throw this.#noValue();
    this.at += 2;
    return ESCAPES[character] ?? `\\${character}`;
  }

  #number(): LosslessValue {
    const sign = this.takeMatch(/[+-]?[ \t]*/y)!.trim();
    const hex = this.takeMatch(/0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+/y);
    const minusSign = sign === '-' ? '-' : '';
    if (hex !== null) return { numeral: `${minusSign}${BigInt(hex)}` };
    const word = this.#isJson ? this.takeMatch(/(?:inf|Infinity|nan|NaN)\b/y) : null;
    if (word !== null)
      return { numeral: word.startsWith('i') || word === 'Infinity' ? `${minusSign}Infinity` : 'NaN' };
    const digits = this.takeMatch(/(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?/y)?.replaceAll('_', '');
    if (digits === undefined || /[jJ\w]/.test(this.#text[this.at] ?? '')) throw this.#noValue();
    const [, wholeDigits, fraction, exponent] = /^(\d*)(\.\d*)?(.*)$/.exec(digits)!;
    const fractionText = fraction === undefined ? '' : fraction === '.' ? '.0' : fraction;
    const leadingDigits = wholeDigits!.replace(/^0+(?=\d)/, '') || '0';
    return { numeral: `${minusSign}${leadingDigits}${fractionText}${exponent}` };
  }

  #noValue(): NoLiteral {
    return new NoLiteral('lacksValue', this.#start);
  }

  /** Returns the text that matches at `at`, and moves `at` past it. */
  takeMatch(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const [match] = pattern.exec(this.#text) ?? [];
    if (match === undefined) return null;
    this.at += match.length;
    return match;
  }

  #accept(mark: string): boolean {
    if (this.#text[this.at] !== mark) return false;
    this.at += 1;
    return true;
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\n': '',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
