import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oddText } from '../../tests/builders/odd-text.ts';
import {
  MAX_JSON_DEPTH,
  isLosslessObject,
  jsonFaultText,
  parseLossless,
  stringifyLossless,
  type LosslessValue,
} from './lossless-json.ts';

/** Numbers in the notation in which Python's `json` module writes them. */
const numeral = fc.oneof(
  fc.bigInt().map(String),
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map((value) => `${Object.is(value, -0) ? '-0.0' : value}`),
  fc.constantFrom('1.0', '1e-07', '1E+400', '-0', 'NaN', 'Infinity', '-Infinity'),
);

const { value: anyValue } = fc.letrec<{ value: LosslessValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'json' },
    fc.constantFrom(null, true, false),
    oddText(),
    numeral.map((text) => ({ numeral: text })),
    fc.array(tie('value'), { depthIdentifier: 'json', maxLength: 4 }),
    fc
      .array(fc.tuple(fc.oneof(fc.string(), fc.constant('__proto__')), tie('value')), {
        depthIdentifier: 'json',
        maxLength: 4,
      })
      .map((entries) => new Map(entries)),
  ),
}));

function roundTrip(text: string): string {
  const parsed = parseLossless(text);
  return parsed.ok
    ? stringifyLossless(parsed.value)
    : `at ${parsed.position}: ${jsonFaultText(parsed.fault)}`;
}

describe('parseLossless and stringifyLossless', () => {
  it.each([
    '123456789012345678901234567890',
    '1.0',
    '1',
    '-0',
    '-0.0',
    '1e5',
    '1E+05',
    '0.10',
    'NaN',
    'Infinity',
    '-Infinity',
    'null',
    'true',
    'false',
    '""',
    '"\\u0000\\n\\"\\\\é😀"',
    '"\\ud800"',
    '[]',
    '{}',
    '[[],{},[1.0,9007199254740993]]',
    '{"2":1,"1":2,"__proto__":{"x":1},"constructor":0,"":[]}',
  ])('keeps %s as it is', (text) => {
    expect(roundTrip(text)).toBe(text);
  });

  it('drops only white space', () => {
    expect(roundTrip(' \t\r\n{ "a" : [ 1 , 2 ] , "b" : null } \n')).toBe('{"a":[1,2],"b":null}');
  });

  it('takes the last of two values of one key', () => {
    expect(roundTrip('{"a":1,"b":2,"a":3}')).toBe('{"a":3,"b":2}');
  });

  it('keeps objects apart from everything else', () => {
    const parsed = parseLossless('{"a":{"b":1.50}}');
    if (!parsed.ok || !isLosslessObject(parsed.value)) throw new Error('no object');
    const inner = parsed.value.get('a');
    expect(isLosslessObject(inner) && inner.get('b')).toEqual({ numeral: '1.50' });
    expect(isLosslessObject(parsed.value.get('c'))).toBe(false);
    expect(isLosslessObject([])).toBe(false);
  });

  it.each([
    ['', 0],
    [' ', 1],
    ['[1,]', 3],
    ['[1 2]', 3],
    ['[1', 2],
    ['{"a":1,}', 7],
    ['{a:1}', 1],
    ["{'a':1}", 1],
    ['{"a" 1}', 5],
    ['{"a":}', 5],
    ['01', 1],
    ['1.', 2],
    ['.5', 0],
    ['1e', 2],
    ['-', 1],
    ['+1', 0],
    ['- 1', 1],
    ['nul', 0],
    ['nan', 0],
    ['1 2', 2],
    ['[1]]', 3],
    ['"abc', 0],
    ['"abc\\"', 0],
    ['["ok","a\nb"]', 6],
    ['"\\x41"', 0],
    ['\ufeff1', 0],
    ['undefined', 0],
    ['[１]', 1],
    ['-Inf', 1],
  ])('refuses %j and says where', (text, position) => {
    const parsed = parseLossless(text);
    expect(parsed).toMatchObject({ ok: false, position });
    expect(parsed.ok ? '' : jsonFaultText(parsed.fault)).not.toBe('');
  });

  it('agrees with JSON.parse on what is JSON, and on its value', () => {
    const mangledText = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', '"', '\\', ',', ']', '}', '0', '-', ' ', 'e', '\n'))
      .map(([text, at, mark]) => {
        const cutAt = at % (text.length + 1);
        return text.slice(0, cutAt) + mark + text.slice(cutAt + (at % 2));
      });
    fc.assert(
      fc.property(fc.oneof(fc.json(), mangledText), (text) => {
        let plain: unknown;
        let isJson = true;
        try {
          plain = JSON.parse(text);
        } catch {
          isJson = false;
        }
        const parsed = parseLossless(text);
        expect(parsed.ok).toBe(isJson);
        if (parsed.ok) expect(JSON.parse(stringifyLossless(parsed.value))).toEqual(plain);
      }),
      { numRuns: 1000 },
    );
  });

  it('has an end to depth, and no trouble with length', () => {
    const nestedArrays = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    expect(roundTrip(nestedArrays(MAX_JSON_DEPTH))).toBe(nestedArrays(MAX_JSON_DEPTH));
    expect(parseLossless(nestedArrays(MAX_JSON_DEPTH + 1))).toMatchObject({
      ok: false,
      position: MAX_JSON_DEPTH,
    });
    expect(parseLossless('{"a":'.repeat(1_000_000)).ok).toBe(false);
    expect(parseLossless(`-${'7'.repeat(5_000_000)}`).ok).toBe(true);
    expect(parseLossless(`"${'\\\\'.repeat(1_000_000)}"`).ok).toBe(true);
    expect(parseLossless(`"${'\\"'.repeat(300_000)}`)).toMatchObject({ ok: false, position: 0 });
  });

  it('gives back every value that it has written', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        const text = stringifyLossless(value);
        expect(parseLossless(text)).toEqual({ ok: true, value });
        expect(roundTrip(text)).toBe(text);
      }),
    );
  });

  it('names a place inside the text, or its end, for every fault', () => {
    fc.assert(
      fc.property(anyValue, fc.nat(), fc.string({ maxLength: 3 }), (value, at, suffix) => {
        const wholeText = stringifyLossless(value);
        const cutAt = at % (wholeText.length + 1);
        const text = wholeText.slice(0, cutAt) + suffix;
        const parsed = parseLossless(text);
        if (parsed.ok) return;
        expect(parsed.position).toBeGreaterThanOrEqual(0);
        expect(parsed.position).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});
