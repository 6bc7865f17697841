/**
 * Literals as Python writes them (`ast.literal_eval`): data sets keep tests and tags as `repr` of a dict, and results
 * in the text of a test. Nothing is evaluated.
 */
import { stringifyLossless, type LosslessValue } from '../../base/lossless-json.ts';

export interface PythonLiteral {
  readonly value: LosslessValue;
  /**
   * False where JSON has no such thing, and a list or a text stands in its place: tuples, sets, keys that are
   * numbers.
   */
  readonly exact: boolean;
}

/** The Python type of lists and objects that were read here, if JSON does not have it. */
const standIns = new WeakMap<object, 'tuple' | 'set' | 'dict'>();

/** `'tuple'`, `'set'`, `'dict'` (with keys that are no texts) for what stands for one, null for anything else. */
export function standsFor(value: LosslessValue): 'tuple' | 'set' | 'dict' | null {
  return typeof value === 'object' && value !== null ? (standIns.get(value) ?? null) : null;
}

const DEEPEST = 500;
const CLOSING: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}' };

/** Null for what is no literal, or not one alone. */
export function readPythonLiteral(text: string): PythonLiteral | null {
  const reader = new PythonLiteralReader(text, 0);
  const literal = reader.literal();
  reader.skipSpace(true);
  return literal !== null && reader.at === text.length ? literal : null;
}

/** Thrown and caught in this file only. */
class NoLiteral extends Error {}

export class PythonLiteralReader {
  readonly #text: string;
  #exact = true;
  #depth = 0;
  /** Index of the next character. */
  at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.at = at;
  }

  /** The literal that begins here, and where it ends in `at`; null where none does. */
  literal(): PythonLiteral | null {
    this.#exact = true;
    this.#depth = 0;
    try {
      return { value: this.#value(), exact: this.#exact };
    } catch (error) {
      if (error instanceof NoLiteral) return null;
      throw error;
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
    if (++this.#depth > DEEPEST) throw new NoLiteral();
    this.skipSpace(true);
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
    const string = this.#matched(/(?:[rR]|[uU])?(?=['"])/y);
    if (string !== null) return this.#strings(string);
    const word = this.#matched(/(?:True|False|None)\b/y);
    if (word !== null) return word === 'None' ? null : word === 'True';
    return this.#number();
  }

  #items(open: string): { readonly items: LosslessValue[]; readonly commas: number } {
    const close = CLOSING[open]!;
    const items: LosslessValue[] = [];
    let commas = 0;
    this.at += 1;
    for (;;) {
      this.skipSpace(true);
      if (this.#accept(close)) return { items, commas };
      if (items.length > commas) throw new NoLiteral();
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
        if (isFirst) return this.#setFrom(key);
        throw new NoLiteral();
      }
      if (typeof key !== 'string') this.#standIn(members, 'dict');
      members.set(typeof key === 'string' ? key : stringifyLossless(key), this.#value());
      this.skipSpace(true);
      const comma = this.#accept(',');
      this.skipSpace(true);
      if (this.#accept('}')) return members;
      if (!comma) throw new NoLiteral();
    }
  }

  #setFrom(first: LosslessValue): LosslessValue {
    const items = this.#standIn([first], 'set');
    for (;;) {
      this.skipSpace(true);
      if (this.#accept('}')) return items;
      if (!this.#accept(',')) throw new NoLiteral();
      this.skipSpace(true);
      if (this.#accept('}')) return items;
      items.push(this.#value());
    }
  }

  #standIn<Value extends object>(value: Value, kind: 'tuple' | 'set' | 'dict'): Value {
    this.#exact = false;
    standIns.set(value, kind);
    return value;
  }

  /** One string, or several that stand one after the other. */
  #strings(prefix: string): string {
    let whole = '';
    for (let each: string | null = prefix; each !== null;) {
      whole += this.#string(each !== '' && each.toLowerCase() === 'r');
      const before = this.at;
      this.skipSpace(true);
      each = this.#matched(/(?:[rR]|[uU])?(?=['"])/y);
      if (each === null) this.at = before;
    }
    return whole;
  }

  #string(isRaw: boolean): string {
    const mark = this.#text[this.at]!;
    const isLong = this.#text.startsWith(mark.repeat(3), this.at);
    const quote = isLong ? mark.repeat(3) : mark;
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
      if (this.#text[this.at] !== '\\') throw new NoLiteral();
      text += isRaw ? this.#text.slice(this.at, (this.at += 2)) : this.#escape();
    }
  }

  #escape(): string {
    const hex = this.#matched(/\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})/y);
    if (hex !== null) {
      const point = Number.parseInt(hex.slice(2), 16);
      if (point > 0x10ffff) throw new NoLiteral();
      return String.fromCodePoint(point);
    }
    const octal = this.#matched(/\\[0-7]{1,3}/y);
    if (octal !== null) return String.fromCodePoint(Number.parseInt(octal.slice(1), 8));
    const character = this.#text[this.at + 1];
    if (character === undefined || character === 'N') throw new NoLiteral();
    this.at += 2;
    return ESCAPES[character] ?? `\\${character}`;
  }

  #number(): LosslessValue {
    const sign = this.#matched(/[+-]?[ \t]*/y)!.trim();
    const hex = this.#matched(/0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+/y);
    const minus = sign === '-' ? '-' : '';
    if (hex !== null) return { numeral: `${minus}${BigInt(hex)}` };
    const digits = this.#matched(/(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?/y)?.replaceAll('_', '');
    if (digits === undefined || /[jJ\w]/.test(this.#text[this.at] ?? '')) throw new NoLiteral();
    const [, whole, fraction, exponent] = /^(\d*)(\.\d*)?(.*)$/.exec(digits)!;
    const point = fraction === undefined ? '' : fraction === '.' ? '.0' : fraction;
    const lead = whole!.replace(/^0+(?=\d)/, '') || '0';
    return { numeral: `${minus}${lead}${point}${exponent}` };
  }

  #matched(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const [found] = pattern.exec(this.#text) ?? [];
    if (found === undefined) return null;
    this.at += found.length;
    return found;
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
