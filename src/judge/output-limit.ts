/** How much a program may write: what is expected of it, and room. */
import type { Problem } from '../domain/problem.ts';

/** Bytes that every program may write, whatever output is expected. */
const LEAST_BYTES = 8 << 20;
const SPARE_BYTES = 1 << 20;
/** Printed text may have more spaces, line ends and zeros than the expected text. */
const PRINTED = 2;
/** A returned value comes with tags (`value-text.ts`): `1,` becomes `{"i":"1"},`, a character `\uXXXX`. */
const TAGGED = 8;

/**
 * Bytes a program may write in one test of this problem. It goes to the sandbox, which must not learn what is
 * expected: of all tests one number, the same for nearly all problems, else doubled as often as it must be.
 */
export function outputLimit({ mode, tests }: Pick<Problem, 'mode' | 'tests'>): number {
  let bytes = LEAST_BYTES;
  for (const { output } of tests) {
    // Three bytes a code unit at most: short texts need not be looked at.
    if (output.length * TAGGED + SPARE_BYTES <= bytes) continue;
    const wanted = mode === 'call' ? output.length * TAGGED : utf8Length(output) * PRINTED;
    while (bytes < wanted + SPARE_BYTES) bytes *= 2;
  }
  return bytes;
}

function utf8Length(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    // A surrogate pair is four bytes, two for each half.
    if (unit > 0x7f) bytes += unit > 0x7ff && (unit & 0xf800) !== 0xd800 ? 2 : 1;
  }
  return bytes;
}
