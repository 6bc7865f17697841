import { describe, expect, it } from 'vitest';
import { parseLossless, stringifyLossless, type LosslessValue } from '../../base/lossless-json.ts';
import { Fields } from './fields.ts';
import { assertedCalls, namedLists } from './asserted-calls.ts';
import { signatureOf } from './signature.ts';
import { casesIn, structuredValue, structuredOrNull, structuredTests } from './structured.ts';

function json(text: string): LosslessValue {
  const parsed = parseLossless(text);
  if (!parsed.ok) throw new Error(parsed.fault);
  return parsed.value;
}

describe('assertions', () => {
  it('that are calls compared with literals are tests', () => {
    const body =
      '    assert candidate(nums = [1, 2], k = 2) == 4\n    assert candidate(k = 3, nums = []) == None\n';
    expect(assertedCalls(body, 'candidate', null)).toEqual(
      [
        ['[[1,2],2]', '4'],
        ['[[],3]', 'null'],
      ].map(([input, output]) => ({ input: json(input!), output: json(output!) })),
    );
  });

  it.each([
    'assert candidate((1, 2)) == 3',
    'assert candidate(1) == (1, 2)',
    'assert abs(candidate(1) - 2) < 1e-6',
    'assert candidate(1) == 2, "message"',
    'assert candidate(1) == 2 or True',
    'assert candidate(x) == 2',
    'x = 1\nassert candidate(1) == 2',
    'assert candidate(1, b = 2) == 2',
    '',
  ])('%s: not', (body) => {
    expect(assertedCalls(body, 'candidate', null)).toBeNull();
  });

  it('by name take the places of the declaration', () => {
    const signature = signatureOf(['def f(self, a, b):'], 'f');
    expect(assertedCalls('assert candidate(b = 2, a = 1) == 3', 'candidate', signature)).toEqual([
      { input: json('[1,2]'), output: json('3') },
    ]);
    expect(assertedCalls('assert candidate(c = 2, a = 1) == 3', 'candidate', signature)).toBeNull();
  });

  it('of EvalPlus stand in two lists', () => {
    expect(namedLists('def check(c):\n    inputs = [[1], [2]]\n    results = [True, 2.5]\n')).toEqual([
      { input: json('[1]'), output: true },
      { input: json('[2]'), output: json('2.5') },
    ]);
    expect(namedLists('inputs = [[1]]\nresults = [(1, 2)]')).toBeNull();
    expect(namedLists('inputs = [[1]]\nresults = [1, 2]')).toBeNull();
  });
});

describe('a field', () => {
  const field = (value: unknown) => new Fields(json(JSON.stringify({ a: value })));
  const text = JSON.stringify;

  it('may hold JSON, its text, the text of Python, or the text of such a text', () => {
    for (const value of [
      { x: 1 },
      '{"x":1}',
      "{'x': 1}",
      text('{"x":1}'),
      text("{'x': 1}"),
      `'{"x": 1}'`,
      text(text('{"x":1}')),
    ]) {
      expect(stringifyLossless(structuredValue(field(value), 'a'))).toBe('{"x":1}');
    }
    expect(() => structuredValue(field('nothing'), 'a')).toThrow('is neither JSON nor a literal of Python');
    expect(() => structuredValue(field(text('nothing')), 'a')).toThrow(
      'is neither JSON nor a literal of Python',
    );
  });

  it.each(['', ' \n', 'null', 'None', '{}', '[]', '""', null, {}, []])(
    'of tests that is %j has none',
    (value) => {
      expect(() => structuredTests(field(value), 'a')).toThrow(
        expect.objectContaining({ field: 'a', message: 'is empty: the row has no tests' }),
      );
    },
  );

  it('beside the tests may be empty', () => {
    for (const value of ['', ' ', 'null', null]) expect(structuredOrNull(field(value), 'a')).toBeNull();
    expect(structuredOrNull(field('{"x":"1"}'), 'a')?.text('x')).toBe('1');
  });

  it('of cases may hold texts of them, or a list for each of their fields', () => {
    const testCase = { input: '1', output: '2' };
    const two = { input: '3', output: '4' };
    for (const value of [
      [testCase, two],
      [text(testCase), text(two)],
      { input: ['1', '3'], output: ['2', '4'] },
      { input: ['1', '3'], output: ['2', '4'], fn_name: null },
    ]) {
      expect(casesIn(json(text(value)), 'a').map(stringifyLossless)).toEqual([text(testCase), text(two)]);
    }
    expect(() => casesIn(json('{"input":["1"],"output":[]}'), 'a')).toThrow('expected a list of tests');
    expect(() => casesIn(json('{"input":"1","output":"2"}'), 'a')).toThrow('expected a list of tests');
  });
});
