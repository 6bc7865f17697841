import fc from 'fast-check';

/** Characters that text goes wrong with, beside plain ones: escapes, marks, wide ones and halves of them. */
const UNITS = [
  ...'ab1 .<>/\\"\'`',
  '\n',
  '\r',
  '\t',
  '\u0000',
  'é',
  '\u0301',
  '１',
  '\ufeff',
  '\u2028',
  '😀',
];

/** Short texts made of them; `fast-check`'s own way to all of Unicode takes seconds to set up. */
export function oddText(maxLength = 20): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...UNITS, '\ud83d', '\ude00'), maxLength });
}
