import type { JudgeReport, TestResult, TestVerdict } from '../../src/domain/verdict.ts';

export function resultOf(
  index: number,
  verdict: TestVerdict = 'accepted',
  change: Partial<TestResult> = {},
): TestResult {
  return {
    index,
    verdict,
    milliseconds: verdict === 'not-run' ? null : 1,
    got: verdict === 'not-run' ? null : '',
    stderr: '',
    error: null,
    difference: null,
    flags: [],
    ...change,
  };
}

/** A report by the standard rules on tests with these verdicts: all that follows from them follows. */
export function reportOf(verdicts: readonly TestVerdict[], change: Partial<JudgeReport> = {}): JudgeReport {
  const failed = verdicts.findIndex((verdict) => verdict !== 'accepted' && verdict !== 'not-run');
  const verdict = failed < 0 ? 'accepted' : verdicts[failed]!;
  return {
    problemId: 'p',
    profile: 'standard',
    verdict: verdict === 'not-run' ? 'judge-error' : verdict,
    reward: verdict === 'judge-error' ? null : failed < 0 ? 1 : 0,
    testsTotal: verdicts.length,
    testsRun: verdicts.filter((each) => each !== 'not-run').length,
    testsPassed: verdicts.filter((each) => each === 'accepted').length,
    firstFailed: failed < 0 ? null : failed,
    tests: verdicts.map((each, index) => resultOf(index, each)),
    codes: null,
    error: null,
    flags: [],
    timeFactor: 1,
    ...change,
  };
}
