/** A part of a text: the inside of a fenced Python block, or the text around it. */
export interface FencedPart {
  readonly text: string;
  readonly python: boolean;
}

/** Splits a text at the fences of its Python blocks. The concatenated parts are the text. */
export function fencedParts(text: string): readonly FencedPart[] {
  const parts: FencedPart[] = [];
  let done = 0;
  const take = (end: number, python: boolean): void => {
    if (end > done) parts.push({ text: text.slice(done, end), python });
    done = end;
  };
  for (let at = 0, fence: string | null = null; at < text.length;) {
    const end = text.indexOf('\n', at) + 1 || text.length;
    const line = text.slice(at, Math.min(end, at + 200)).trim();
    if (fence === null && line.startsWith('```') && !line.slice(3).includes('`')) {
      fence = line.slice(3).trim().toLowerCase();
      take(end, false);
    } else if (fence !== null && line === '```') {
      take(at, /^(?:python3?|py)\b/.test(fence));
      fence = null;
    }
    at = end;
  }
  take(text.length, false);
  return parts;
}
