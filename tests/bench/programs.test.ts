import { describe, expect, it } from 'vitest';
import { corpusRatios, type CorpusRuns } from './programs.ts';
import { NO_PYTHON } from './figures.ts';

const NATIVE = [
  { problem_id: 'p', sample_id: 'right', verdict: 'accepted', reward: 1 },
  { problem_id: 'p', sample_id: 'wrong', verdict: 'wrong-answer', reward: 0 },
];
const ROWS = NATIVE.map(({ problem_id, sample_id, verdict }) => ({
  problem_id,
  sample_id,
  verdict,
  tests_run: 20,
}));

const runs = (more: Partial<CorpusRuns> = {}): CorpusRuns => ({
  native: NATIVE,
  one: { rows: ROWS, seconds: 6, startSeconds: 2 },
  two: { rows: ROWS, seconds: 5, startSeconds: 3 },
  // 0.1 s for each test of one worker.
  fork: { seconds: 2, tests: 40, passed: [true, false] },
  process: { seconds: 4, tests: 4, passed: [true, true] },
  ...more,
});

describe('figures of the corpus', () => {
  it('leave the start of the command out, and say how long it is', () => {
    expect(corpusRatios(runs())).toMatchObject({
      corpus_programs_per_s: 0.5,
      corpus_programs_per_s_two: 1,
      two_worker_corpus_scaling: 2,
      cli_start_s: 2,
    });
  });

  it('compare times for a test, however many tests the other grader ran', () => {
    expect(corpusRatios(runs())).toMatchObject({ corpus_tests: 40, fork_ratio: 0.5, corpus_ratio: 10 });
  });

  it('are missing where there is no grader to compare with', () => {
    const figures = corpusRatios(
      runs({ fork: { notMeasured: 'this system cannot fork' }, process: NO_PYTHON }),
    );
    expect(figures).toMatchObject({
      fork_ratio: { notMeasured: 'this system cannot fork' },
      corpus_ratio: NO_PYTHON,
      corpus_programs_per_s: 0.5,
    });
  });

  it('have no ratio to a fork server that does something else', () => {
    const fork = { seconds: 2, tests: 40, passed: [true, true] };
    expect(corpusRatios(runs({ fork }))['fork_ratio']).toEqual({
      notMeasured: 'the fork server’s rewards of 1 programs are not the recorded ones',
    });
  });

  it('count the verdicts that are not the native ones, of both runs', () => {
    const rows = ROWS.map((row) => ({ ...row, verdict: 'accepted' }));
    expect(corpusRatios(runs())['corpus_other_verdicts']).toBe(0);
    const two = { rows, seconds: 5, startSeconds: 3 };
    expect(corpusRatios(runs({ two }))['corpus_other_verdicts']).toBe(1);
  });

  it('are of the programs that were asked for, or of none', () => {
    const run = (rows: typeof ROWS) => () =>
      corpusRatios(runs({ one: { rows, seconds: 6, startSeconds: 2 } }));
    expect(run(ROWS.slice(1))).toThrow('the corpus has 2 programs, and 1 rows came out');
    expect(run(ROWS.toReversed())).toThrow('row 1 is of another program than p right');
    const unstarted = () => corpusRatios(runs({ one: { rows: ROWS, seconds: 6, startSeconds: null } }));
    expect(unstarted).toThrow('the page took no job');
  });
});
