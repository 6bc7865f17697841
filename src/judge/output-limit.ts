/** The number of bytes that a program may write: the size of the expected output, with a margin. */
import type { Problem } from '../domain/problem.ts';

/** Bytes that every program may write, whatever the expected output. */
const LEAST_BYTES = 8 << 20;
const SPARE_BYTES = 1 << 20;
/** Printed text may have more spaces, line ends and zeros than the expected text. */
const PRINTED = 2;
/** A returned value is written as tagged JSON (`value-text.ts`): `1,` becomes `{"i":"1"},`, a character `\uXXXX`. */
const TAGGED = 8;

/**
 * Returns the number of bytes that a program may write in one test of this problem. The sandbox receives this
 * number and must not learn the expected output. So it is one number for all tests: the same for nearly all
 * problems, else doubled as often as necessary.
 */
export function outputLimit({ mode, tests }: Problem): number {
  let bytes = LEAST_BYTES;
  for (const { output } of tests) {
    // A code unit takes at most three bytes, so short texts need no exact count.
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
    // A surrogate pair takes four bytes, two for each half.
    if (unit > 0x7f) bytes += unit > 0x7ff && (unit & 0xf800) !== 0xd800 ? 2 : 1;
  }
  return bytes;
}
