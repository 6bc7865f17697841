/**
 * Rows that survive an interruption of their run. They are appended to `OUT.jsonl.part` as they arrive. The same
 * command resumes where the last one ended, whatever the reason for its end. When all rows exist, they are written in
 * order to `OUT.jsonl`.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
  ftruncateSync,
  readSync,
} from 'node:fs';
import { counted, numberText } from '../../../base/number-words.ts';
import { writeErrorText, partOf } from '../output/output-file.ts';
import { isErrno } from '../input/input-files.ts';
import { UsageError } from '../text/messages.ts';
import {
  manifestPath,
  readManifest,
  runDifference,
  writeManifest,
  type RunManifest,
  type ServerFindings,
} from './manifest.ts';
import { OutputLock } from './output-lock.ts';
import { OneRowEach } from './row-index.ts';

/** The destination of the rows of a run. */
export interface RowsOutput {
  /** Rejects when rows cannot be written, or when their reader has closed the pipe; never resolves. */
  readonly failure: Promise<never>;
  /** Places whose rows exist from an earlier part of the run. `put` is not called for them. */
  readonly keptPlaces: ReadonlySet<number>;
  /** @param place index of the row, from 0; rows may be put in any order */
  put(place: number, row: object): void;
  /** Writes a line that is not a row yet. A later run reads it. */
  note(entry: object): void;
  /** Stores the findings about the server in the manifest. */
  keepFindings(server: ServerFindings): void;
  /** Completes the output when all rows exist: sorts them, and renames the file to the requested name. */
  commit(): Promise<void>;
  /**
   * Closes the output before all rows exist.
   * @returns the file with the rows so far, or null if there is none
   */
  breakOff(): Promise<string | null>;
}

export interface JournalOrder {
  readonly manifest: RunManifest;
  /** Number of rows of the whole run; null if only the end of the run shows it. */
  readonly total: number | null;
  /**
   * Returns the place of a row of an earlier command, if the row is kept; null for a row that must be created again.
   */
  readonly placeOfLine: (line: string) => number | null;
  /** Whether to delete existing rows and start over. */
  readonly isFresh: boolean;
  /** Whether to keep existing rows if no manifest identifies their run. */
  readonly adopt?: boolean;
  readonly printMessage: (sentence: string) => void;
}

export class JournaledRows implements RowsOutput {
  readonly failure: Promise<never>;
  readonly keptPlaces: ReadonlySet<number>;
  readonly #path: string;
  readonly #lock: OutputLock;
  #manifest: RunManifest;
  readonly #total: number | null;
  /** The spans of the valid rows, by place. */
  readonly #spans: Map<number, RowSpan>;
  /** Null if nothing remains to be written, because all rows exist. */
  readonly #file: RowFile | null;
  #fail: (error: unknown) => void = () => undefined;
  /** Whether the last line may be incomplete. If so, no other line may follow it. */
  #isBroken = false;

