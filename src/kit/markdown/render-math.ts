import katex from 'katex';

/** Longest TeX source that is rendered. KaTeX takes seconds for longer ones, or overflows the stack. */
const LONGEST_TEX = 5000;
const CACHED = 2000;

const cache = new Map<string, string>();

/**
 * Renders TeX to MathML; null when KaTeX fails. `trust: false` excludes links, images and styles, and MathML needs no
 * fonts. The markup is safe to insert, because KaTeX escapes its input.
 */
export function renderMath(tex: string, display: boolean): string | null {
  if (tex.length > LONGEST_TEX) return null;
  const key = `${display ? 'd' : 'i'}${tex}`;
  const cachedHtml = cache.get(key);
  if (cachedHtml !== undefined) return cachedHtml;
  try {
    const html = withNames(
      katex.renderToString(tex, {
        displayMode: display,
        output: 'mathml',
        trust: false,
        throwOnError: true,
        strict: 'ignore',
        maxExpand: 200,
        maxSize: 10,
      }),
    );
    if (cache.size >= CACHED) cache.clear();
    cache.set(key, html);
    return html;
  } catch {
    // The TeX is invalid, or nested so deeply that the stack overflowed. The source is shown instead.
    return null;
  }
}

/** Marks names of several letters, which are upright, as KaTeX's own style sheet does. */
function withNames(html: string): string {
  return withFunctionSpace(html).replaceAll(/<mi>([^<&]{2,})<\/mi>/g, '<mi mathvariant="normal">$1</mi>');
}

const THIN_SPACE = '<mspace width="0.1667em"></mspace>';

/**
 * Adds the thin space that TeX sets around function names. KaTeX leaves it to the invisible operator after them, to
 * which Chromium gives no width: `n \\log n` would look like "nlogn".
 */
function withFunctionSpace(html: string): string {
  return html.replaceAll(
    /(<mi[^>]*>[a-z]+<\/mi>)(<mo>\u2061<\/mo>)(?!<mo[^>]*>\()/g,
    `${THIN_SPACE}$1$2${THIN_SPACE}`,
  );
}
