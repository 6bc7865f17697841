import type { IDBPDatabase } from 'idb';
import { nextTask } from '../../base/pause.ts';
import { RecordDatabase } from '../record-database.ts';
import { RunStore, TABLES as RUN_TABLES } from '../run-store.ts';
import { recordPortions } from '../walked.ts';

/** The sizes of stored data in bytes, as counted by `contentSize`. */
export interface KeptSizes {
  readonly runs: number;
  readonly sets: number;
  readonly drafts: number;
  /** Size of the answers, verdicts, comparisons, progress and history, and of the strength of tests. */
  readonly results: number;
}

const TABLES = {
  runs: RUN_TABLES,
  sets: ['sets', 'problems'],
  drafts: ['drafts'],
  results: ['answers', 'judgements', 'comparisons', 'progress', 'history', 'strengths'],
} as const satisfies Record<keyof KeptSizes, readonly string[]>;

/** Measures the stored data. Yields the sums after each portion; the kinds that are usually smallest come first. */
export async function* keptSizes(): AsyncGenerator<KeptSizes> {
  const records = await new RecordDatabase(() => undefined).open();
  const runs = await new RunStore().database();
  const sizes = { runs: 0, sets: 0, drafts: 0, results: 0 };
  yield sizes;
  for (const kind of ['drafts', 'results', 'runs', 'sets'] as const) {
    const database: IDBPDatabase = kind === 'runs' ? runs : records;
    for (const table of TABLES[kind])
      for await (const portion of recordPortions(database, table)) {
        sizes[kind] += portion.reduce((sum, { size }) => sum + size, 0);
        yield { ...sizes };
        // Lets other tasks run, because the data may be several gigabytes long.
        await nextTask();
      }
  }
}
