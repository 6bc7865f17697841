/** Rows go to a file that a later run of the same command goes on with, or to a stream. */
import { statSync } from 'node:fs';
import { placeOf, refuseInput } from '../input/input-files.ts';
import { LineOutput } from '../output/output-file.ts';
import { partOf } from '../output/part-file.ts';
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

/** Rows that come in any order, written in their own: each as soon as all before it are. */
export class RowsInOrder {
  readonly #write: (row: object) => void;
  readonly #total: number;
  readonly #waiting = new Map<number, object>();
  #next = 0;

  constructor(total: number, write: (row: object) => void) {
    this.#total = total;
    this.#write = write;
  }

  /** @param place of the row, from 0 */
  put(place: number, row: object): void {
    this.#waiting.set(place, row);
    for (let next = this.#waiting.get(this.#next); next !== undefined; next = this.#waiting.get(this.#next)) {
      this.#waiting.delete(this.#next);
      this.#write(next);
      this.#next += 1;
    }
  }

  /** Writes what waits for a row that will not come. */
  putOutOfOrder(): void {
    for (; this.#next < this.#total; this.#next++) {
      const row = this.#waiting.get(this.#next);
      if (row !== undefined) this.#write(row);
    }
    this.#waiting.clear();
  }
}
