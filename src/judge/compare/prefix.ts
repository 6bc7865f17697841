import { differing, type OutputComparison } from './comparison.ts';
import { stripSpan, type Span } from './python-text.ts';
import { compareWords, sameText } from './words.ts';

/**
 * Compares by the rule of open-r1 (huggingface/open-r1 `src/open_r1/rewards.py`, `code_reward`). The output is
 * stripped, both texts are split into lines, and stripped lines are compared pair by pair until the shorter text
 * ends. So a correct beginning passes, of the output or of the expected text, and an empty output passes if the
 * first expected line is blank. The expected text is not stripped: a line feed at its end adds one more line, which
 * must be blank in a longer output. Numbers are compared as text. In the output CRLF and CR end a line too, as
 * `subprocess` translates them.
 */
export function comparePrefix(expected: string, got: string): OutputComparison {
  const given = stripSpan(got, 0, got.length);
  let a = 0;
  let b = given.start;
  for (let line = 0; ; line++) {
    const lineFeed = expected.indexOf('\n', a);
    const aEnd = lineFeed === -1 ? expected.length : lineFeed;
    const bEnd = lineEnd(got, b, given.end);
    const aLine = stripSpan(expected, a, aEnd);
    const bLine = stripSpan(got, b, bEnd);
    if (!sameText(expected, aLine, got, bLine)) {
      const token = differingToken(expected, aLine, got, bLine);
      return differing({ kind: 'line', line, token });
    }
    if (lineFeed === -1 || bEnd === given.end) return { equal: true };
    a = aEnd + 1;
    b = got[bEnd] === '\r' && got[bEnd + 1] === '\n' ? bEnd + 2 : bEnd + 1;
  }
}

/**
 * Returns the end of a line of the output. It reads unit by unit: two searches per line would take quadratic time.
 */
function lineEnd(text: string, start: number, end: number): number {
  let at = start;
  for (; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x0a || unit === 0x0d) break;
  }
  return at;
}

/** Returns the offset of the first word that differs; null if only the spacing differs. */
function differingToken(a: string, aLine: Span, b: string, bLine: Span): number | null {
  const [mine, theirs] = [a.slice(aLine.start, aLine.end), b.slice(bLine.start, bLine.end)];
  const comparison = compareWords(mine, theirs, (x, y) => sameText(mine, x, theirs, y));
  if (comparison.equal) return null;
  const { difference } = comparison;
  if (difference.kind === 'token') return difference.token;
  return difference.kind === 'token-count' ? Math.min(difference.expected, difference.got) : null;
}
