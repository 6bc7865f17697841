import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_VALUE_DEPTH, parseExpected, parseTagged, type PyValue } from './value-text.ts';
import { compareValues } from './values.ts';

const equal = { equal: true };
const differsAt = (path: string) => ({ equal: false, difference: { kind: 'value', path } });

function compare(expected: string, got: string): ReturnType<typeof compareValues> {
  const wanted = parseExpected(expected);
  const answer = parseTagged(got);
  if (wanted === null || answer === null) throw new Error(`the test is wrong: ${expected} ${got}`);
  return compareValues(wanted, answer);
}

const i = (digits: number | string): string => `{"i":"${digits}"}`;
const f = (text: string): string => `{"f":"${text}"}`;
const t = (...items: string[]): string => `{"t":[${items.join(',')}]}`;
const d = (...entries: string[]): string => `{"d":[${entries.join(',')}]}`;

describe('compareValues', () => {
  it.each([
    ['null', 'null'],
    ['1', i(1)],
    ['1', 'true'],
    ['0', 'false'],
    ['true', i(1)],
    ['false', f('0.0')],
    ['1', f('1.0')],
    ['1.0', i(1)],
    ['1.0', 'true'],
    ['0', f('-0.0')],
    ['-0.0', i(0)],
    ['0.1', f('0.1')],
    ['0.30000000000000004', f('0.30000000000000004')],
    ['Infinity', f('inf')],
    ['1e22', i('10000000000000000000000')],
    ['1e23', i('99999999999999991611392')],
    ['123456789012345678901', i('123456789012345678901')],
    ['9007199254740992', f('9007199254740992.0')],
    ['"a"', '"a"'],
    ['[]', '[]'],
    ['[]', t()],
    ['[1, 1]', t(i(1), i(1))],
    ['[[1], {"a": [null]}]', `[[${i(1)}],${d('["a",[null]]')}]`],
    ['{"a": 1, "b": 2}', d(`["b",${i(2)}]`, `["a",${i(1)}]`)],
    ['{"1": 2}', d(`["1",${i(2)}]`)],
    ['{"__proto__": 1}', d(`["__proto__",${i(1)}]`)],
    ['{}', d()],
  ])('accepts for %s the value %s', (expected, got) => {
    expect(compare(expected, got)).toEqual(equal);
  });

  it.each([
    ['null', 'false', ''],
    ['null', i(0), ''],
    ['0', 'null', ''],
    ['1', '"1"', ''],
    ['"1"', i(1), ''],
    ['true', '"true"', ''],
    ['1', '[{"i":"1"}]', ''],
    ['[1]', i(1), ''],
    ['9007199254740993', f('9007199254740992.0'), ''],
    ['9007199254740992.0', i('9007199254740993'), ''],
    ['1e23', i('100000000000000000000000'), ''],
    ['0.3', f('0.30000000000000004'), ''],
    ['NaN', f('nan'), ''],
    ['Infinity', f('-inf'), ''],
    ['[1, 2]', '[{"i":"2"},{"i":"1"}]', '[0]'],
    ['[[1, 1]]', `[${t(i(1), i(1))}]`, '[0]'],
    ['[[1, 1]]', t(t(i(1), i(1))), '[0]'],
    ['[1]', '{"s":[{"i":"1"}]}', ''],
    ['{}', '{"s":[]}', ''],
    ['{}', '[]', ''],
    ['[]', d(), ''],
    ['1', '{"o":"E"}', ''],
    ['[1]', '[{"o":"E"}]', '[0]'],
    ['[1, 2]', `[${i(1)}]`, '[1]'],
    ['[1]', `[${i(1)},${i(2)}]`, '[1]'],
    ['[]', '[null]', '[0]'],
    ['[1, 2, 3]', `[${i(1)},${i(5)}]`, '[1]'],
    ['[0, 0, 0, {"x": 1}]', `[${i(0)},${i(0)},${i(0)},${d(`["x",${i(2)}]`)}]`, "[3]['x']"],
    ['{"a": 1}', d(`[${i(1)},${i(1)}]`), "['a']"],
    ['{"1": 2}', d(`[${i(1)},${i(2)}]`), "['1']"],
    ['{"a": 1}', d(`["a",${i(1)}]`, `["b",${i(2)}]`), "['b']"],
    ['{"a": 1}', d(`["a",${i(1)}]`, `[${t(i(1))},${i(2)}]`), '[(1,)]'],
    ['{"a": 1, "b": 2}', d(`["a",${i(1)}]`), "['b']"],
    ['{"a": {"b": [1, 2]}}', d(`["a",${d(`["b",[${i(1)},${i(3)}]]`)}]`), "['a']['b'][1]"],
  ])('refuses for %s the value %s and says where', (expected, got, path) => {
    expect(compare(expected, got)).toEqual(differsAt(path));
  });
});

