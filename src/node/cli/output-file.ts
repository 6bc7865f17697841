/** JSON Lines to a file or to stdout. A file appears under its name only when it is complete. */
import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { userPath } from './input-files.ts';
import { UsageError } from './usage-error.ts';

export class LineOutput {
  readonly #path: string | null;
  readonly #draft: string;
  readonly #stream: NodeJS.WritableStream;

  /** @param path null writes to stdout */
  private constructor(path: string | null, stream: NodeJS.WritableStream) {
    this.#path = path;
    this.#draft = draftOf(path ?? '');
    this.#stream = stream;
  }

  /** @throws UsageError when the file cannot be made */
  static async open(given: string | null): Promise<LineOutput> {
    if (given === null) return new LineOutput(null, process.stdout);
    const path = userPath(given);
    const stream = createWriteStream(draftOf(path));
    try {
      await once(stream, 'open');
    } catch (error) {
      throw new UsageError(
        `${given}: cannot be written (${(error as NodeJS.ErrnoException).code ?? String(error)})`,
      );
    }
    return new LineOutput(path, stream);
  }

  write(row: unknown): void {
    this.#stream.write(`${JSON.stringify(row)}\n`);
  }

  async commit(): Promise<void> {
    if (this.#path === null) return;
    this.#stream.end();
    await once(this.#stream, 'finish');
    renameSync(this.#draft, this.#path);
  }

  /** Leaves nothing behind. */
  discard(): void {
    if (this.#path !== null) rmSync(this.#draft, { force: true });
  }
}

function draftOf(path: string): string {
  return `${path}.part`;
}
