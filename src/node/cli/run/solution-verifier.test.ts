import { expect, it, vi } from 'vitest';
import { problemOf } from '../../../../tests/builders/problem.ts';
import { reportOf } from '../../../../tests/builders/report.ts';
import { readRewards } from '../../../datasets/rewards-file.ts';
import type { Sample } from '../../../domain/submission.ts';
import type { TestVerdict } from '../../../domain/verdict.ts';
import type { SampleJob } from '../../../judge/protocol/driver-page.ts';
import { verifiedBy } from '../options/prepare-options.ts';
import { SolutionVerifier } from './solution-verifier.ts';

// A page that takes the outcome of each solution from the solution itself.
vi.mock('../page/built-page.ts', () => ({
  openPage: async () => ({
    judge: async ({ problem, submission }: SampleJob) => {
      const { code } = submission as { code: string };
      const verdict = code === 'pass\n' ? emptyVerdict(problem.id) : (code as TestVerdict);
      return { task: 'judge', report: reportOf([verdict]) };
    },
    close: async () => undefined,
  }),
}));

const [RIGHT, WRONG, LOST] = ['accepted', 'wrong-answer', 'judge-error'] as const;
const SOLUTIONS = {
  wrong: [WRONG, WRONG],
  doubted: [WRONG, LOST],
  right: [LOST, WRONG, RIGHT],
  lost: [LOST],
} as const;
const emptyVerdict = (id: string): TestVerdict => (id === 'right' || id === 'known' ? RIGHT : WRONG);
/** Problems that are not listed have no outcome. */
const OUTCOMES = { wrong: false, right: true };

it('fails a problem only where the judge failed on none of its solutions', async () => {
  const samplesOf = ([problemId, codes]: [string, readonly string[]]): [string, Sample[]] => [
    problemId,
    codes.map((code, at) => ({
      problemId,
      set: null,
      id: String(at),
      submission: { kind: 'program', code },
    })),
  ];
  const verifier = new SolutionVerifier({
    solutions: new Map(Object.entries(SOLUTIONS).map(samplesOf)),
    page: { workers: 1, browser: 'chromium', mayInstall: false, packages: null },
    progress: 'silent',
    rows: null,
    abortPromise: new Promise(() => undefined),
  });
  for (const id of Object.keys(SOLUTIONS)) await verifier.add(problemOf({ id }));
  await verifier.add(problemOf({ id: 'known' }), true);
  await verifier.add(problemOf({ id: 'none' }));
  const results = Object.fromEntries(await verifier.end());
  const result = (passes: boolean | null, acceptsEmpty = false) => ({ passes, acceptsEmpty });
  expect(results).toEqual({
    wrong: result(OUTCOMES.wrong),
    doubted: result(null),
    right: result(OUTCOMES.right, true),
    lost: result(null),
    known: result(null, true),
  });
});

it('reads the same outcomes from rows of verdicts', () => {
  const rows = Object.entries(SOLUTIONS).flatMap(([problem_id, verdicts]) =>
    verdicts.map((verdict) => {
      const reward = verdict === LOST ? null : Number(verdict === RIGHT);
      return JSON.stringify({ problem_id, reward });
    }),
  );
  expect(Object.fromEntries(verifiedBy(readRewards(rows.join('\n'))))).toEqual(OUTCOMES);
});
