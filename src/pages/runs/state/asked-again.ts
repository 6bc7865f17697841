/**
 * Samples of a run that are asked, or judged, once more: those that failed on the way, or that the judge failed on. An
 * answer of the model's own is never asked again, be it cut off: only failures would be drawn anew, and pass@1 would rise.
 */
import { isLost, type Run, type RunRow } from '../../../domain/run.ts';
import type { RunStore } from '../../../storage/run-store.ts';

/**
 * Forgets what is to be asked again, and the verdict of what is to be judged again, which keeps its answer.
 * @returns the rows as they are stored now: `gone` have none any more
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
