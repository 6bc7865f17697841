/**
 * Renders untrusted Markdown (statements, answers of models) to HTML that is safe to insert. There are three layers of
 * protection: markdown-it without HTML, DOMPurify with a short list of allowed elements, and the page's CSP.
 */
import DOMPurify from 'dompurify';
import MarkdownIt, { type Token } from 'markdown-it';
import { mathAt } from './math-source.ts';
import { simpleMath } from './simple-math.ts';

export type MathRenderer = (tex: string, display: boolean) => string | null;

export interface Rendered {
  readonly html: string;
  readonly needsMath: boolean;
}

interface Environment extends Record<PropertyKey, unknown> {
  readonly formulas: { readonly tex: string; readonly display: boolean }[];
}

/** Private-use characters around the number of a formula. They are removed from the source first. */
const OPEN = '\uE000';
const CLOSE = '\uE001';

/** The placeholder of a formula, with adjacent punctuation. No line breaks between the two. */
const FORMULA = /([([“‘]?)\uE000(\d+)\uE001([.,;:!?)\]”’]*)/g;

const markdown = new MarkdownIt({ html: false, linkify: false, breaks: true, typographer: false });
markdown.disable('image');

markdown.inline.ruler.before('escape', 'math', (state, silent) => {
  const mathSource = mathAt(state.src.slice(0, state.posMax), state.pos);
  if (mathSource === null) return false;
  if (!silent) {
    const { formulas } = state.env as Environment;
    state.push('text', '', 0).content = `${OPEN}${formulas.length}${CLOSE}`;
    formulas.push({ tex: mathSource.tex, display: mathSource.display });
  }
  state.pos = mathSource.end;
  return true;
});

// A link can lead anywhere, so its host is shown after it.
markdown.core.ruler.push('link-hosts', (state) => {
  for (const { children } of state.tokens) {
    let host = '';
    for (const token of children ?? []) {
      if (token.type === 'link_open') host = hostOf(String(token.attrGet('href') ?? ''));
      if (token.type === 'link_close') token.meta = { host };
    }
  }
});
markdown.renderer.rules['link_close'] = (tokens, index) => {
  const host = tokens[index]?.meta?.['host'];
  return `</a>${typeof host !== 'string' || host === '' ? '' : ` <small>(${markdown.utils.escapeHtml(host)})</small>`}`;
};

// A separate instance, so that its hook affects no other caller.
const purifier = DOMPurify(window);
purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName === 'A') node.setAttribute('rel', 'noopener noreferrer nofollow');
  // Long lines scroll, and keyboard users must be able to scroll them.
  if (node.tagName === 'PRE') node.setAttribute('tabindex', '0');
});

// Keeps only the class that marks a code block as Python, which is then coloured.
purifier.addHook('uponSanitizeAttribute', (_node, attribute) => {
  if (attribute.attrName === 'class')
    attribute.keepAttr = /^language-(?:python3?|py)$/.test(attribute.attrValue);
});

const ALLOWED = {
  ALLOWED_TAGS: [
    ...[
      'p',
      'br',
      'hr',
      'h1',
      'h2',
      'h3',
      'h4',
      'h5',
      'h6',
      'blockquote',
      'pre',
      'code',
      'em',
      'strong',
      's',
    ],
    ...['ul', 'ol', 'li', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'a', 'small'],
  ],
  ALLOWED_ATTR: ['href', 'rel', 'title', 'start', 'align', 'class'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  // No fragments, because `#…` is an address of this app.
  ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
};

/** One block of a text, for example a paragraph, a list or a table. */
export interface MarkdownPiece {
  /** Renders and sanitises the block. Needs a DOM. */
  render(math: MathRenderer | null): Rendered;
}

/** Renders and sanitises a whole text, without state between calls. Needs a DOM. */
export function renderMarkdown(
  source: string,
  {
    topHeading,
    math,
  }: {
    /** Level of the topmost heading, 1 to 6, so that the text continues the outline of the page. */
    readonly topHeading: number;
    /** Null before KaTeX is loaded. Formulas that are not simple are then shown as source. */
    readonly math: MathRenderer | null;
  },
): Rendered {
  const pieces = parseMarkdown(source, topHeading).map((piece) => piece.render(math));
  return {
    html: pieces.map(({ html }) => html).join(''),
    needsMath: pieces.some(({ needsMath }) => needsMath),
  };
}

/** Splits a text into blocks, so that a long text can be rendered in several steps. */
export function parseMarkdown(source: string, topHeading: number): readonly MarkdownPiece[] {
  const environment: Environment = { formulas: [] };
  const tokens = markdown.parse(source.replaceAll(/[\uE000\uE001]/g, '\uFFFD'), environment);
  const headings = tokens.filter(({ type }) => type === 'heading_open' || type === 'heading_close');
  const highest = Math.min(...headings.map(({ tag }) => Number(tag.slice(1))));
  for (const heading of headings) {
    heading.tag = `h${Math.min(6, Number(heading.tag.slice(1)) - highest + topHeading)}`;
  }
  return blocksOf(tokens).map((block) => ({ render: (math) => renderBlock(block, environment, math) }));
}

/** Groups tokens by top-level block. */
function blocksOf(tokens: readonly Token[]): readonly Token[][] {
  const blocks: Token[][] = [];
  let blockStart = 0;
  let depth = 0;
  tokens.forEach(({ nesting }, index) => {
    depth += nesting;
    if (depth > 0) return;
    blocks.push(tokens.slice(blockStart, index + 1));
    blockStart = index + 1;
  });
  return blocks;
}

function renderBlock(tokens: Token[], environment: Environment, math: MathRenderer | null): Rendered {
  const unsafe = markdown.renderer.render(tokens, markdown.options, environment);
  const safe = purifier.sanitize(unsafe, ALLOWED);
  let needsMath = false;
  // MathML is inserted last, by number. Otherwise the sanitiser would have to allow all of MathML.
  const html = safe.replaceAll(FORMULA, (_, before: string, number: string, after: string) => {
    const { tex, display } = environment.formulas[Number(number)] ?? { tex: '', display: false };
    const simpleHtml = display ? null : simpleMath(tex);
    needsMath ||= simpleHtml === null;
    const formula = simpleHtml ?? math?.(tex, display) ?? `<code>${markdown.utils.escapeHtml(tex)}</code>`;
    return display || before + after === ''
      ? `${before}${formula}${after}`
      : `<span class="unbroken">${before}${formula}${after}</span>`;
  });
  return { html, needsMath };
}

function hostOf(address: string): string {
  try {
    return new URL(address).host;
  } catch {
    return '';
  }
}
