import type { VerdictLine } from '../../src/datasets/verdict-rows.ts';

/**
 * A row of a file of verdicts.
 * @param name problem and sample, `a/1`
 */
export function judgedSample(
  name: string,
  reward: number | null,
  change: Partial<VerdictLine> = {},
): VerdictLine {
  const [problemId = '', id = ''] = name.split('/');
  const verdict = reward === null ? 'judge-error' : reward === 1 ? 'accepted' : 'wrong-answer';
  const fields = { problemId, id, profile: 'standard', reward, verdict } as const;
  const row = {
    ...fields,
    flags: [],
    timeFactor: null,
    testsRun: 0,
    error: null,
    firstFailed: null,
    ...change,
  };
  return { ...row, line: JSON.stringify(row) };
}
