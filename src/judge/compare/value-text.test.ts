import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareValues } from './values.ts';
import {
  parseReturned,
  MAX_TAGGED_VALUES,
  MAX_VALUE_DEPTH,
  parseExpected,
  parseTagged,
  showValue,
  type PyValue,
} from './value-text.ts';

const int = (digits: string): PyValue => ({ kind: 'int', digits });
const str = (value: string): PyValue => ({ kind: 'str', value });

/** Writes a value as the Python side does, with Python's notation as far as the tests need it. */
function tagged(value: PyValue): string {
  switch (value.kind) {
    case 'none':
      return 'null';
    case 'bool':
      return String(value.value);
    case 'int':
      return `{"i":"${value.digits}"}`;
    case 'float':
      return `{"f":"${showValue(value, 100)}"}`;
    case 'str':
      return JSON.stringify(value.value);
    case 'list':
      return `[${value.items.map(tagged).join(', ')}]`;
    case 'tuple':
      return `{"t":[${value.items.map(tagged).join(',')}]}`;
    case 'set':
      return `{"s":[${value.items.map(tagged).join(',')}]}`;
    case 'dict':
      return `{"d":[${value.entries.map(([key, item]) => `[${tagged(key)},${tagged(item)}]`).join(',')}]}`;
    case 'decimal':
      return `{"dec":${JSON.stringify(value.text)}}`;
    case 'fraction':
      return `{"frac":"${value.numerator}/${value.denominator}"}`;
    case 'any':
      return `{"any":"${value.of}"}`;
    case 'opaque':
      return `{"o":${JSON.stringify(value.typeName)}}`;
  }
}

const { value: anyValue } = fc.letrec<{ value: PyValue }>((tie) => {
  const items = fc.array(tie('value'), { maxLength: 4 });
  return {
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constant<PyValue>({ kind: 'none' }),
      fc.boolean().map<PyValue>((value) => ({ kind: 'bool', value })),
      fc.bigInt().map((value) => int(value.toString())),
      fc.double().map<PyValue>((value) => ({ kind: 'float', value })),
      fc.string({ unit: 'grapheme' }).map(str),
      fc.string().map<PyValue>((typeName) => ({ kind: 'opaque', typeName })),
      fc.string().map<PyValue>((text) => ({ kind: 'decimal', text })),
      fc.tuple(fc.bigInt(), fc.bigInt({ min: 1n })).map<PyValue>(([numerator, denominator]) => ({
        kind: 'fraction',
        numerator: numerator.toString(),
        denominator: denominator.toString(),
      })),
      items.map<PyValue>((list) => ({ kind: 'list', items: list })),
      items.map<PyValue>((list) => ({ kind: 'tuple', items: list })),
      items.map<PyValue>((list) => ({ kind: 'set', items: list })),
      fc
        .array(fc.tuple(tie('value'), tie('value')), { maxLength: 3 })
        .map<PyValue>((entries) => ({ kind: 'dict', entries })),
    ),
  };
});

