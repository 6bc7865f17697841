/** The parts of files that another program is writing, as it adds them. */
import { isLinesName } from '../../../datasets/containers/contents.ts';
import { type Bytes, type SourceFile, Unreadable } from '../../../datasets/containers/source-file.ts';

const PIECE = 1 << 20;
const LINE_BREAK = 0x0a;

interface Progress {
  /** Bytes and lines that were returned. */
  readonly bytes: number;
  readonly lines: number;
  /** The size at the last look. */
  readonly size: number;
}

/**
 * Returns the parts of files that are new since the last call. A part ends where the file ended at the call before, so
 * that what was written to two files at about the same time is whole in both. Lines are returned as soon as they are
 * whole, other files when their size no longer changes.
 */
export class GrowingFiles {
  readonly #files: () => readonly SourceFile[];
  /** Whether a file is returned from its start each time that others have new parts. */
  readonly #isRepeated: (name: string) => boolean;
  readonly #progress = new Map<string, Progress>();

  constructor(files: () => readonly SourceFile[], isRepeated: (name: string) => boolean) {
    this.#files = files;
    this.#isRepeated = isRepeated;
  }

  /** @returns an empty list if there is nothing new */
  async newParts(): Promise<readonly SourceFile[]> {
    const parts: SourceFile[] = [];
    const repeated: SourceFile[] = [];
    for (const file of this.#files()) {
      const { name, size } = file;
      const last = this.#progress.get(name) ?? { bytes: 0, lines: 0, size: 0 };
      if (size < last.bytes)
        throw new Unreadable(
          `${name} became shorter while it was read, as if its run began anew: start this command anew, too`,
        );
      const isLines = isLinesName(name) && file.readPart !== null;
      this.#progress.set(name, { ...last, size });
      if (isLines) {
        const isWhole = this.#isRepeated(name);
        const { end, lines } = await wholeLines(file, isWhole ? 0 : last.bytes, isWhole ? size : last.size);
        if (isWhole) repeated.push(partOf(file, 0, end, 0));
        else if (end > last.bytes) {
          parts.push(partOf(file, last.bytes, end, last.lines));
          this.#progress.set(name, { bytes: end, lines: last.lines + lines, size });
        }
      } else if (size === last.size && last.bytes === 0 && size > 0) {
        (this.#isRepeated(name) ? repeated : parts).push(file);
        if (!this.#isRepeated(name)) this.#progress.set(name, { bytes: size, lines: 0, size });
      }
    }
    return parts.length === 0 ? [] : [...parts, ...repeated];
  }
}

/** Returns the end of the last whole line between two places, and the number of lines. */
async function wholeLines(
  file: SourceFile,
  start: number,
  until: number,
): Promise<{ readonly end: number; readonly lines: number }> {
  let [end, lines] = [start, 0];
  for (let at = start; at < until; at += PIECE) {
    const piece = await file.readPart!(at, Math.min(until, at + PIECE));
    for (let place = piece.indexOf(LINE_BREAK); place !== -1; place = piece.indexOf(LINE_BREAK, place + 1)) {
      end = at + place + 1;
      lines += 1;
    }
  }
  return { end, lines };
}

function partOf(file: SourceFile, start: number, end: number, linesBefore: number): SourceFile {
  return {
    name: file.name,
    size: end - start,
    linesBefore,
    readPart: null,
    async *bytes(): AsyncGenerator<Bytes> {
      for (let at = start; at < end; at += PIECE) yield await file.readPart!(at, Math.min(end, at + PIECE));
    },
  };
}