describe('decimals and fractions, as Python compares them', () => {
  const dec = (text: string): string => `{"dec":"${text}"}`;
  const frac = (text: string): string => `{"frac":"${text}"}`;

  it.each([
    ['5', dec('5')],
    ['5', dec('5.00')],
    ['5.0', dec('5')],
    ['true', dec('1')],
    ['0', dec('-0')],
    ['0.5', dec('0.50')],
    ['-0.375', dec('-375E-3')],
    ['0.1', dec('0.1000000000000000055511151231257827021181583404541015625')],
    ['1e300', dec(BigInt(1e300).toString())],
    ['Infinity', dec('Infinity')],
    ['-Infinity', dec('-Infinity')],
    ['5', frac('5/1')],
    ['0.5', frac('1/2')],
    ['-0.75', frac('-3/4')],
    ['0.1', frac('3602879701896397/36028797018963968')],
    ['5e-324', frac(`1/${2n ** 1074n}`)],
    ['false', frac('0/1')],
    ['[1, 0.5]', `[${dec('1')},${frac('1/2')}]`],
  ])('accepts for %s the value %s', (expected, got) => {
    expect(compare(expected, got)).toEqual(equal);
  });

  it.each([
    ['0.1', dec('0.1')],
    ['5', dec('5.0000000000000000001')],
    ['9007199254740992.0', dec('9007199254740993')],
    ['NaN', dec('NaN')],
    ['1', dec('NaN')],
    ['1', dec('nonsense')],
    ['1', dec('1e999999999')],
    ['"5"', dec('5')],
    ['null', dec('0')],
    ['0.3', frac('3/10')],
    ['1', frac('1/2')],
    ['NaN', frac('0/1')],
    ['Infinity', frac('1/1')],
    ['[0]', frac('0/1')],
  ])('refuses for %s the value %s', (expected, got) => {
    expect(compare(expected, got).equal).toBe(false);
  });
});

describe('compareValues under attack', () => {
  it('lets no prefix pass, in either direction, and nothing pass over nothing', () => {
    expect(compare('[1, 2]', '[]').equal).toBe(false);
    expect(compare('[]', '[null]').equal).toBe(false);
    expect(compare('{}', d('["a",null]')).equal).toBe(false);
    expect(compare('{"a": null}', d()).equal).toBe(false);
    expect(compare('[null]', '[]').equal).toBe(false);
  });

  it('has no tolerance that NaN or Infinity could slip through', () => {
    for (const got of ['nan', 'inf', '-inf']) expect(compare('3.5', f(got)).equal).toBe(false);
    for (const got of ['nan', 'inf', '1.5']) expect(compare('3', f(got)).equal).toBe(false);
    expect(compare('[NaN]', '[{"f":"nan"}]').equal).toBe(false);
  });

  it('finds no inherited key', () => {
    for (const key of ['toString', 'constructor', '__proto__', 'length']) {
      expect(compare(`{"${key}": 1}`, d())).toEqual(differsAt(`['${key}']`));
      expect(compare(`{"${key}": 1}`, '[]').equal).toBe(false);
    }
  });

  it('is not deceived by a key given twice', () => {
    expect(compare('{"a": 1, "b": 2}', d(`["a",${i(1)}]`, `["a",${i(1)}]`))).toEqual(differsAt("['b']"));
    expect(compare('{"a": 1}', d(`["a",${i(2)}]`, `["a",${i(1)}]`)).equal).toBe(false);
  });

  it('never parses millions of digits', () => {
    const digits = '9'.repeat(3_000_000);
    expect(compare('1', i(digits)).equal).toBe(false);
    expect(compare('1e300', i(digits)).equal).toBe(false);
    expect(compare(digits, i(digits)).equal).toBe(true);
    expect(compare(digits, f('inf')).equal).toBe(false);
  });

  it('walks as deep as values can be, and no deeper than expected', () => {
    const lists = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    const dicts = (depth: number, leaf: string): string =>
      `${'{"a":'.repeat(depth)}${leaf}${'}'.repeat(depth)}`;
    const taggedDicts = (depth: number, leaf: string): string =>
      `${'{"d":[["a",'.repeat(depth)}${leaf}${']]}'.repeat(depth)}`;
    expect(compare(lists(MAX_VALUE_DEPTH), lists(MAX_VALUE_DEPTH))).toEqual(equal);
    const shallow = compare(lists(MAX_VALUE_DEPTH - 1), lists(MAX_VALUE_DEPTH));
    expect(shallow).toMatchObject({ equal: false, difference: { path: /^(?:\[0\])+…$/ } });
    expect(compare('[]', lists(MAX_VALUE_DEPTH))).toEqual(differsAt('[0]'));
    expect(compare(dicts(MAX_VALUE_DEPTH, '1'), taggedDicts(MAX_VALUE_DEPTH, i(1)))).toEqual(equal);
    expect(compare(dicts(MAX_VALUE_DEPTH, '1'), taggedDicts(MAX_VALUE_DEPTH, i(2))).equal).toBe(false);
  });

  it('keeps the path short, whatever the keys are', () => {
    const comparison = compare('{"a": 1}', d(`["a",${i(1)}]`, `["${'k'.repeat(1_000_000)}",null]`));
    expect(comparison).toEqual(differsAt(`['${'k'.repeat(58)}…]`));
  });
});