  private constructor(
    path: string,
    lock: OutputLock,
    { manifest, total }: Pick<JournalOrder, 'manifest' | 'total'>,
    file: RowFile | null,
    spans: Map<number, RowSpan>,
  ) {
    this.#path = path;
    this.#lock = lock;
    this.#manifest = manifest;
    this.#total = total;
    this.#file = file;
    this.#spans = spans;
    this.keptPlaces = new Set(spans.keys());
    this.failure = Promise.race([lock.lost, new Promise<never>((_, reject) => (this.#fail = reject))]);
    this.failure.catch(() => undefined);
  }

  /**
   * @param typedPath the path as the user typed it
   * @throws UsageError as `openRows` does
   */
  static async open(path: string, typedPath: string, settings: JournalOrder): Promise<JournaledRows> {
    const lock = await OutputLock.take(path, typedPath, settings.printMessage);
    try {
      return JournaledRows.#goOn(path, typedPath, settings, lock);
    } catch (error) {
      lock.release();
      throw isErrno(error) ? new UsageError(`${typedPath}: ${writeErrorText(error)}`) : error;
    }
  }

  static #goOn(path: string, typedPath: string, settings: JournalOrder, lock: OutputLock): JournaledRows {
    const { total, placeOfLine, isFresh, adopt = false, printMessage } = settings;
    const partPath = partOf(path);
    if (isFresh) for (const oldPath of [partPath, manifestPath(path)]) rmSync(oldPath, { force: true });
    const earlierManifest = readManifest(path);
    const isAdopted = earlierManifest === null && adopt;
    const manifest = {
      ...settings.manifest,
      ...(earlierManifest?.server && { server: earlierManifest.server }),
    };
    if (earlierManifest !== null) refuseAnother(typedPath, earlierManifest, manifest);
    else if (existsSync(partPath) && !isAdopted) {
      const why = existsSync(manifestPath(path))
        ? `${manifestPath(typedPath)} is damaged, so that nothing says which run ${partOf(typedPath)} is of`
        : `${partOf(typedPath)} was left by an unknown run`;
      throw new UsageError(
        `${why}. If it is of this very command, keep its rows with --adopt; else remove it, or start over with --fresh`,
      );
    } else if (
      !existsSync(partPath) &&
      !isFresh &&
      (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0 &&
      !isAdopted
    )
      throw new UsageError(
        `${typedPath}: exists, and ${existsSync(manifestPath(path)) ? `${manifestPath(typedPath)} is damaged` : 'no earlier run of this command wrote it'}. Choose another -o, or replace it with --fresh`,
      );
    const isWhole =
      (earlierManifest?.complete === true || isAdopted) && existsSync(path) && !existsSync(partPath);
    const spans = new Map<number, RowSpan>();
    const rowCheck = new OneRowEach(typedPath);
    const onLine = (line: string, span: RowSpan): void => {
      // A part file may have several rows of one sample.
      if (isWhole) rowCheck.add(line);
      const place = placeOfLine(line);
      if (place !== null) spans.set(place, span);
    };
    const { file, cut } = RowFile.open(isWhole ? path : partPath, onLine);
    if (isWhole && spans.size === total) {
      file.close();
      printMessage(
        `${typedPath} is complete: ${counted(total, 'row')}, and nothing is judged again (--fresh begins anew)`,
      );
      return new JournaledRows(path, lock, { manifest, total }, null, spans);
    }
    // A complete file and a part have different names. Renaming ensures that one of them always exists.
    if (isWhole) renameSync(path, partPath);
    if (JSON.stringify(earlierManifest) !== JSON.stringify(manifest)) writeManifest(path, manifest);
    const repairText = cut === 0 ? '' : '; a line that was written in part is taken away';
    if (spans.size > 0 || cut > 0)
      printMessage(
        `${typedPath}: resuming, ${total === null ? counted(spans.size, 'row') : `${numberText(spans.size)} of ${counted(total, 'row')}`} done${repairText}`,
      );
    return new JournaledRows(path, lock, { manifest, total }, file, spans);
  }

  put(place: number, row: object): void {
    const span = this.#append(row);
    if (span !== null) this.#spans.set(place, span);
  }

  note(what: object): void {
    this.#append(what);
  }

  keepFindings(server: ServerFindings): void {
    this.#manifest = { ...this.#manifest, server };
    if (!this.#lock.isTaken()) writeManifest(this.#path, this.#manifest);
  }

  #append(row: object): RowSpan | null {
    if (this.#file === null || this.#isBroken) return null;
    // Another run has taken the rows while this one was suspended for a long time.
    if (this.#lock.isTaken()) {
      this.#isBroken = true;
      this.#fail(this.#lock.loss);
      return null;
    }
    try {
      return this.#file.append(JSON.stringify(row));
    } catch (error) {
      this.#isBroken = true;
      this.#fail(
        new UsageError(
          `${partOf(this.#path)}: ${writeErrorText(error as NodeJS.ErrnoException)}; the rows before are kept. Rerun the same command to resume`,
        ),
      );
      return null;
    }
  }

  commit(): Promise<void> {
    try {
      this.#commit();
      return Promise.resolve();
    } catch (error) {
      if (!isErrno(error)) return Promise.reject(error as Error);
      // The file with the rows in order is only a second copy.
      rmSync(`${this.#path}.ordered`, { force: true });
      return Promise.reject(
        new UsageError(
          `${this.#path}: ${writeErrorText(error)}; all rows are kept in ${partOf(this.#path)}. Make room, and rerun the same command`,
        ),
      );
    }
  }

  #commit(): void {
    const file = this.#file;
    if (file !== null) {
      if (this.#lock.isTaken()) throw this.#lock.loss;
      if (this.#spans.size !== (this.#total ?? this.#spans.size))
        throw new Error('a row is missing that was never put');
      file.sync();
      if (this.#isInOrder(file)) renameSync(partOf(this.#path), this.#path);
      else this.#putInOrder(file);
      const { redo: _, ...completeManifest } = this.#manifest;
      writeManifest(this.#path, { ...completeManifest, complete: true });
      rmSync(partOf(this.#path), { force: true });
      file.close();
    }
    this.#lock.release();
  }

  breakOff(): Promise<string | null> {
    const size = this.#file?.size ?? null;
    this.#file?.close();
    // If another run has the lock, the files belong to it.
    if (size === 0 && !this.#lock.isTaken())
      for (const leftoverPath of [partOf(this.#path), manifestPath(this.#path)])
        rmSync(leftoverPath, { force: true });
    this.#lock.release();
    return Promise.resolve(size === null || size === 0 ? null : partOf(this.#path));
  }

  #isInOrder(file: RowFile): boolean {
    let at = 0;
    for (let place = 0; place < this.#spans.size; place++) {
      const { start, length } = this.#spans.get(place)!;
      if (start !== at) return false;
      at += length + 1;
    }
    return at === file.size;
  }

  #putInOrder(file: RowFile): void {
    const draft = `${this.#path}.ordered`;
    const handle = openSync(draft, 'w');
    try {
      for (let place = 0; place < this.#spans.size; place++) {
        const bytes = file.bytesOf(this.#spans.get(place)!);
        for (let offset = 0; offset < bytes.length;) offset += writeSync(handle, bytes, offset);
      }
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(draft, this.#path);
  }
}

/** @throws UsageError that describes the difference */
function refuseAnother(typedPath: string, earlier: RunManifest, current: RunManifest): void {
  const [earlierCount, currentCount] = [earlier.asked?.samples ?? 0, current.asked?.samples ?? 0];
  const difference =
    runDifference(earlier, current) ??
    (earlier.shard === current.shard ? null : `its shard is ${earlier.shard}, not ${current.shard}`) ??
    (earlierCount <= currentCount
      ? null
      : `it has ${earlierCount} samples per problem, not ${currentCount}`) ??
    (earlier.redo === undefined || earlierCount === currentCount
      ? null
      : `its redo with ${earlier.redo} tokens is of ${earlierCount} samples per problem, not ${currentCount}`);
  if (difference !== null)
    throw new UsageError(
      `${typedPath} belongs to another run: ${difference}. Choose another -o, or start over with --fresh`,
    );
}

/** The position of a line in its file, in bytes, without its line break. */
interface RowSpan {
  readonly start: number;
  readonly length: number;
}

const PIECE = 1 << 20;
const LINE_BREAK = 0x0a;

/**
 * A file of lines that are only appended. Lines are addressed by their position, because the file may be larger than
 * memory.
 */
class RowFile {
  readonly #handle: number;
  /** Size of the file in bytes. */
  size: number;

  private constructor(handle: number, end: number) {
    this.#handle = handle;
    this.size = end;
  }

  /**
   * Opens or creates a file, and removes an incomplete last line that a killed run left behind.
   * @param onLine called with each complete line
   * @returns `cut` is the number of removed bytes
   */
  static open(
    path: string,
    onLine: (line: string, span: RowSpan) => void,
  ): { readonly file: RowFile; readonly cut: number } {
    const handle = openSync(path, 'a+');
    try {
      const { end, size } = readCompleteLines(handle, onLine);
      if (size > end) ftruncateSync(handle, end);
      return { file: new RowFile(handle, end), cut: size - end };
    } catch (error) {
      closeSync(handle);
      throw error;
    }
  }

  /** Appends a line. After it returns, the kernel has the line, so it survives the end of this process. */
  append(line: string): RowSpan {
    const bytes = Buffer.from(`${line}\n`);
    for (let offset = 0; offset < bytes.length;) offset += writeSync(this.#handle, bytes, offset);
    const span = { start: this.size, length: bytes.length - 1 };
    this.size += bytes.length;
    return span;
  }

  /** Returns the bytes of a line with its line break. */
  bytesOf({ start, length }: RowSpan): Uint8Array {
    const bytes = Buffer.allocUnsafe(length + 1);
    for (let offset = 0; offset < bytes.length;) {
      const readCount = readSync(this.#handle, bytes, offset, bytes.length - offset, start + offset);
      if (readCount === 0) throw new Error('another program truncated the file of rows');
      offset += readCount;
    }
    return bytes;
  }

  /** Writes the file to the disk before it returns. */
  sync(): void {
    fsyncSync(this.#handle);
  }

  close(): void {
    closeSync(this.#handle);
  }
}

function readCompleteLines(
  handle: number,
  onLine: (line: string, span: RowSpan) => void,
): { readonly end: number; readonly size: number } {
  const piece = Buffer.allocUnsafe(PIECE);
  let lineParts: Buffer[] = [];
  let start = 0;
  let size = 0;
  for (;;) {
    const readCount = readSync(handle, piece, 0, PIECE, size);
    if (readCount === 0) return { end: start, size };
    let from = 0;
    for (
      let at = piece.indexOf(LINE_BREAK);
      at !== -1 && at < readCount;
      at = piece.indexOf(LINE_BREAK, from)
    ) {
      const line = Buffer.concat([...lineParts, piece.subarray(from, at)]);
      lineParts = [];
      onLine(line.toString('utf8'), { start, length: line.length });
      start += line.length + 1;
      from = at + 1;
    }
    if (from < readCount) lineParts.push(Buffer.from(piece.subarray(from, readCount)));
    size += readCount;
  }
}
