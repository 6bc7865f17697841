import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resultOf } from '../../tests/builders/report.ts';
import type { ResultCode, TestVerdict } from '../domain/verdict.ts';
import { resultCodes } from './conclude.ts';

/** LiveCodeBench's `run_test`, written as its loop: append, and return at the first failure. */
function asItsLoopGoes(verdicts: readonly TestVerdict[]): ResultCode[] {
  const codes: ResultCode[] = [];
  for (const verdict of verdicts) {
    if (verdict === 'accepted') {
      codes.push(true);
      continue;
    }
    if (verdict === 'wrong-answer') codes.push(-2);
    else if (verdict === 'time-limit-exceeded') codes.push(-3);
    else codes.push(-4);
    return codes;
  }
  return codes;
}

const verdict = fc.oneof(
  { weight: 3, arbitrary: fc.constant('accepted' as const) },
  fc.constantFrom<TestVerdict>(
    'wrong-answer',
    'runtime-error',
    'time-limit-exceeded',
    'memory-limit-exceeded',
    'output-limit-exceeded',
    'syntax-error',
  ),
);

describe('the result codes of rLLM and LiveCodeBench', () => {
  it.for<readonly [readonly TestVerdict[], readonly ResultCode[]]>([
    [[], []],
    [
      ['accepted', 'accepted'],
      [true, true],
    ],
    [
      ['accepted', 'wrong-answer'],
      [true, -2],
    ],
    [['time-limit-exceeded'], [-3]],
    [['runtime-error', 'accepted'], [-4]],
    [['syntax-error'], [-4]],
  ])('of %j are %j', ([verdicts, codes]) => {
    expect(resultCodes(verdicts.map((each, index) => resultOf(index, each)))).toEqual(codes);
  });

  it('end with the first failure, as the original returns there', () => {
    fc.assert(
      fc.property(fc.array(verdict), (verdicts) => {
        const codes = resultCodes(verdicts.map((each, index) => resultOf(index, each)));
        expect(codes).toEqual(asItsLoopGoes(verdicts));
      }),
    );
  });
});
