/** Samples of a run that are asked, or judged, once more. */
import { answersOf, isLost, type Run, type RunRow } from '../../domain/run.ts';
import type { RunStore } from '../../storage/run-store.ts';

/** `lost`: failed on the way, or the judge failed on it. */
export type Again = 'lost' | 'truncated';

export function isAgain(which: Again, row: RunRow): boolean {
  return which === 'lost' ? isLost(row) : row.judged?.verdict === 'truncated';
}

/**
 * Forgets what is to be asked again, and the verdict of what is to be judged again, which keeps its answer.
 * @returns the rows as they are stored now: `gone` have none any more
 * @throws Error, with a sentence for the user, where another run judges the answers that would go
 */
export async function forget(
  store: Pick<RunStore, 'runs' | 'forget' | 'keep'>,
  run: Run,
  which: Again,
  all: readonly RunRow[],
): Promise<{ readonly gone: readonly RunRow[]; readonly changed: readonly RunRow[] }> {
  const rows = all.filter((row) => isAgain(which, row));
  const changed = rows
    .filter(({ failure, judged }) => failure === null && judged?.verdict === 'judge-error')
    .map((row) => ({ ...row, judged: null }));
  const gone = rows.filter(({ failure, judged }) => failure !== null || judged?.verdict !== 'judge-error');
  if (which === 'truncated') await refuseForOthers(store, run);
  await store.forget(run, gone);
  await store.keep(
    run,
    changed.map((row) => ({ row, answer: null, tests: null })),
  );
  return { gone, changed };
}

/** Its verdicts would be of answers that are gone. */
async function refuseForOthers(store: Pick<RunStore, 'runs'>, { id }: Run): Promise<void> {
  const other = (await store.runs()).find((each) => each.id !== id && answersOf(each) === id);
  if (other !== undefined)
    throw new Error(
      `The run ${other.name} judges these answers, too: ask them in a new run, or delete that one.`,
    );
}
