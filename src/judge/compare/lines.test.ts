import fc from 'fast-check';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sameDecimal } from './decimal.ts';
import { compareLines } from './texts.ts';
import { pythonSplit, pythonStrip } from './python-text.ts';

/** A direct implementation of the documented rule, without regard for time or memory. */
function obviouslyEqual(expected: string, got: string): boolean {
  const lines = (text: string): string[] => pythonStrip(text).split('\n').map(pythonStrip);
  const a = lines(expected);
  const b = lines(got);
  if (a.length !== b.length) return false;
  return a.every((line, index) => {
    const other = b[index] ?? '';
    if (line === other) return true;
    const words = pythonSplit(line);
    const others = pythonSplit(other);
    return words.length === others.length && words.every((word, at) => sameDecimal(word, others[at] ?? ''));
  });
}

const equal = { equal: true };
const atLine = (line: number, token: number | null) => ({
  equal: false,
  difference: { kind: 'line', line, token },
});
const lineCount = (expected: number, got: number) => ({
  equal: false,
  difference: { kind: 'line-count', expected, got },
});

describe('compareLines', () => {
  it.each([
    ['5', '5'],
    ['5\n', '5  \n\n\n'],
    ['5', '\n\n5\n'],
    ['1', '1.0'],
    ['100000', '1e5'],
    ['0', '-0.0'],
    ['7', '+7'],
    ['1000', '1_000'],
    ['Infinity', 'inf'],
    ['nan', 'nan'],
    ['1\n2', '1\r\n2\r\n'],
    ['1\r\n2\r\n', '1\n2\n'],
    ['5', '\xa05\xa0\n'],
    ['5', '５\n'],
    ['1 2', '1   2.0'],
    ['1 2', '1\t\x1c2'],
    ['', ''],
    ['', '\n \n'],
    ['a\n\nb', 'a\n  \nb'],
    ['Yes 1', 'Yes 1'],
    ['\ufeff1', '\ufeff1'],
  ])('accepts for %j the output %j', (expected, got) => {
    expect(compareLines(expected, got)).toEqual(equal);
  });

  it.each([
    ['1 2', '1\n2\n', lineCount(1, 2)],
    ['5\n6', '5\n', lineCount(2, 1)],
    ['a\nb', 'a\n\nb', lineCount(2, 3)],
    ['', '5', atLine(0, 0)],
    ['5', '', atLine(0, 0)],
    ['a b', 'a  b', atLine(0, null)],
    ['YES\nNO\nYES', 'NO\nYES\nYES', atLine(0, 0)],
    ['3.0', '3.000000001', atLine(0, 0)],
    ['50000000000000000', '50000000000000001', atLine(0, 0)],
    ['NaN', 'nan', atLine(0, 0)],
    ['nan 1', 'nan 1.0', atLine(0, 1)],
    ['1 2', '2 1', atLine(0, 0)],
    ['1\n2 3 4', '1\n2 3 5', atLine(1, 2)],
    ['1 2', '1 2 3', atLine(0, 2)],
    ['1 2 3', '1 2', atLine(0, 2)],
    ['Yes 1', 'Yes 1.0', atLine(0, 1)],
    ['Yes 1 x', 'Yes 1.0 y', atLine(0, 2)],
    ['yes', 'Yes', atLine(0, 0)],
    ['5', '\ufeff5', atLine(0, 0)],
    ['1', '1,', atLine(0, 0)],
  ])('refuses for %j the output %j', (expected, got, comparison) => {
    expect(compareLines(expected, got)).toEqual(comparison);
  });

  it('agrees with the rule as it is told', () => {
    const piece = fc.constantFrom(
      ...[
        '1',
        '1.0',
        '01',
        '10',
        '2',
        '-0',
        '0',
        'a',
        'b',
        'nan',
        'inf',
        '1_0',
        '１',
        ' ',
        '  ',
        '\t',
        '\n',
        '\n\n',
      ],
      ...['\r\n', '\x1c', '\x85', '\ufeff', '\u2028'],
    );
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    const reworded = (from: string): string => from.replaceAll('1', '1.0').replaceAll('\n', ' \r\n');
    fc.assert(
      fc.property(text, text, (a, b) => {
        for (const other of [b, a, reworded(a), `${a}${b}`, `${b}\n${a}`]) {
          expect(compareLines(a, other).equal).toBe(obviouslyEqual(a, other));
          expect(compareLines(other, a).equal).toBe(obviouslyEqual(a, other));
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('names a place where the two really part', () => {
    const line = fc
      .array(fc.constantFrom('1', '1.0', 'a', 'b', 'nan'), { maxLength: 4 })
      .map((words) => words.join(' '));
    const text = fc
      .array(line, { minLength: 1, maxLength: 3 })
      .map((lines) => ['x', ...lines, 'x'].join('\n'));
    fc.assert(
      fc.property(text, text, (a, b) => {
        const comparison = compareLines(a, b);
        if (comparison.equal || comparison.difference.kind !== 'line') return;
        const { line: at, token } = comparison.difference;
        const [aLines, bLines] = [a.split('\n'), b.split('\n')];
        expect(obviouslyEqual(aLines.slice(0, at).join('\n'), bLines.slice(0, at).join('\n'))).toBe(true);
        expect(token).not.toBeNull();
        expect(pythonSplit(aLines[at] ?? '')[token ?? 0]).not.toBe(pythonSplit(bLines[at] ?? '')[token ?? 0]);
      }),
    );
  });
});

describe('compareLines under attack', () => {
  it('lets no prefix pass, in either direction, and nothing pass over nothing', () => {
    expect(compareLines('1\n2\n3', '1\n2').equal).toBe(false);
    expect(compareLines('1\n2', '1\n2\n3').equal).toBe(false);
    expect(compareLines('1', '').equal).toBe(false);
    expect(compareLines('1 2', '1').equal).toBe(false);
  });

  it('has no tolerance that NaN or Infinity could slip through', () => {
    for (const got of ['nan', 'inf', '-inf', '1e400', 'Infinity'])
      expect(compareLines('3.5', got).equal).toBe(false);
  });

  it('reads no pattern and no part of a text out of the expected output', () => {
    expect(compareLines('.*', 'anything').equal).toBe(false);
    expect(compareLines('12345', '234').equal).toBe(false);
    expect(compareLines('234', '12345').equal).toBe(false);
    expect(compareLines('undefined', '').equal).toBe(false);
  });

  it('bears outputs much longer than expected, and still accepts the one that is right', () => {
    const million = 1_000_000;
    expect(compareLines('1', '9'.repeat(3 * million)).equal).toBe(false);
    expect(compareLines('1', `1.${'0'.repeat(3 * million)}`)).toEqual(equal);
    expect(compareLines('1', `${'\n '.repeat(million)}1${' \n'.repeat(million)}`)).toEqual(equal);
    expect(compareLines('1\n2', 'x\n'.repeat(million))).toEqual(lineCount(2, million));
    expect(compareLines('1 2', '1 '.repeat(million))).toEqual(atLine(0, 1));
    expect(compareLines('1 2', `1 2${' 3'.repeat(million)}`)).toEqual(atLine(0, 2));
  });
});

interface OracleCase {
  readonly id: string;
  readonly code: string;
  readonly checker?: string;
  readonly tests: readonly { readonly output: string }[];
  readonly expect: string;
}

/** Cases with the verdicts of the real graders. The folder is next to the checkout, or missing. */
const CASES = join(import.meta.dirname, '../../../../shared/oracle/cases.jsonl');

/** Returns the output of the program of a case. All programs only write a literal. */
function written(code: string): string | null {
  const literal = /sys\.stdout\.write\('(.*)'\)$/.exec(code)?.[1];
  if (literal === undefined) return /\nprint\((\d+)\)$/.exec(code)?.[1] ?? null;
  return JSON.parse(`"${literal.replaceAll('\\x', '\\u00')}"`) as string;
}

describe.skipIf(!existsSync(CASES))(
  'compareLines on cases measured with the real graders (skipped without ../shared/oracle)',
  () => {
    const cases = existsSync(CASES)
      ? readFileSync(CASES, 'utf8')
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line) as OracleCase)
          .filter(({ id, checker }) => /^(?:cmp|checker)-/.test(id) && (checker ?? 'lcb') === 'lcb')
      : [];

    it('finds them', () => {
      expect(cases.length).toBeGreaterThan(20);
    });

    it.each(cases)('$id', ({ code, tests, expect: verdict }) => {
      const got = written(code);
      expect(got).not.toBeNull();
      expect(compareLines(tests[0]?.output ?? '', got!).equal).toBe(verdict === 'AC');
    });
  },
);