describe('parseTagged', () => {
  it('reads back every value', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        expect(parseTagged(tagged(value))).toEqual(value);
      }),
    );
  });

  it.each([
    'inf',
    '-inf',
    'nan',
    '-0.0',
    '1e+16',
    '1e-05',
    '5e-324',
    '1.7976931348623157e+308',
    '0.1',
    '100.0',
  ])('reads the float %s', (text) => {
    const value = parseTagged(`{"f":"${text}"}`);
    expect(value?.kind).toBe('float');
    expect(value && showValue(value, 100)).toBe(text);
  });

  it.each([
    '',
    'x',
    '1',
    '1.0',
    '[1]',
    'NaN',
    'undefined',
    '{}',
    '{"x":"1"}',
    '{"i":1}',
    '{"i":""}',
    '{"i":"-"}',
    '{"i":"+1"}',
    '{"i":"01"}',
    '{"i":"-0"}',
    '{"i":"1.0"}',
    '{"i":"1_0"}',
    '{"i":"１"}',
    '{"i":" 1"}',
    '{"i":"1\\n"}',
    '{"i":"0x1"}',
    '{"f":0.5}',
    '{"f":"1"}',
    '{"f":""}',
    '{"f":".5"}',
    '{"f":"Infinity"}',
    '{"f":"1.0\\n"}',
    '{"f":"1.00000000000000000000000000"}',
    '{"t":null}',
    '{"t":{}}',
    '{"s":"ab"}',
    '{"o":null}',
    '{"d":{}}',
    '{"d":[["a"]]}',
    '{"d":[["a",true,true]]}',
    '{"d":["ab"]}',
    '{"i":"1","f":"1.0"}',
    '{"__proto__":[]}',
    '{"constructor":"1"}',
    '[true] true',
    '[true',
    '["a',
    '"\\"',
  ])('refuses %j', (text) => {
    expect(parseTagged(text)).toBeNull();
  });

  it('allows any depth up to the limit and none beyond, in every container', () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"t":[', ']}'],
      ['{"s":[', ']}'],
      ['{"d":[[null,', ']]}'],
    ] as const) {
      const nested = (depth: number): string => `${open.repeat(depth)}null${close.repeat(depth)}`;
      expect(parseTagged(nested(MAX_VALUE_DEPTH))).not.toBeNull();
      expect(parseTagged(nested(MAX_VALUE_DEPTH + 1))).toBeNull();
      expect(parseTagged(open.repeat(1_000_000))).toBeNull();
    }
  });

  it('refuses too many values before it builds any, but counts nothing inside strings', () => {
    expect(parseTagged(`[${'[],'.repeat(MAX_TAGGED_VALUES / 2)}[]]`)).toBeNull();
    expect(parseTagged(JSON.stringify('[{,:"\\'.repeat(1_000_000)))?.kind).toBe('str');
    expect(parseTagged(`{"i":"${'9'.repeat(5_000_000)}"}`)?.kind).toBe('int');
    expect(parseTagged(`{"i":"${'9'.repeat(5_000_000)}x"}`)).toBeNull();
  });
});

describe('decimals and fractions', () => {
  it.each([
    '{"frac":"1"}',
    '{"frac":"1/0"}',
    '{"frac":"1/-2"}',
    '{"frac":"1/2/3"}',
    '{"frac":1}',
    '{"dec":1}',
  ])('refuses %s', (text) => {
    expect(parseTagged(text)).toBeNull();
  });

  it('are shown as Python shows them', () => {
    expect(showValue(parseTagged('[{"dec":"1.50"},{"frac":"-1/3"}]')!, 100)).toBe(
      "[Decimal('1.50'), Fraction(-1, 3)]",
    );
  });
});

describe('parseExpected', () => {
  it.each<[string, PyValue]>([
    ['null', { kind: 'none' }],
    ['true', { kind: 'bool', value: true }],
    ['9007199254740993', int('9007199254740993')],
    ['-12', int('-12')],
    ['-0', int('0')],
    ['1.0', { kind: 'float', value: 1 }],
    ['1e2', { kind: 'float', value: 100 }],
    ['-0.0', { kind: 'float', value: -0 }],
    ['1e400', { kind: 'float', value: Infinity }],
    ['NaN', { kind: 'float', value: NaN }],
    ['-Infinity', { kind: 'float', value: -Infinity }],
    ['"a\\u00e9"', str('aé')],
    [' [ ] ', { kind: 'list', items: [] }],
    ['{"i":"1"}', { kind: 'dict', entries: [[str('i'), str('1')]] }],
    ['{"__proto__":1}', { kind: 'dict', entries: [[str('__proto__'), int('1')]] }],
    ['{"a":1,"a":2}', { kind: 'dict', entries: [[str('a'), int('2')]] }],
  ])('reads %s', (text, value) => {
    expect(parseExpected(text)).toEqual(value);
  });

  it.each(['', '[1', 'None', "'a'", '1 2', '(1,)', 'nan', '[1,]'])(
    'gives null for %j, which is not JSON',
    (text) => {
      expect(parseExpected(text)).toBeNull();
    },
  );

  it('has an end to depth', () => {
    const lists = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    const dicts = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    for (const nested of [lists, dicts]) {
      expect(parseExpected(nested(MAX_VALUE_DEPTH))).not.toBeNull();
      expect(parseExpected(nested(MAX_VALUE_DEPTH + 1))).toBeNull();
      expect(parseExpected(nested(100_000))).toBeNull();
    }
  });
});

