/**
 * Reads and writes JSON without losses: integers above 2**53 and the difference between `1` and `1.0` stay, which
 * JavaScript numbers lose. The grammar is that of Python's `json` module, which wrote the files read here: strict
 * JSON, and also the bare words NaN, Infinity and -Infinity.
 */

/** A number in its original notation. */
export interface JsonNumeral {
  readonly numeral: string;
}

/**
 * A JSON object. It is a map, which keeps the order of keys such as `"2", "1"` and treats `__proto__` as a normal
 * key.
 */
export type LosslessObject = ReadonlyMap<string, LosslessValue>;

export type LosslessValue = null | boolean | string | JsonNumeral | readonly LosslessValue[] | LosslessObject;

/** Clauses for messages about a string that is not JSON. */
const FAULTS = {
  hasMoreBehindValue: 'there is more after the end of the value',
  lacksValue: 'a value is missing',
  lacksKey: 'a key in double quotes is missing',
  lacksColon: 'a colon is missing',
  lacksCommaOrBrace: 'a comma or } is missing',
  lacksCommaOrBracket: 'a comma or ] is missing',
  lacksDigit: 'a digit is missing',
  lacksFraction: 'a digit is missing after the point',
  lacksExponent: 'a digit is missing in the exponent',
  lacksClosingQuote: 'a string is not closed',
  holdsWrongCharacter: 'a string holds a control character or a wrong escape',
  isTooDeep: 'nested too deeply',
};
export type JsonFault = keyof typeof FAULTS;

export type LosslessParse =
  | { readonly ok: true; readonly value: LosslessValue }
  /** `position` is the offset, in UTF-16 code units, of the first invalid character. */
  | { readonly ok: false; readonly position: number; readonly fault: JsonFault };

/** Returns a clause that describes a fault, for a message. */
export function jsonFaultText(fault: JsonFault): string {
  return FAULTS[fault];
}

/** Maximum number of levels of nested arrays and objects. Python's own reader fails at about the same depth. */
export const MAX_JSON_DEPTH = 1000;

/** Parses a JSON string. If a key occurs twice, the last value is used, as in Python and JavaScript. */
export function parseLossless(text: string): LosslessParse {
  const reader = new Reader(text);
  try {
    return { ok: true, value: reader.document() };
  } catch (error) {
    if (!(error instanceof NoJson)) throw error;
    return { ok: false, position: error.position, fault: error.fault };
  }
}

/** Writes a value as compact JSON. Numbers and the order of keys are unchanged. */
export function stringifyLossless(value: LosslessValue): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (isArray(value)) return `[${value.map(stringifyLossless).join(',')}]`;
  if (value instanceof Map) {
    const members = Array.from(
      value as LosslessObject,
      ([key, member]) => `${JSON.stringify(key)}:${stringifyLossless(member)}`,
    );
    return `{${members.join(',')}}`;
  }
  return (value as JsonNumeral).numeral;
}

export function isLosslessObject(value: LosslessValue | undefined): value is LosslessObject {
  return value instanceof Map;
}

export function isNumeral(value: LosslessValue | undefined): value is JsonNumeral {
  return typeof value === 'object' && value !== null && 'numeral' in value;
}

/** Whether a value is an array. `Array.isArray` alone does not narrow to a readonly array. */
function isArray(value: LosslessValue): value is readonly LosslessValue[] {
  return Array.isArray(value);
}

/** Error that ends the recursion at the first fault. Thrown and caught only in this file. */
class NoJson extends Error {
  readonly position: number;
  readonly fault: JsonFault;

  constructor(position: number, fault: JsonFault) {
    super();
    this.position = position;
    this.fault = fault;
  }
}

class Reader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): LosslessValue {
    const value = this.#value();
    this.#skipSpace();
    if (this.#at < this.#text.length) throw new NoJson(this.#at, 'hasMoreBehindValue');
    return value;
  }

