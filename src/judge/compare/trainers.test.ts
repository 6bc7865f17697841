/** The comparers of verl, NeMo-Gym, INTELLECT-3 and open-instruct, where they differ from the others. */
import { expect, test } from 'vitest';
import type { ComparerName } from './comparers.ts';
import { COMPARISONS } from './comparisons.ts';
import { jsonText } from './json-text.ts';
import { splitLines } from './python-text.ts';
import { parseExpected, parseTagged } from './value-text.ts';

test.for<readonly [ComparerName, string, string, boolean]>([
  ['prime-code', '1\n\n2\n', '1\n2', true],
  ['prime-code', '1 2', '1  2', false],
  ['prime-code', '0.5', '0.500001', true],
  ['prime-code', '1 0.5', '1 0.500001', false],
  ['prime-code', '10000000', '10000001', false],
  ['prime-code', '-1\n10000000', '-1\n10000001', true],
  ['printed', '3\n', '3', true],
  ['printed', '3', '3 ', false],
  ['printed', '', '\n\n', true],
  ['nemo-gym', 'YES\nNo', 'yes\nNO', true],
  ['nemo-gym', 'YES.', 'yes.', false],
  ['nemo-gym', '1 0.5', '1 0.5000009', true],
  ['nemo-gym', '1000000.0', '1000000.9', true],
  ['nemo-gym', '1000000', '1000001', false],
  ['nemo-gym', 'inf', 'Infinity', true],
  ['intellect-3', '1\n2\n3', '1 2 3', true],
  ['intellect-3', 'a b', 'a\nb', false],
  ['intellect-3', '2.5', '2.5009', true],
  ['intellect-3', '2.5', '2.5011', false],
  ['intellect-3', 'x\n\ny', 'x\ny', true],
  ['asserted', '1.0', '1', true],
])('%s: %j and %j: %s', ([name, expected, got, equal]) => {
  expect(COMPARISONS[name].text(expected, got).equal).toBe(equal);
});

test.for<readonly [ComparerName, string, string, boolean]>([
  ['prime-code', '[5]', '{"i":"5"}', true],
  ['prime-code', '[[1,2],[3,4]]', '[{"i":"1"},{"i":"2"}]', true],
  ['prime-code', '[[[1,2]]]', '[{"t":[{"i":"1"},{"i":"2"}]}]', true],
  ['prime-code', '{"1":2}', '{"d":[[{"i":"1"},{"i":"2"}]]}', true],
  ['prime-code', '{"1":2}', '{"d":[["1",{"i":"2"}]]}', false],
  ['prime-code', '{"a":2}', '{"d":[["a",{"i":"2"}]]}', true],
  ['printed', '"ba"', '"ba"', false],
  ['printed', '5', '"5"', true],
  ['printed', '[1, 2]', '{"t":[{"i":"1"},{"i":"2"}]}', true],
  ['printed', '1', 'true', false],
  ['nemo-gym', '[1,[2]]', '[{"i":"1"},{"t":[{"i":"2"}]}]', true],
  ['nemo-gym', '0.3333333', '{"f":"0.3333"}', false],
  ['nemo-gym', '0.3333333', '{"f":"0.333333"}', true],
  ['nemo-gym', '[1.0]', '[{"f":"1.000001"}]', true],
  ['nemo-gym', '[[1.0]]', '[[{"f":"1.000001"}]]', false],
  ['nemo-gym', '0.5', '"0.5"', true],
  ['intellect-3', '[5]', '{"i":"5"}', true],
  ['intellect-3', '[]', '{"i":"5"}', false],
  ['asserted', '[1]', '{"t":[{"i":"1"}]}', false],
  ['asserted', '[1]', '[{"f":"1.0"}]', true],
])('%s: the values %s and %s: %s', ([name, expected, got, equal]) => {
  expect(COMPARISONS[name].value(parseExpected(expected)!, parseTagged(got)!).equal).toBe(equal);
});

test('lines end where Python ends them', () => {
  expect(splitLines('')).toEqual([]);
  expect(splitLines('a\r\nb\rc\n\x1cd\u2028')).toEqual(['a', 'b', 'c', '', 'd']);
});

test('JSON is written as Python writes it', () => {
  const text = (tagged: string) => jsonText(parseTagged(tagged)!);
  expect(text('[{"i":"1"},{"f":"1.0"},null,true,"é\\n"]')).toBe('[1, 1.0, null, true, "\\u00e9\\n"]');
  expect(text('{"d":[[{"i":"1"},{"f":"inf"}],[null,{"t":[]}]]}')).toBe('{"1": Infinity, "null": []}');
  expect(text('{"s":[]}')).toBeNull();
});