describe('showValue', () => {
  const show = (text: string, maxChars = 1000): string => {
    const value = parseTagged(text);
    return value === null ? 'unreadable' : showValue(value, maxChars);
  };

  it.each([
    ['null', 'None'],
    ['[true,false]', '[True, False]'],
    ['{"t":[]}', '()'],
    ['{"t":[{"i":"1"}]}', '(1,)'],
    ['{"t":[{"i":"1"},{"i":"2"}]}', '(1, 2)'],
    ['{"s":[]}', 'set()'],
    ['{"s":[{"i":"1"}]}', '{1}'],
    ['{"d":[]}', '{}'],
    ['{"d":[["a",[{"i":"1"}]],[{"i":"2"},null]]}', "{'a': [1], 2: None}"],
    ['{"o":"numpy.ndarray"}', '<numpy.ndarray>'],
    ['"it\'s"', '"it\'s"'],
    ['"\\"it\'s\\""', `'"it\\'s"'`],
    ['"a\\n\\t\\r\\\\b"', "'a\\n\\t\\r\\\\b'"],
    ['"\\u0000\\u007f\\u00a0\\u200b\\ud800\\ufeff é😀"', "'\\x00\\x7f\\xa0\\u200b\\ud800\\ufeff é😀'"],
    ['"\\udb40\\udc01"', "'\\U000e0001'"],
  ])('shows %s as Python does', (text, shown) => {
    expect(show(text)).toBe(shown);
  });

  it.each([
    [1, '1.0'],
    [-1.5, '-1.5'],
    [9999999999999998, '9999999999999998.0'],
    [1e16, '1e+16'],
    [1.5e22, '1.5e+22'],
    [0.0001, '0.0001'],
    [-0.00001234, '-1.234e-05'],
    [1e-300, '1e-300'],
    [123.456, '123.456'],
    [1e15, '1000000000000000.0'],
    [0, '0.0'],
    [-0, '-0.0'],
  ])('shows the float %d as Python does', (value, shown) => {
    expect(showValue({ kind: 'float', value }, 100)).toBe(shown);
  });

  it('is never longer than asked for, and a beginning of the whole', () => {
    fc.assert(
      fc.property(anyValue, fc.nat({ max: 40 }), (value, maxChars) => {
        const whole = showValue(value, 1_000_000);
        const shown = showValue(value, maxChars);
        expect(shown.length).toBeLessThanOrEqual(maxChars);
        if (whole.length <= maxChars) expect(shown).toBe(whole);
        else if (maxChars > 0) expect(whole.startsWith(shown.slice(0, -1)) && shown.endsWith('…')).toBe(true);
        expect(shown).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
      }),
    );
  });

  it('takes no time for what is not shown', () => {
    const item = str('x'.repeat(1000));
    const huge: PyValue = { kind: 'list', items: new Array<PyValue>(1_000_000).fill(item) };
    expect(showValue(huge, 10)).toBe("['xxxxxxx…");
    expect(show('"😀😀😀"', 5)).toBe("'😀…");
    expect(show('"😀😀😀"', 4)).toBe("'😀…");
    expect(show('"😀😀😀"', 3)).toBe("'…");
  });
});

it('reads a returned value as data and as a grader beside the program sees it', () => {
  const value: PyValue = { kind: 'list', items: [int('0'), str('a')] };
  const live: PyValue = { kind: 'list', items: [{ kind: 'any', of: 'is' }, str('a')] };
  expect(parseReturned(tagged(value))).toEqual({ value, liveValue: null });
  expect(parseReturned(`{"seen":[${tagged(value)},${tagged(live)}]}`)).toEqual({ value, liveValue: live });
  expect(parseReturned('{"seen":[]}')).toBeNull();
  expect(parseReturned('{"seen":[0]}')).toBeNull();
  const expected = (text: string) => parseExpected(text)!;
  expect(compareValues(expected('[7, "a"]'), live).equal).toBe(true);
  expect(compareValues(expected('["x", "a"]'), live).equal).toBe(true);
  for (const other of ['[null, "a"]', '[7, "b"]', '[7]', '7'])
    expect(compareValues(expected(other), live).equal).toBe(false);
});
