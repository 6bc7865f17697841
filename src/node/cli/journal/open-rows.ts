/** Rows go to a file that a later run of the same command goes on with, or to a stream. */
import { statSync } from 'node:fs';
import { placeOf, refuseInput } from '../input/input-files.ts';
import { LineOutput } from '../output/output-file.ts';
import { partOf } from '../output/part-file.ts';
import { RowsInOrder } from '../output/rows-in-order.ts';
import { UsageError } from '../text/usage-error.ts';
import { JournaledRows, type JournalOrder } from './journaled-rows.ts';
import { manifestPath, type RunManifest } from './manifest.ts';
import type { RowsOutput } from './rows-output.ts';

/**
 * @param order `output` null, or a device or pipe, takes the rows as they come; without a `manifest` no later run goes on
 * @throws UsageError where it cannot be written, holds rows of another run, or another run writes into it
 */
export async function openRows(
  order: Omit<JournalOrder, 'manifest'> & {
    readonly output: string | null;
    readonly manifest: RunManifest | null;
  },
): Promise<RowsOutput> {
  const { output, total, manifest } = order;
  if (output === null || manifest === null) return streamed(output, total, order.fresh);
  const path = placeOf(output);
  const there = statSync(path, { throwIfNoEntry: false });
  if (there?.isDirectory()) throw new UsageError(`${output}: is a folder, and must be a file`);
  if (there !== undefined && !there.isFile()) return streamed(output, total, order.fresh);
  for (const place of [path, partOf(path), manifestPath(path)]) refuseInput(output, place);
  return JournaledRows.open(path, output, { ...order, manifest });
}

async function streamed(given: string | null, total: number, force: boolean): Promise<RowsOutput> {
  const output = await LineOutput.open(given, force);
  const rows = new RowsInOrder(total, (row) => output.write(row));
  return {
    failed: output.failed,
    kept: new Set(),
    put: (place, row) => rows.put(place, row),
    note: () => undefined,
    keepFindings: () => undefined,
    commit: () => output.commit(),
    async breakOff() {
      rows.putOutOfOrder();
      return output.keepPart();
    },
  };
}
