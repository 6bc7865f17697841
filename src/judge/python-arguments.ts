/** The arguments of a call as Python writes it: `f("ab", [1, None], k=(2, 3))`. */

import { coder, type Coded } from '../base/coded.ts';
import type * as words from './words/python-call.ts';

type CallFault = Coded<typeof words>;
const because = coder<typeof words>();

export type PythonArguments =
  | { readonly ok: true; /** The values as JSON texts. */ readonly values: readonly string[] }
  /** `position` is the offset of the character that does not fit. */
  | { readonly ok: false; readonly position: number; readonly why: CallFault };

/** Reads literals, separated by commas, with or without a call around them. Tuples become lists. */
export function readPythonArguments(text: string): PythonArguments {
  const reader = new Reader(text);
  try {
    return { ok: true, values: reader.document() };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, position: error.position, why: error.why };
    throw error;
  }
}

class Fault extends Error {
  readonly position: number;
  readonly why: CallFault;

  constructor(position: number, why: CallFault) {
    super();
    this.position = position;
    this.why = why;
  }
}

const WORDS: ReadonlyMap<string, string> = new Map([
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
  ['true', 'true'],
  ['false', 'false'],
  ['null', 'null'],
  ['inf', 'Infinity'],
  ['nan', 'NaN'],
  ['NaN', 'NaN'],
  ['Infinity', 'Infinity'],
]);
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', '0': '\0' };
const MAX_DEPTH = 200;

class Reader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): string[] {
    const call = this.#match(/\s*[\p{L}_][\p{L}\p{N}_.]*\s*\(/uy) !== null;
    const values = this.#list(call ? ')' : null);
    this.#match(/\s*/y);
    if (this.#at < this.#text.length) throw new Fault(this.#at, because('hasMore'));
    return values;
  }

  /** The values up to a closing bracket, or to the end of the text. */
  #list(close: string | null): string[] {
    const values: string[] = [];
    for (;;) {
      if (this.#isAtEnd(close)) return values;
      if (close === ')' || close === null) this.#match(/\s*[\p{L}_][\p{L}\p{N}_]*\s*=(?!=)/uy);
      values.push(this.#value());
      if (this.#isAtEnd(close)) return values;
      if (this.#match(/\s*,/y) === null) throw new Fault(this.#at, because('lacksComma'));
    }
  }

  #isAtEnd(close: string | null): boolean {
    this.#match(/\s*/y);
    if (close === null) return this.#at >= this.#text.length;
    if (this.#text[this.#at] !== close) return false;
    this.#at++;
    return true;
  }

  #value(): string {
    this.#match(/\s*/y);
    const from = this.#at;
    if (this.#depth > MAX_DEPTH) throw new Fault(from, because('isTooDeep'));
    const open = this.#text[from];
    if (open === '[' || open === '(') {
      this.#at++;
      this.#depth++;
      const values = this.#list(open === '[' ? ']' : ')');
      this.#depth--;
      const isGroup =
        open === '(' && values.length === 1 && !/,\s*\)$/.test(this.#text.slice(from, this.#at));
      return isGroup ? values[0]! : `[${values.join(',')}]`;
    }
    if (open === '{') return this.#members();
    const string = this.#match(/(['"])((?:[^\\\n]|\\[^])*?)\1/y);
    if (string !== null) return JSON.stringify(unescaped(string[2]!));
    const number = this.#match(/([+-]?)(\d[\d_]*)?(\.\d*)?([eE][+-]?\d+)?/y);
    if (number !== null && /\d/.test(number[0])) {
      const [, sign = '', whole = '0', fraction = '', exponent = ''] = number;
      const digits = whole.replaceAll('_', '').replace(/^0+(?=\d)/, '');
      return `${sign === '-' ? '-' : ''}${digits}${fraction === '.' ? '.0' : fraction}${exponent}`;
    }
    this.#at = from;
    const word = this.#match(/([+-]?)([A-Za-z]+)/y);
    const known = word && WORDS.get(word[2]!);
    if (known) return `${word[1] === '-' ? '-' : ''}${known}`;
    throw new Fault(from, because('lacksValue'));
  }

  #members(): string {
    this.#at++;
    this.#depth++;
    const members: string[] = [];
    while (!this.#isAtEnd('}')) {
      const key = this.#value();
      if (this.#match(/\s*:/y) === null) throw new Fault(this.#at, because('lacksColon'));
      members.push(`${key.startsWith('"') ? key : JSON.stringify(key)}:${this.#value()}`);
      if (this.#match(/\s*,/y) === null && this.#text[this.#skipped()] !== '}')
        throw new Fault(this.#at, because('lacksComma'));
    }
    this.#depth--;
    return `{${members.join(',')}}`;
  }

  #skipped(): number {
    this.#match(/\s*/y);
    return this.#at;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match !== null) this.#at = pattern.lastIndex;
    return match;
  }
}

function unescaped(text: string): string {
  return text.replace(
    /\\(?:u([\da-fA-F]{4})|x([\da-fA-F]{2})|([^]))/g,
    (whole, wide, narrow, plain: string) => {
      const code = (wide ?? narrow) as string | undefined;
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      if (plain === '\n') return '';
      return ESCAPES[plain] ?? (/['"\\]/.test(plain) ? plain : whole);
    },
  );
}
