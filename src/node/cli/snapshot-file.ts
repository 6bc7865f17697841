/**
 * Where the command line keeps the interpreter's memory snapshot between runs, as a browser keeps it between
 * visits: every run is a first visit to a new browser profile, and a boot from scratch takes seconds.
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';

export class SnapshotFile {
  readonly #folder: string;
  readonly #browser: string;

  /** @param browser a snapshot is used only in the browser that made it */
  constructor(folder: string, browser: string) {
    this.#folder = folder;
    this.#browser = browser;
  }

  /** null when there is none, or it cannot be read. */
  load(key: string): Promise<Buffer | null> {
    return readFile(join(this.#folder, this.#name(key))).catch(() => null);
  }

  /** A folder that cannot be written costs time at the next run, nothing else. */
  async save(key: string, bytes: Buffer): Promise<void> {
    try {
      await mkdir(this.#folder, { recursive: true });
      const mine = `snapshot-${this.#browser}-`;
      const old = (await readdir(this.#folder)).filter((name) => name.startsWith(mine));
      // Put in place when complete: runs may go side by side.
      const draft = join(this.#folder, `draft-${randomUUID()}`);
      await writeFile(draft, bytes);
      await rename(draft, join(this.#folder, this.#name(key)));
      await Promise.all(
        old.filter((name) => name !== this.#name(key)).map((name) => rm(join(this.#folder, name))),
      );
    } catch {
      return;
    }
  }

  #name(key: string): string {
    return `snapshot-${this.#browser}-${key}.bin`;
  }
}
