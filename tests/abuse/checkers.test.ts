/** Checkers that leave in every way Python knows: each counts as its exit status natively does. */
import { expect, it } from 'vitest';
import { grade } from '../node/command-line.ts';

/** The argument of `sys.exit`, and the status that CPython 3.11 leaves with. */
const STATUSES: readonly (readonly [given: string, status: number])[] = [
  ['', 0],
  ['None', 0],
  ['0', 0],
  ['False', 0],
  ['True', 1],
  ['1', 1],
  ['2', 2],
  ['"not right"', 1],
  ['""', 1],
  ['1.0', 1],
  ['[0]', 1],
  ['256', 0],
  ['-255', 1],
  ['2**32', 0],
  ['-1', 255],
  ['2**70', 255],
];

/** By status: right, wrong, in the wrong form; any other is the checker's own fault, and no reward. */
const REWARDS: Readonly<Record<number, number>> = { 0: 1, 1: 0, 2: 0 };

it('a checker leaves as natively', () => {
  const problems = STATUSES.map(([given], at) => ({
    id: `p${at}`,
    mode: 'stdin',
    prompt: '',
    tests: [{ input: '', output: '1' }],
    checker: `import sys\nsys.exit(${given})`,
  }));
  const samples = STATUSES.map((_, at) => ({ problem_id: `p${at}`, id: 's', code: 'print(1)' }));
  const rows = grade(problems, samples);
  expect(rows.map(({ reward }, at) => [STATUSES[at]![0], reward])).toEqual(
    STATUSES.map(([given, status]) => [given, REWARDS[status] ?? null]),
  );
});
