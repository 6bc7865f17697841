/**
 * Writes JSON Lines to a file or to stdout. A file gets its final name only when it is complete. `OUT.part` contains
 * the rows of an interrupted run. The name of a draft contains the process id.
 */
import {
  closeSync,
  createWriteStream,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  type Stats,
  readdirSync,
} from 'node:fs';
import { once } from 'node:events';
import { noteOutput, placeOf, refuseInput } from '../input/input-files.ts';
import { printLine, UsageError } from '../text/messages.ts';
import { basename, dirname, join } from 'node:path';

export class LineOutput {
  readonly #path: string | null;
  readonly #draft: string;
  readonly #stream: NodeJS.WritableStream;
  /** The reason why writing is no longer possible, or null if it is. */
  #failure: Error | null = null;
  #isEmpty = true;
  /**
   * Rejects when rows cannot be written, and with `ClosedPipe` when their reader has closed the pipe; never resolves.
   */
  readonly failure: Promise<never>;

  /** @param path null for stdout */
  private constructor(path: string | null, draft: string, stream: NodeJS.WritableStream) {
    this.#path = path;
    this.#draft = draft;
    this.#stream = stream;
    this.failure = new Promise((_, reject) => {
      stream.on('error', (error: NodeJS.ErrnoException) => {
        this.#failure = explainedError(error, path);
        reject(this.#failure);
      });
    });
    // If a caller ends before a failure, no handler is attached to this rejection.
    this.failure.catch(() => undefined);
  }

  /**
   * @param force whether to replace a file that is not empty
   * @throws UsageError if the file cannot be created, is an input, or would replace a file without rows
   */
  static async open(typedPath: string | null, force = false): Promise<LineOutput> {
    if (typedPath === null) return new LineOutput(null, '', process.stdout);
    checkOutput(typedPath, { remedy: force ? null : ', or replace it with --force' });
    return LineOutput.create(typedPath);
  }

  /**
   * Opens an output that `checkOutput` has accepted.
   * @throws UsageError if the file cannot be created
   */
  static async create(typedPath: string): Promise<LineOutput> {
    const path = placeOf(typedPath);
    const stats = statusOf(typedPath, path);
    for (const abandonedDraft of abandonedDrafts(path)) {
      printLine(
        `${abandonedDraft} was left by a run that was killed: it holds the rows of that run, the last of them perhaps in part; remove it when you do not need them`,
      );
    }
    // A device or a pipe gets the rows as they arrive, because a file must not replace it.
    const draft = stats === undefined || stats.isFile() ? draftOf(path) : path;
    // Each run has its own draft, so that two runs with the same output do not write to the same file.
    const stream = createWriteStream(draft, { flags: draft === path ? 'w' : 'wx' });
    try {
      await once(stream, 'open');
    } catch (error) {
      throw new UsageError(`${typedPath}: ${writeErrorText(error as NodeJS.ErrnoException)}`);
    }
    return new LineOutput(path, draft, stream);
  }

  write(row: unknown): void {
    this.writeLine(JSON.stringify(row));
  }

  /** @returns whether the next line can be written at once; otherwise wait for `drained` */
  writeLine(text: string): boolean {
    this.#isEmpty = false;
    return this.#failure !== null || this.#stream.write(`${text}\n`);
  }

  /** Resolves when the written lines have left this process. Rejects as `failure` does. */
  async whenDrained(): Promise<void> {
    try {
      await once(this.#stream, 'drain');
    } catch (error) {
      throw this.#failure ?? error;
    }
  }

  async commit(): Promise<void> {
    await this.#flush();
    if (this.#draft !== '' && this.#draft !== this.#path) renameSync(this.#draft, this.#path!);
  }

  /**
   * Keeps the rows so far in a file next to the output.
   * @returns the name of the file; null for stdout, or if no rows could be written
   */
  async keepPart(): Promise<string | null> {
    if (this.#isEmpty || this.#failure !== null) this.discard();
    await this.#flush();
    if (this.#isEmpty || this.#path === null || this.#draft === this.#path) return null;
    const partPath = partOf(this.#path);
    renameSync(this.#draft, partPath);
    return partPath;
  }

  /** Deletes the draft. */
  discard(): void {
    if (this.#draft !== '' && this.#draft !== this.#path) rmSync(this.#draft, { force: true });
  }

  async #flush(): Promise<void> {
    this.#check();
    const flushPromise =
      this.#path === null
        ? new Promise<void>((resolve, reject) => {
            this.#stream.write('', (error) => (error ? reject(error) : resolve()));
          })
        : new Promise<void>((resolve, reject) => {
            const ended = (error?: Error | null): void => (error ? reject(error) : resolve());
            this.#stream.end(ended);
          });
    try {
      await flushPromise;
    } catch (error) {
      // The error event, which contains the reason, may arrive after this error.
      await Promise.race([this.failure, new Promise((resolve) => void setTimeout(resolve, 1000).unref())]);
      throw explainedError(error as NodeJS.ErrnoException, this.#path);
    }
    this.#check();
  }

  #check(): void {
    if (this.#failure !== null) throw this.#failure;
  }
}

/**
 * Checks the path of an output before it is written.
 * @param path the place of the typed path
 * @param start the first characters of each file that the command writes there; `{` for rows and reports
 * @param remedy follows "name another file"; null accepts a file with other content
 * @throws UsageError for a folder, an input, another output, and a file that is not empty and does not begin so
 */
export function checkOutput(
  typedPath: string,
  {
    path = placeOf(typedPath),
    start = '{',
    remedy = '',
  }: { readonly path?: string; readonly start?: string; readonly remedy?: string | null } = {},
): void {
  const stats = statusOf(typedPath, path);
  if (stats?.isDirectory()) throw new UsageError(`${typedPath}: is a folder, and must be a file`);
  refuseInput(typedPath, path);
  noteOutput(typedPath, path);
  if (stats?.isFile() && remedy !== null && !isEmptyOrBegins(path, start))
    throw new UsageError(
      `${typedPath}: exists, and holds ${start === '{' ? 'no rows' : 'nothing'} that this command could have written: name another file${remedy}`,
    );
}

function statusOf(typedPath: string, path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw new UsageError(`${typedPath}: ${writeErrorText(error as NodeJS.ErrnoException)}`);
  }
}

function isEmptyOrBegins(path: string, start: string): boolean {
  const head = Buffer.alloc(256);
  const handle = openSync(path, 'r');
  try {
    const text = head.toString('utf8', 0, readSync(handle, head, 0, head.length, 0)).trimStart();
    return text === '' || text.startsWith(start);
  } finally {
    closeSync(handle);
  }
}

/** The reader of the output has closed the pipe, as `head` does. This is not an error, and the command can end. */
export class ClosedPipe extends Error {
  override readonly name = 'ClosedPipe';
}

function explainedError(error: NodeJS.ErrnoException, path: string | null): Error {
  if (error.code === 'EPIPE') return new ClosedPipe();
  return new UsageError(`${path ?? 'standard output'}: ${writeErrorText(error)}`);
}

/** Returns the part of the error message after the file name, such as `cannot be written: …`. */
export function writeErrorText({ code, message, path }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT' && path !== undefined)
    return `cannot be written: there is no folder ${dirname(path)}; make it first`;
  if (code === 'EISDIR' && path !== undefined) return `cannot be written: ${path} is a folder`;
  return WRITE_FAULTS[code ?? ''] ?? `cannot be written (${code ?? message})`;
}

/** Reasons why a file cannot be written, by error code of the system. */
const WRITE_FAULTS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EACCES: 'cannot be written: you have no permission to write in its folder',
  EPERM: 'cannot be written: the system does not permit it',
  EROFS: 'cannot be written: the disk is read-only',
  ENOTDIR: 'cannot be written: a part of its path is a file and not a folder',
  ENAMETOOLONG: 'cannot be written: its name is too long',
  EMFILE: 'cannot be written: too many files are open',
  EIO: 'cannot be written: the disk failed',
};

export function partOf(path: string): string {
  return `${path}.part`;
}

/** Returns the output that a file belongs to: the file itself, or the output whose part it is. */
export function wholeOf(path: string): string {
  return path.replace(/\.part$/, '');
}

function draftOf(path: string): string {
  return partOf(`${path}.${process.pid}`);
}

/** Returns the drafts that ended runs did not delete. */
function abandonedDrafts(path: string): readonly string[] {
  const start = `${basename(path)}.`;
  try {
    return readdirSync(dirname(path))
      .filter((name) => name.startsWith(start) && /^\d+\.part$/.test(name.slice(start.length)))
      .filter((name) => !isRunning(Number.parseInt(name.slice(start.length), 10)))
      .map((name) => join(dirname(path), name));
  } catch {
    // A folder that cannot be listed may still be writable.
    return [];
  }
}

/** Returns whether a process with this id exists on this machine. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user exists but cannot be signalled.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
