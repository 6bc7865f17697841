/** Markup in which every text is escaped, unless it was made here. */

export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Markup | readonly Markup[];

export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const plain = unindented(strings);
  return new Markup(plain.reduce((text, string, at) => `${text}${textOf(parts[at - 1]!)}${string}`));
}

const known = new WeakMap<TemplateStringsArray, readonly string[]>();

/**
 * The indentation of a template in the source does not matter to a reader, and adds up over a hundred thousand cells.
 */
function unindented(strings: TemplateStringsArray): readonly string[] {
  const before = known.get(strings);
  if (before !== undefined) return before;
  const plain = strings.map((string) => string.replace(/\s*\n\s*/g, '\n'));
  known.set(strings, plain);
  return plain;
}

export const NOTHING = new Markup('');

function textOf(part: Part): string {
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map(({ text }) => text).join('');
  return escaped(String(part));
}

/** For texts and for attributes in quotes. Control characters and lone surrogates have no place in a document. */
function escaped(text: string): string {
  return text
    .replace(/\p{Cc}|\p{Surrogate}/gu, (unit) => (/[\t\n\r]/.test(unit) ? unit : '\ufffd'))
    .replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}
