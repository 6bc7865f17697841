/** Checks every comparer of printed text against its documented rule, on outputs that are nearly equal. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Difference } from '../../domain/verdict.ts';
import { compareCodeContests, compareExact, compareFloat, compareLines, compareTokens } from './texts.ts';
import type { OutputComparison } from './comparers.ts';
import { sameDecimal } from './decimal.ts';
import { comparePrefix } from './trainers.ts';

/**
 * The result of a rule: null for equal outputs, else the place of the difference. These implementations are slow and
 * obvious, and share no code with the comparers.
 */
type Rule = (expected: string, got: string) => Difference | null;

// eslint-disable-next-line no-control-regex
const SPACE = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;
const split = (text: string): string[] => text.split(SPACE).filter((word) => word !== '');
const strip = (text: string): string =>
  text.replace(new RegExp(`^${SPACE.source}`), '').replace(new RegExp(`${SPACE.source}$`), '');

/** Python's `float`, for the scripts used below; null where it raises. */
function toFloat(word: string): number | null {
  const ascii = word
    .replace(/[\uff10-\uff19]/g, (digit) => digit.normalize('NFKC'))
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660));
  const special = /^([+-]?)(inf|infinity|nan)$/i.exec(ascii);
  if (special) return Number(`${special[1]}1`) * (/^nan$/i.test(special[2]!) ? NaN : Infinity);
  const digits = '\\d+(?:_\\d+)*';
  if (!new RegExp(`^[+-]?(?:${digits}\\.?(?:${digits})?|\\.${digits})(?:e[+-]?${digits})?$`, 'i').test(ascii))
    return null;
  return Number(ascii.replaceAll('_', ''));
}

function wordByWord(a: string[], b: string[], same: (x: string, y: string) => boolean): Difference | null {
  for (let token = 0; token < Math.min(a.length, b.length); token++) {
    if (!same(a[token]!, b[token]!)) return { kind: 'token', token };
  }
  return a.length === b.length ? null : { kind: 'token-count', expected: a.length, got: b.length };
}

const exact: Rule = (expected, got) => {
  const [a, b] = [[...expected], [...got]];
  if (expected === got) return null;
  const at = a.findIndex((character, index) => character !== b[index]);
  const before = at === -1 ? expected : a.slice(0, at).join('');
  const lines = before.split('\n');
  return { kind: 'character', line: lines.length - 1, column: lines.at(-1)!.length };
};

const tokens: Rule = (expected, got) => wordByWord(split(expected), split(got), (x, y) => x === y);

const float: Rule = (expected, got) =>
  wordByWord(split(expected), split(got), (want, gave) => {
    const [x, y] = [toFloat(want), toFloat(gave)];
    if (want === gave) return true;
    if (x === null || y === null || !isFinite(x) || !isFinite(y)) return false;
    return Math.abs(x - y) <= 1e-6 * Math.max(1, Math.abs(x));
  });

const codeContests: Rule = (expected, got) => {
  const words = (text: string) =>
    text
      .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
      .split(/[ \n\t\r\v]+/)
      .filter((word) => word !== '');
  const [a, b] = [words(expected), words(got)];
  const number = (word: string) => (/^[\x21-\x5e\x60-\x7e]+$/.test(word) ? toFloat(word) : null);
  if (a.length === b.length && a.every((word, index) => word === b[index])) return null;
  return wordByWord(a, b, (want, gave) => {
    const [x, y] = [number(want), number(gave)];
    return x === null || y === null ? want === gave : Math.abs(x - y) < 1e-5;
  });
};

const prefix: Rule = (expected, got) => {
  const a = expected.split('\n');
  const b = strip(got.replace(/\r\n?/g, '\n')).split('\n');
  for (let line = 0; line < Math.min(a.length, b.length); line++) {
    const [mine, theirs] = [strip(a[line]!), strip(b[line]!)];
    if (mine === theirs) continue;
    const [x, y] = [split(mine), split(theirs)];
    const token = Array.from({ length: Math.max(x.length, y.length) }, (_, at) => at).find(
      (at) => x[at] !== y[at],
    );
    return { kind: 'line', line, token: token ?? null };
  }
  return null;
};

