import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseLossless, stringifyLossless, type LosslessValue } from './lossless-json.ts';
import { readPythonLiteral } from './python-literal.ts';

it.each([
  [`{'a': [1, 2.0, None], "b": True}`, '{"a":[1,2.0,null],"b":true}', true],
  [`'it\\'s' "two" '''and\nthree'''`, JSON.stringify("it'stwoand\nthree"), true],
  [String.raw`'\x41\u00e9\U0001F600\101\n\\\q'`, JSON.stringify('Aé😀A\n\\\\q'), true],
  [String.raw`r'\n'`, String.raw`"\\n"`, true],
  ['-1_000', '-1000', true],
  ['0x1F', '31', true],
  ['[.5, 5., 1e5, 00]', '[0.5,5.0,1e5,0]', true],
  ['123456789012345678901234567890', '123456789012345678901234567890', true],
  ['(1)', '1', true],
  ['(1, 2)', '[1,2]', false],
  ['()', '[]', false],
  ['{1, 2}', '[1,2]', false],
  ['{1: 2}', '{"1":2}', false],
  [' [ 1 , 2 , ] ', '[1,2]', true],
])('%s is %s', (text, json, exact) => {
  const literal = readPythonLiteral(text);
  expect(literal && { json: stringifyLossless(literal.value), exact: literal.exact }).toEqual({
    json,
    exact,
  });
});

it.each([
  '',
  'name',
  '__import__("os")',
  '[1, 2',
  '[1 2]',
  '1 + 1',
  '1j',
  "'open",
  "'a\nb'",
  String.raw`'\N{DASH}'`,
  'f"x"',
  '{1: 2, 3}',
  `${'['.repeat(600)}${']'.repeat(600)}`,
  '[1] or [2]',
])('%s is no literal', (text) => {
  expect(readPythonLiteral(text)).toBeNull();
});

it('reads what repr writes', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const parsed = parseLossless(JSON.stringify(value));
      const expectedValue = parsed.ok ? parsed.value : null;
      const literal = readPythonLiteral(repr(expectedValue));
      expect(literal?.exact).toBe(true);
      expect(stringifyLossless(literal!.value)).toBe(stringifyLossless(expectedValue));
    }),
  );
});

/** Writes a value approximately as Python's `repr` does. */
function repr(value: LosslessValue): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') {
    return `'${value
      .replaceAll('\\', '\\\\')
      .replaceAll("'", String.raw`\'`)
      .replaceAll('\n', String.raw`\n`)}'`;
  }
  if (Array.isArray(value)) return `[${(value as readonly LosslessValue[]).map(repr).join(', ')}]`;
  if (value instanceof Map) {
    return `{${[...(value as ReadonlyMap<string, LosslessValue>)].map(([key, each]) => `${repr(key)}: ${repr(each)}`).join(', ')}}`;
  }
  return (value as { readonly numeral: string }).numeral;
}