  #value(): LosslessValue {
    this.#skipSpace();
    switch (this.#text[this.#at]) {
      case '{':
        return this.#object();
      case '[':
        return this.#array();
      case '"':
        return this.#string();
      case 't':
        return this.#word('true', true);
      case 'f':
        return this.#word('false', false);
      case 'n':
        return this.#word('null', null);
      case 'N':
        return this.#word('NaN', { numeral: 'NaN' });
      case 'I':
        return this.#word('Infinity', { numeral: 'Infinity' });
      default:
        return this.#number();
    }
  }

  #object(): LosslessObject {
    const members = new Map<string, LosslessValue>();
    this.#enterLevel();
    if (this.#accept('}')) return this.#close(members);
    do {
      this.#skipSpace();
      if (this.#text[this.#at] !== '"') throw new NoJson(this.#at, 'lacksKey');
      const key = this.#string();
      if (!this.#accept(':')) throw new NoJson(this.#at, 'lacksColon');
      members.set(key, this.#value());
    } while (this.#accept(','));
    if (!this.#accept('}')) throw new NoJson(this.#at, 'lacksCommaOrBrace');
    return this.#close(members);
  }

  #array(): readonly LosslessValue[] {
    const items: LosslessValue[] = [];
    this.#enterLevel();
    if (this.#accept(']')) return this.#close(items);
    do items.push(this.#value());
    while (this.#accept(','));
    if (!this.#accept(']')) throw new NoJson(this.#at, 'lacksCommaOrBracket');
    return this.#close(items);
  }

  #enterLevel(): void {
    if (++this.#depth > MAX_JSON_DEPTH) throw new NoJson(this.#at, 'isTooDeep');
    this.#at++;
  }

  #close<T>(value: T): T {
    this.#depth--;
    return value;
  }

  /** Finds the closing quote. `JSON.parse`, which is native, handles escapes and forbidden characters. */
  #string(): string {
    const start = this.#at;
    let quote = start;
    let isEscaped = true;
    while (isEscaped) {
      quote = this.#text.indexOf('"', quote + 1);
      if (quote === -1) throw new NoJson(start, 'lacksClosingQuote');
      let slash = quote - 1;
      while (this.#text[slash] === '\\') slash--;
      isEscaped = (quote - slash) % 2 === 0;
    }
    this.#at = quote + 1;
    try {
      return JSON.parse(this.#text.slice(start, quote + 1)) as string;
    } catch {
      throw new NoJson(start, 'holdsWrongCharacter');
    }
  }

  /**
   * Reads a number. It uses no regular expression, because one would run out of stack on numbers of many million
   * digits.
   */
  #number(): JsonNumeral {
    const start = this.#at;
    if (this.#text[this.#at] === '-') this.#at++;
    if (this.#text[this.#at] === 'I' && this.#at > start) {
      return this.#word('Infinity', { numeral: '-Infinity' });
    }
    if (this.#text[this.#at] === '0') this.#at++;
    else this.#digits(start === this.#at ? 'lacksValue' : 'lacksDigit');
    if (this.#text[this.#at] === '.') {
      this.#at++;
      this.#digits('lacksFraction');
    }
    if (this.#text[this.#at] === 'e' || this.#text[this.#at] === 'E') {
      this.#at++;
      if (this.#text[this.#at] === '+' || this.#text[this.#at] === '-') this.#at++;
      this.#digits('lacksExponent');
    }
    return { numeral: this.#text.slice(start, this.#at) };
  }

  #digits(fault: JsonFault): void {
    const start = this.#at;
    for (; ; this.#at++) {
      const unit = this.#text.charCodeAt(this.#at);
      if (!(unit >= 0x30 && unit <= 0x39)) break;
    }
    if (this.#at === start) throw new NoJson(start, fault);
  }

  #word<T extends LosslessValue>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) throw new NoJson(this.#at, 'lacksValue');
    this.#at += word.length;
    return value;
  }

  #accept(mark: string): boolean {
    this.#skipSpace();
    if (this.#text[this.#at] !== mark) return false;
    this.#at++;
    return true;
  }

  #skipSpace(): void {
    for (; ; this.#at++) {
      const unit = this.#text.charCodeAt(this.#at);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return;
    }
  }
}
