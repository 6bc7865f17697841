import katex from 'katex';

/** Longer sources are no formula but an attack or an accident; KaTeX takes seconds for them or overflows. */
const LONGEST_TEX = 5000;
const CACHED = 2000;

const cache = new Map<string, string>();

/**
 * MathML for TeX; null when KaTeX refuses. `trust: false` keeps links, images and styles out, and MathML
 * needs no fonts. Its markup is safe to insert: KaTeX escapes what it is given.
 */
export function renderMath(tex: string, display: boolean): string | null {
  if (tex.length > LONGEST_TEX) return null;
  const key = `${display ? 'd' : 'i'}${tex}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
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
    // Bad TeX, or nested so deep that the stack ran over: the reader sees the source.
    return null;
  }
}

/** Marks names of several letters, which stand upright, as KaTeX's own style sheet does. */
function withNames(html: string): string {
  return withFunctionSpace(html).replaceAll(/<mi>([^<&]{2,})<\/mi>/g, '<mi mathvariant="normal">$1</mi>');
}

const THIN_SPACE = '<mspace width="0.1667em"></mspace>';

/**
 * TeX sets a thin space around function names; KaTeX leaves that to the invisible operator after them, and
 * Chromium gives that operator no width: `n \\log n` would read "nlogn".
 */
function withFunctionSpace(html: string): string {
  return html.replaceAll(
    /(<mi[^>]*>[a-z]+<\/mi>)(<mo>\u2061<\/mo>)(?!<mo[^>]*>\()/g,
    `${THIN_SPACE}$1$2${THIN_SPACE}`,
  );
}
