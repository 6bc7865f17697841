/**
 * The program's standard streams at descriptor level. stdin is a regular file on descriptor 0, because programs read
 * its size and map it. stdout and stderr are devices that write to buffers of this class.
 */
import type { FileNode, Pyodide } from './pyodide-internals.ts';
import { Bytes, copyBytes, decodeLoose, decodeStrict, viewOf } from './primordials.ts';

/** EFBIG as an error number of Emscripten. Python raises OSError "File too large". */
const FILE_TOO_LARGE = 22;
const STDERR_BYTES = 64 * 1024;
const STDIN_PATH = '/judge/stdin';

export class StandardStreams {
  readonly #stdin: FileNode;
  #input: Uint8Array = new Bytes(0);
  #inputRead = 0;
  #output: Uint8Array = new Bytes(1 << 20);
  #outputLength = 0;
  #outputLimit = 8 << 20;
  #isLimitExceeded = false;
  readonly #errors = new Bytes(STDERR_BYTES);
  #errorsLength = 0;

  constructor(pyodide: Pyodide) {
    const { FS } = pyodide._module;
    // `/dev/stdin` stays a device; it reads the same bytes as descriptor 0.
    pyodide.setStdin({ isatty: false, read: (buffer) => this.#read(buffer) });
    pyodide.setStdout({
      isatty: false,
      write: (bytes) => {
        if (!this.#keep(bytes)) throw new FS.ErrnoError(FILE_TOO_LARGE);
        return bytes.length;
      },
    });
    pyodide.setStderr({ isatty: false, write: (bytes) => this.#keepError(bytes) });
    FS.writeFile(STDIN_PATH, '');
    FS.closeStream(0);
    if (FS.open(STDIN_PATH, 0).fd !== 0) throw new Error('descriptor 0 is taken');
    this.#stdin = FS.lookupPath(STDIN_PATH).node;
  }

  /** Whether the program wrote more than the limit, even if it caught the error. */
  get isLimitExceeded(): boolean {
    return this.#isLimitExceeded;
  }

  limitOutput(bytes: number): void {
    this.#outputLimit = bytes;
  }

  /** Empties the outputs and opens the input on descriptor 0. Call it after a restore, which rewinds the stream. */
  begin(input: Uint8Array): void {
    this.#stdin.contents = input;
    this.#stdin.usedBytes = input.length;
    this.#input = input;
    this.#inputRead = 0;
    this.#outputLength = 0;
    this.#errorsLength = 0;
    this.#isLimitExceeded = false;
  }

  /** Returns the output of the program; null if it is not UTF-8. */
  stdout(): string | null {
    return decodeStrict(viewOf(this.#output, 0, this.#outputLength));
  }

  stderr(): string {
    return decodeLoose(viewOf(this.#errors, 0, this.#errorsLength));
  }

  #read(buffer: Uint8Array): number {
    const length = Math.min(buffer.length, this.#input.length - this.#inputRead);
    copyBytes(buffer, viewOf(this.#input, this.#inputRead, this.#inputRead + length), 0);
    this.#inputRead += length;
    return length;
  }

  #keep(bytes: Uint8Array): boolean {
    const length = this.#outputLength + bytes.length;
    if (length > this.#outputLimit) {
      this.#isLimitExceeded = true;
      return false;
    }
    if (length > this.#output.length) {
      const largerBuffer = new Bytes(Math.max(this.#output.length * 2, length));
      copyBytes(largerBuffer, viewOf(this.#output, 0, this.#outputLength), 0);
      this.#output = largerBuffer;
    }
    copyBytes(this.#output, bytes, this.#outputLength);
    this.#outputLength = length;
    return true;
  }

  /** Stores the start of stderr. Longer output is truncated without an error. */
  #keepError(bytes: Uint8Array): number {
    const length = Math.min(bytes.length, STDERR_BYTES - this.#errorsLength);
    if (length > 0) {
      copyBytes(this.#errors, viewOf(bytes, 0, length), this.#errorsLength);
      this.#errorsLength += length;
    }
    return bytes.length;
  }
}
