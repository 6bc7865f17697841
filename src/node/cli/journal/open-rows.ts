/** Opens the output of rows: a file that a later run of the same command resumes, or a stream. */
import { statSync } from 'node:fs';
import { noteOutput, placeOf, refuseInput } from '../input/input-files.ts';
import { LineOutput, partOf } from '../output/output-file.ts';
import { UsageError } from '../text/messages.ts';
import { JournaledRows, type JournalOrder, type RowsOutput } from './journaled-rows.ts';
import { manifestPath, type RunManifest } from './manifest.ts';

/**
 * @param settings if `output` is null, a device or a pipe, rows are written as they arrive; without a `manifest`, no
 *   later run can resume
 * @throws UsageError if the output cannot be written, has rows of another run, or is in use by another run
 */
export async function openRows(
  settings: Omit<JournalOrder, 'manifest'> & {
    readonly output: string | null;
    readonly manifest: RunManifest | null;
  },
): Promise<RowsOutput> {
  const { output, manifest } = settings;
  if (output === null || manifest === null) return streamed(output, settings.isFresh);
  const path = placeOf(output);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) throw new UsageError(`${output}: is a folder, and must be a file`);
  if (stats !== undefined && !stats.isFile()) return streamed(output, settings.isFresh);
  for (const place of [path, partOf(path), manifestPath(path)]) refuseInput(output, place);
  noteOutput(output, path);
  return JournaledRows.open(path, output, { ...settings, manifest });
}

async function streamed(typedPath: string | null, force: boolean): Promise<RowsOutput> {
  const output = await LineOutput.open(typedPath, force);
  const rows = new RowsInOrder((row) => output.write(row));
  return {
    failure: output.failure,
    keptPlaces: new Set(),
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

/**
 * Writes rows in the order of their places, although they arrive in any order: each row as soon as all rows before it
 * have arrived.
 */
export class RowsInOrder {
  readonly #write: (row: object) => void;
  readonly #waitingRows = new Map<number, object>();
  #next = 0;

  constructor(write: (row: object) => void) {
    this.#write = write;
  }

  /** @param place index of the row, from 0 */
  put(place: number, row: object): void {
    this.#waitingRows.set(place, row);
    for (
      let next = this.#waitingRows.get(this.#next);
      next !== undefined;
      next = this.#waitingRows.get(this.#next)
    ) {
      this.#waitingRows.delete(this.#next);
      this.#write(next);
      this.#next += 1;
    }
  }

  /** Writes the rows that still wait for an earlier row, which will not arrive. */
  putOutOfOrder(): void {
    const places = [...this.#waitingRows.keys()].sort((one, other) => one - other);
    for (const place of places) this.#write(this.#waitingRows.get(place)!);
    this.#waitingRows.clear();
  }
}
