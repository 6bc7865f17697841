/** Tests that end in "...": truncated tests, and tests that only seem to be truncated. */
import { describe, expect, it } from 'vitest';
import { withoutCutOff } from './cut-off.ts';

type Pair = readonly [input: string, output: string];

function remainingTests(
  tests: readonly Pair[],
  examples: readonly string[] = [],
): { kept: number; told: string[] } {
  const repairs: string[] = [];
  const reading = {
    ordinal: 0,
    reportRepair: (field: string, fault: string) => repairs.push(`${field} ${fault}`),
    reportLoss: () => undefined,
  };
  const rows = tests.map(([input, output]) => ({ input, output }));
  return { kept: withoutCutOff(rows, examples, 'tests', reading).length, told: repairs };
}

const WHOLE: Pair = ['1 2', '3'];

describe('a test that is cut off', () => {
  it.each<Pair>([
    ['1 2', '33333...'],
    ['1000\n1 2 3 4...', '7'],
    ['1000\n1 2 3 4 ...', '7'],
    ['1000\n1 2 3 4\n...\n', '7'],
    ['abc...\n', 'x'],
    ['1 2…', '3'],
  ])('is left out: %j and %j', (input, output) => {
    expect(remainingTests([WHOLE, [input, output]])).toEqual({
      kept: 1,
      told: ['tests 1 of 2 is cut off with “...” and left out'],
    });
  });

  it('drops the problem where no other is left', () => {
    expect(() => remainingTests([['1...', '2']])).toThrow('are all cut off with “...”');
  });
});

describe('a test that is whole', () => {
  it.each<readonly [string, readonly Pair[], readonly string[]]>([
    ['a row of a map', [WHOLE, ['2 4\n#...\n....', 'Q...\n..Q.']], []],
    [
      'a row of a map, others cut',
      [
        ['3\n#...', '1'],
        ['3\n..#.\n#...', '2'],
      ],
      [],
    ],
    ['dots that an example has', [WHOLE, ['4', 'wait...']], ['3', 'wait...']],
    ['dots alone', [['3', '...']], []],
    ['numbers', [['0.5', '1.']], []],
  ])('is kept: %s', (_, tests, examples) => {
    expect(remainingTests(tests, examples)).toEqual({ kept: tests.length, told: [] });
  });
});
