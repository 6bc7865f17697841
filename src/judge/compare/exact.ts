import { differing, type OutputComparison } from './comparison.ts';

/**
 * Compares texts character by character, white space and line ends included: Python's `a == b`. The difference is
 * the first character that differs or that only one text has.
 */
export function compareExact(expected: string, got: string): OutputComparison {
  if (expected === got) return { equal: true };
  let at = 0;
  let line = 0;
  let lineStart = 0;
  const common = Math.min(expected.length, got.length);
  for (; at < common; at++) {
    const unit = expected.charCodeAt(at);
    if (unit !== got.charCodeAt(at)) break;
    if (unit === 0x0a) {
      line++;
      lineStart = at + 1;
    }
  }
  if (isWithinPair(expected, at) || isWithinPair(got, at)) at--;
  return differing({ kind: 'character', line, column: at - lineStart });
}

/** Whether the offset lies between the two halves of one character. */
function isWithinPair(text: string, at: number): boolean {
  return at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff;
}
