/**
 * Finds syntax in an f-string that only Python 3.12 and later accept (PEP 701). Before 3.12 the tokenizer read an
 * f-string like any other string, and it was parsed afterwards: Parser/string_parser.c of 3.11,
 * `fstring_find_literal` and `fstring_find_expr`.
 */

/** Maximum level of fields: a field's format may contain fields, but the formats of these may not. */
const MAX_DEPTH = 2;

/**
 * @param text the text between the quotes
 * @returns the newer feature, as a noun; null if there is none
 */
export function newerFString(text: string, isRaw: boolean): string | null {
  return new FString(text, isRaw).newerFeature();
}

class FString {
  readonly #text: string;
  readonly #isRaw: boolean;
  #at = 0;

  constructor(text: string, isRaw: boolean) {
    this.#text = text;
    this.#isRaw = isRaw;
  }

  newerFeature(): string | null {
    while (this.#at < this.#text.length) {
      const feature = this.#literal(0);
      if (feature !== null) return feature;
      this.#at += 1;
    }
    return null;
  }

  /** Reads literal text up to its end; in the format of a field, up to the `}` of the field. */
  #literal(depth: number): string | null {
    const text = this.#text;
    for (; this.#at < text.length; this.#at++) {
      if (text[this.#at] === '\\' && !this.#isRaw) {
        this.#skipEscape();
        continue;
      }
      const character = text[this.#at];
      const isDoubled = depth === 0 && text[this.#at + 1] === character;
      if (character === '}' && !isDoubled && depth > 0) return null;
      if ((character === '{' || character === '}') && isDoubled) this.#at += 1;
      else if (character === '{') {
        this.#at += 1;
        const feature = this.#field(depth);
        if (feature !== null) return feature;
      }
    }
    return null;
  }

  /** Skips an escape. A backslash does not escape a brace, and `\N{DASH}` is one character. */
  #skipEscape(): void {
    const next = this.#text[this.#at + 1];
    if (next === 'N' && this.#text[this.#at + 2] === '{') {
      const end = this.#text.indexOf('}', this.#at);
      this.#at = end === -1 ? this.#text.length : end;
    } else if (next !== '{' && next !== '}') this.#at += 1;
  }

  /** Reads a field from after its `{` to its `}`. */
  #field(depth: number): string | null {
    if (depth >= MAX_DEPTH) return 'deeper fields';
    const text = this.#text;
    const start = this.#at;
    const feature = this.#expression();
    if (feature !== null) return feature;
    const innerFeature = newerFeatureIn(text.slice(start, this.#at));
    if (innerFeature !== null) return innerFeature;
    if (text[this.#at] === '=') {
      this.#at += 1;
      while (/\s/.test(text[this.#at] ?? '')) this.#at += 1;
    }
    if (text[this.#at] === '!') this.#at += 2;
    if (text[this.#at] === ':') {
      this.#at += 1;
      const inFormat = this.#literal(depth + 1);
      if (inFormat !== null) return inFormat;
    }
    return text[this.#at] === '}' ? null : 'the quotes of its own';
  }

  /** Reads an expression up to its end outside brackets and strings. */
  #expression(): string | null {
    const text = this.#text;
    let quote = '';
    let depth = 0;
    for (; this.#at < text.length; this.#at++) {
      const character = text[this.#at]!;
      if (character === '\\') return 'a backslash';
      if (quote !== '') {
        if (text.startsWith(quote, this.#at)) {
          this.#at += quote.length - 1;
          quote = '';
        }
      } else if (character === '"' || character === "'") {
        const tripleQuote = character.repeat(3);
        quote = text.startsWith(tripleQuote, this.#at) ? tripleQuote : character;
        this.#at += quote.length - 1;
      } else if (character === '#') return 'a comment';
      else if ('([{'.includes(character)) depth += 1;
      else if (depth > 0 && ')]}'.includes(character)) depth -= 1;
      else if (depth === 0 && '!:}=<>'.includes(character)) {
        if (text[this.#at + 1] === '=' && '!=<>'.includes(character)) this.#at += 1;
        else if (character !== '<' && character !== '>') return null;
      }
    }
    return 'the quotes of its own';
  }
}

/** Finds newer syntax in the f-strings of an expression. */
function newerFeatureIn(expression: string): string | null {
  const strings = /(?<![a-z])([a-z]{0,2})("""|'''|"|')([^]*?)\2/gi;
  for (const [, prefix = '', , text = ''] of expression.matchAll(strings)) {
    const lowerPrefix = prefix.toLowerCase();
    const feature = lowerPrefix.includes('f') ? newerFString(text, lowerPrefix.includes('r')) : null;
    if (feature !== null) return feature;
  }
  return null;
}
