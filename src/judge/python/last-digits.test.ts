import { describe, expect, it, test } from 'vitest';
import { problemOf } from '../../../tests/builders/problem.ts';
import { printed, ScriptedRunner } from '../../../tests/builders/scripted-runner.ts';
import { Judge } from '../judge.ts';
import { differsInLastDigits, usesRoundedMath } from './last-digits.ts';

describe('an output that differs in last digits alone', () => {
  it.for([
    ['0.5463024898437905', '0.5463024898437906'],
    // Numbers that differ by the effect of one wrong bit, also near zero.
    ['1234567.8901234567', '1234567.8901234599'],
    ['1.2246467991473532e-16', '0.0'],
    ['1', '0.9999999999999999'],
    ['1e+22', '1.0000000000000002e+22'],
    // Between words and other numbers. A complex number is read as two numbers.
    ['Case 1: x = 0.1, y = -2.5\n', 'Case 1:  x = 0.10000000000000002, y = -2.5'],
    ['(1.5-2e-17j)', '(1.5000000000000002+0j)'],
    ['[0.1, 0.2]\n[0.3]', '[0.1, 0.2]\n[0.30000000000000004]\n\n'],
    // Numbers that were rounded to a fixed number of digits.
    ['3.141593', '3.141592'],
    ['-0.999999', '-1.000000'],
  ] as const)('%j and %j', ([expected, got]) => {
    expect(differsInLastDigits(expected, got)).toBe(true);
    expect(differsInLastDigits(got, expected)).toBe(true);
  });

  it.for([
    // Outputs that are equal, or whose numbers are equal.
    ['0.5', '0.5'],
    ['1', '1.0'],
    ['a 0.5', 'a  0.5'],
    // Numbers that differ too much, or integers.
    ['0.5463024898437905', '0.546302489'],
    ['0.5', '0.6'],
    ['3.14', '3.15'],
    ['1000000', '1000001'],
    ['12345678901234567', '12345678901234568'],
    ['3.141593', '3.141591'],
    ['1e-9', '2e-9'],
    // Different or additional text.
    ['x 0.1', 'y 0.10000000000000002'],
    ['0.1', '0.10000000000000002 0.2'],
    ['0.1 a', '0.10000000000000002'],
    ['0.1', '-0.1'],
    ['nan', 'inf'],
    ['', '0.1'],
  ] as const)('is not %j and %j', ([expected, got]) => {
    expect(differsInLastDigits(expected, got)).toBe(false);
    expect(differsInLastDigits(got, expected)).toBe(false);
  });

  it('is found in linear time', () => {
    const longText = `${'0.1 '.repeat(200_000)}0.`;
    expect(differsInLastDigits(`${longText}3`, `${longText}30000000000000004`)).toBe(true);
    const spaces = ' '.repeat(400_000);
    expect(differsInLastDigits(`a${spaces}b`, `a${spaces}c`)).toBe(false);
    const digits = '1'.repeat(400_000);
    expect(differsInLastDigits(digits, `${digits}e`)).toBe(false);
  });
});

describe('functions that may round otherwise', () => {
  it.for(['math.tan(x)', 'from math import *\nprint(asin(1))', 'np.arctan2(y, x)', 'x ** 0.5', 'pow(x, .3)'])(
    'are in %j',
    (source) => expect(usesRoundedMath(source)).toBe(true),
  );

  it.for(['math.sqrt(x)', 'print(0.1 + 0.2)', 'tangent = 1', 'x * y', 'sin_of = expo = 2', 'math.floor(x)'])(
    'are not in %j',
    (source) => expect(usesRoundedMath(source)).toBe(false),
  );
});

test.for([
  ['import math\nprint(math.tan(0.5))', ['last-digits']],
  ['print(0.1 + 0.2)', []],
] as const)('a verdict on %j carries the flags %j, and its reward stays', async ([code, flags]) => {
  const runner = new ScriptedRunner(() => printed('0.5463024898437906'));
  const report = await new Judge(runner).judge(
    problemOf({ tests: [{ input: '', output: '0.5463024898437905' }] }),
    { kind: 'program', code },
    { signal: new AbortController().signal, tests: 'all', stopAtFirstFailure: true },
  );
  expect(report).toMatchObject({ verdict: 'wrong-answer', reward: 0, flags });
});
