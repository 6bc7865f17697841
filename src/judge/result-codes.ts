import type { ResultCode, TestResult, TestVerdict } from '../domain/verdict.ts';

/**
 * Returns the result list of rLLM and LiveCodeBench: true for a passed test, −2 for a wrong answer, −3 for the time
 * limit, −4 for any other failure. The list ends at the first failure. A program that does not load gives `[-4]`.
 * Source: LiveCodeBench/LiveCodeBench 28fef95 `lcb_runner/evaluation/testing_util.py`, `run_test`.
 *
 * Two cases are not reproduced: rLLM reports a mismatch of words as −4 (its `Decimal` error escapes), and the death
 * of the whole process as a list of falses (rLLM) or as −5 (LiveCodeBench). All of these are failures.
 */
export function resultCodes(results: readonly TestResult[]): readonly ResultCode[] {
  const failed = results.findIndex(({ verdict }) => verdict !== 'accepted');
  const until = failed < 0 ? results.length : failed + 1;
  return results.slice(0, until).map(({ verdict }) => codeOf(verdict));
}

function codeOf(verdict: TestVerdict): ResultCode {
  switch (verdict) {
    case 'accepted':
      return true;
    case 'wrong-answer':
      return -2;
    case 'time-limit-exceeded':
      return -3;
    default:
      return -4;
  }
}