/** The place within a line is tested in `lines.test.ts`. */
const lines: Rule = (expected, got) => {
  const [a, b] = [expected, got].map((text) => strip(text).split('\n').map(strip)) as [string[], string[]];
  if (a.length !== b.length) return { kind: 'line-count', expected: a.length, got: b.length };
  const line = a.findIndex((mine, index) => {
    if (mine === b[index]) return false;
    const [x, y] = [split(mine), split(b[index]!)];
    return x.length !== y.length || x.some((word, at) => !sameDecimal(word, y[at]!));
  });
  return line === -1 ? null : { kind: 'line', line, token: null };
};

const word = fc.constantFrom(
  ...[
    '1',
    '1.0',
    '+1',
    '01',
    '1_0',
    '10',
    '1e1',
    '1E1',
    '1__0',
    '1_',
    '-0',
    '0',
    '.5',
    '0.5',
    '5.',
    '.',
    'e5',
  ],
  ...['0.3', '0.30000000000000004', '1000000', '1000001', '1000001.5', '1.000001', '1.0000011', '1.00001'],
  ...['1.000009', '100000', '1e5', '50000000000000000', '50000000000000001', '1e400', '-1e400', '1e-400'],
  ...['inf', 'Infinity', '-inf', 'nan', 'NaN', '0x10', '1,0', '１', '١', '１_0', '½', '−1', 'True', '"1"'],
  ...[
    'a',
    'A',
    'yes',
    'YES',
    'Yes',
    'é',
    'É',
    'İ',
    'ß',
    '😀',
    '\ud83d',
    '😁',
    '\ufeff',
    '\ufeff1',
    '\u200b',
    '\0',
  ],
);
const space = fc.constantFrom(
  ...[
    ' ',
    ' ',
    ' ',
    '\n',
    '\n',
    '\n',
    '  ',
    '\n\n',
    ' \n',
    '\r\n',
    '\r',
    '\t',
    '\v',
    '\f',
    '\x1c',
    '\x1f',
    '\x85',
  ],
  ...['\xa0', '\u1680', '\u2003', '\u2028', '\u2029', '\u3000', ''],
);
const text = fc
  .tuple(fc.array(fc.tuple(space, word), { maxLength: 8 }), space)
  .map(([pieces, end]) => pieces.flat().join('') + end);

/** Two outputs that are equal except for a few words, spaces or a truncated end. */
const nearMiss = fc
  .tuple(fc.array(fc.tuple(space, word, space, word, fc.nat(9)), { maxLength: 8 }), fc.nat(8), fc.nat(8))
  .map(([pieces, from, to]) => {
    const mine = pieces.map(([gap, own]) => gap + own);
    const theirs = pieces.map(
      ([gap, own, gap2, own2, luck]) => (luck > 7 ? gap2 : gap) + (luck < 2 ? own2 : own),
    );
    return [mine.slice(0, from || 9).join(''), theirs.slice(0, to || 9).join('')] as const;
  });
const pair = fc.oneof(fc.tuple(text, text), nearMiss, nearMiss, nearMiss);

const comparers: readonly [string, (expected: string, got: string) => OutputComparison, Rule][] = [
  ['exact', compareExact, exact],
  ['tokens', compareTokens, tokens],
  ['float', compareFloat, float],
  ['code-contests', compareCodeContests, codeContests],
  ['prefix', comparePrefix, prefix],
  [
    'lines',
    (expected, got) => {
      const comparison = compareLines(expected, got);
      if (comparison.equal || comparison.difference.kind !== 'line') return comparison;
      return { equal: false, difference: { ...comparison.difference, token: null } };
    },
    lines,
  ],
];

describe.each(comparers)('the comparer %s', (_name, compare, rule) => {
  it('agrees with a slow version of its rule, including the place', () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        for (const [expected, got] of [
          [a, b],
          [b, a],
          [a, a],
          [a, `${a}\n`],
        ] as const) {
          const difference = rule(expected, got);
          expect(compare(expected, got)).toEqual(
            difference === null ? { equal: true } : { equal: false, difference },
          );
        }
      }),
      { numRuns: 4000 },
    );
  });

  it('handles outputs much longer than expected', () => {
    const many = 300_000;
    for (const got of [
      '9'.repeat(3 * many),
      '1 '.repeat(many),
      '\n'.repeat(many),
      `${' \r'.repeat(many)}2`,
      `1.${'0'.repeat(many)}`,
      `1e${'9'.repeat(many)}`,
      '1_'.repeat(many),
    ]) {
      compare('1 2\n3\n', got);
      compare(got, got);
      compare(got, `${got}1`);
    }
  });
});