describe('compareValues and plain Python values', () => {
  /** JSON values whose numbers are compared as int, float and bool. */
  const scalar = fc.constantFrom(
    'null',
    'true',
    'false',
    '0',
    '1',
    '-1',
    '1.0',
    '0.5',
    '-0.0',
    '"a"',
    '"1"',
    '""',
  );
  const { json } = fc.letrec<{ json: string }>((tie) => ({
    json: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      scalar,
      fc.array(tie('json'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
      fc
        .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', '1'), tie('json')), {
          maxLength: 3,
          selector: ([key]) => key,
        })
        .map((members) => `{${members.map(([key, value]) => `"${key}":${value}`).join(',')}}`),
    ),
  }));

  /** A direct implementation of the documented rule on JavaScript values: numbers for bool, int and float. */
  function obviouslyEqual(a: unknown, b: unknown): boolean {
    if (typeof a === 'boolean') return obviouslyEqual(Number(a), b);
    if (typeof b === 'boolean') return obviouslyEqual(a, Number(b));
    if (Array.isArray(a) && Array.isArray(b)) {
      return a.length === b.length && a.every((item, at) => obviouslyEqual(item, b[at]));
    }
    if (Array.isArray(a) || Array.isArray(b) || a === null || b === null) return a === b;
    if (typeof a !== 'object' || typeof b !== 'object') return a === b;
    const [mine, theirs] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
    return (
      mine.size === theirs.size &&
      [...mine].every(([key, value]) => theirs.has(key) && obviouslyEqual(value, theirs.get(key)))
    );
  }

  it('agrees with the rule as it is told', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        const [left, right] = [parseExpected(a), parseExpected(b)];
        if (left === null || right === null) throw new Error('not JSON');
        const verdict = obviouslyEqual(JSON.parse(a), JSON.parse(b));
        expect(compareValues(left, right).equal).toBe(verdict);
        expect(compareValues(right, left).equal).toBe(verdict);
        expect(compareValues(left, left)).toEqual(equal);
      }),
      { numRuns: 2000 },
    );
  });

  it('refuses every value once a part of it is a tuple, a set or opaque', () => {
    const spoil = (value: PyValue, how: 'tuple' | 'set' | 'opaque', at: number): PyValue | null => {
      if (value.kind === 'list' && value.items.length > 0) {
        const index = at % value.items.length;
        const inner = spoil(value.items[index] ?? value, how, at >> 1);
        return inner && { kind: 'list', items: value.items.with(index, inner) };
      }
      if (how === 'opaque') return { kind: 'opaque', typeName: 'E' };
      return value.kind === 'list' ? { kind: how, items: value.items } : null;
    };
    const lists = json.map((text) => `[${text},[]]`);
    fc.assert(
      fc.property(lists, fc.constantFrom('tuple', 'set', 'opaque'), fc.nat(), (text, how, at) => {
        const value = parseExpected(text);
        const spoilt = value && spoil(value, how, at);
        if (value && spoilt) expect(compareValues(value, spoilt).equal).toBe(false);
      }),
    );
  });
});
