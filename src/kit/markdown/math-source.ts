/** Finds math in Markdown: `$…$`, `$$…$$`, Codeforces' `$$$…$$$`, `\(…\)` and `\[…\]`. */
export interface MathSource {
  readonly tex: string;
  readonly display: boolean;
  /** Index of the first character after the math. */
  readonly end: number;
}

/**
 * Returns the math that begins at `at`; null if there is none. Single dollars follow pandoc's rule, so that prices
 * stay text: no space on the inner side of the dollars, and no digit right after the closing one.
 */
export function mathAt(source: string, at: number): MathSource | null {
  if (source.startsWith('\\(', at)) return delimitedMath(source, at, '\\(', '\\)', false);
  if (source.startsWith('\\[', at)) return delimitedMath(source, at, '\\[', '\\]', true);
  if (source.startsWith('$$$', at)) return delimitedMath(source, at, '$$$', '$$$', false);
  if (source.startsWith('$$', at)) return delimitedMath(source, at, '$$', '$$', true);
  if (source[at] !== '$' || /\s|^$/.test(source[at + 1] ?? '')) return null;
  for (let end = source.indexOf('$', at + 1); end !== -1; end = source.indexOf('$', end + 1)) {
    const previousCharacter = source[end - 1] ?? '';
    if (previousCharacter === '\\') continue;
    if (/\s/.test(previousCharacter) || /\d/.test(source[end + 1] ?? '')) return null;
    const tex = source.slice(at + 1, end);
    return tex.includes('\n\n') ? null : { tex, display: false, end: end + 1 };
  }
  return null;
}

function delimitedMath(
  source: string,
  at: number,
  opening: string,
  closing: string,
  display: boolean,
): MathSource | null {
  const start = at + opening.length;
  const end = source.indexOf(closing, start);
  const tex = end === -1 ? '' : source.slice(start, end);
  return tex.trim() === '' ? null : { tex, display, end: end + closing.length };
}
