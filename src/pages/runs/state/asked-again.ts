/**
 * Retries of a run's samples whose request failed, or on which the judge failed. A model's own answer is never asked
 * for again, even when it is cut off: only failures would be sampled again, and pass@1 would rise.
 */
import { isLost, type Run, type RunRow } from '../../../domain/run.ts';
import type { RunStore } from '../../../storage/run-store.ts';

/**
 * Forgets the samples to ask for again, and the verdicts of those to judge again, which keep their answers.
 * @returns the rows as they are now stored; `gone` rows are no longer stored
 */
export async function forgetLost(
  store: Pick<RunStore, 'forget' | 'keep'>,
  run: Run,
  all: readonly RunRow[],
): Promise<{ readonly gone: readonly RunRow[]; readonly changed: readonly RunRow[] }> {
  const rows = all.filter(isLost);
  const changed = rows
    .filter(({ failure, judged }) => failure === null && judged?.verdict === 'judge-error')
    .map((row) => ({ ...row, judged: null }));
  const gone = rows.filter(({ failure, judged }) => failure !== null || judged?.verdict !== 'judge-error');
  await store.forget(run, gone);
  await store.keep(
    run,
    changed.map((row) => ({ row, answer: null, tests: null })),
  );
  return { gone, changed };
}
