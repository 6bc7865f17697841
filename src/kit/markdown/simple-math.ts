/**
 * Renders the formulas that most statements consist of (`1 \le n \le 10^5`, `a_{i+1}`, `l, l+1, \dots, r`) to the same
 * MathML as KaTeX. KaTeX is larger than the rest of the first screen together, so a page with only simple formulas does
 * not load it. KaTeX renders a formula with any other operator or command.
 */
const OPERATORS: Readonly<Record<string, string>> = {
  '+': '<mo>+</mo>',
  '-': '<mo>−</mo>',
  '=': '<mo>=</mo>',
  '<': '<mo>&lt;</mo>',
  '>': '<mo>&gt;</mo>',
  ',': '<mo separator="true">,</mo>',
  '(': '<mo stretchy="false">(</mo>',
  ')': '<mo stretchy="false">)</mo>',
  '[': '<mo stretchy="false">[</mo>',
  ']': '<mo stretchy="false">]</mo>',
  '\\le': '<mo>≤</mo>',
  '\\leq': '<mo>≤</mo>',
  '\\ge': '<mo>≥</mo>',
  '\\geq': '<mo>≥</mo>',
  '\\cdot': '<mo>⋅</mo>',
  '\\times': '<mo>×</mo>',
  '\\dots': '<mo>…</mo>',
  '\\ldots': '<mo>…</mo>',
};

/** A number, a letter, a command, or any other single character. TeX ignores spaces. */
const TOKEN = /\s*(\d+(?:\.\d+)?|\\[a-zA-Z]+|\\.|\S)/y;

/** Returns null for a formula that is not simple. */
export function simpleMath(tex: string): string | null {
  TOKEN.lastIndex = 0;
  const tokens: string[] = [];
  for (let match = TOKEN.exec(tex); match !== null; match = TOKEN.exec(tex)) tokens.push(match[1] ?? '');
  const reader = new Reader(tokens);
  const row = reader.row();
  if (row === null || !reader.atEnd || row.length === 0) return null;
  return (
    '<span class="katex"><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics>' +
    `<mrow>${row.join('')}</mrow>` +
    `<annotation encoding="application/x-tex">${escapeHtml(tex)}</annotation></semantics></math></span>`
  );
}

class Reader {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  get atEnd(): boolean {
    return this.#at === this.#tokens.length;
  }

  /** Reads items up to the end or to a closing brace; null if one is not simple. */
  row(): string[] | null {
    const items: string[] = [];
    while (!this.atEnd && this.#tokens[this.#at] !== '}') {
      const item = this.#scripted();
      if (item === null) return null;
      items.push(item);
    }
    return items;
  }

  #scripted(): string | null {
    const base = this.#atom();
    if (base === null) return null;
    const scripts: Record<string, string> = {};
    for (let sign = this.#tokens[this.#at]; sign === '_' || sign === '^'; sign = this.#tokens[this.#at]) {
      this.#at++;
      const script = this.#script();
      // A script on an operator, or the same script twice, is not simple.
      if (script === null || scripts[sign] !== undefined || base.startsWith('<mo')) return null;
      scripts[sign] = script;
    }
    const { _: sub, '^': sup } = scripts;
    if (sub !== undefined && sup !== undefined) return `<msubsup>${base}${sub}${sup}</msubsup>`;
    if (sub !== undefined) return `<msub>${base}${sub}</msub>`;
    return sup === undefined ? base : `<msup>${base}${sup}</msup>`;
  }

  #script(): string | null {
    if (this.#tokens[this.#at] !== '{') {
      // Without braces, TeX takes only one digit: `10^12` is not a power of twelve.
      return /^\d.+/.test(this.#tokens[this.#at] ?? '') ? null : this.#atom();
    }
    this.#at++;
    const row = this.row();
    if (row === null || row.length === 0 || this.#tokens[this.#at] !== '}') return null;
    this.#at++;
    return row.length === 1 ? (row[0] ?? null) : `<mrow>${row.join('')}</mrow>`;
  }

  #atom(): string | null {
    const token = this.#tokens[this.#at++];
    if (token === undefined) return null;
    if (/^\d/.test(token)) return `<mn>${token}</mn>`;
    if (/^[a-zA-Z]$/.test(token)) return `<mi>${token}</mi>`;
    return Object.hasOwn(OPERATORS, token) ? (OPERATORS[token] ?? null) : null;
  }
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
