/**
 * web-llm appends one record a token to its journal by `createWritable`, which copies the whole file each time:
 * ten milliseconds a token, and more the longer the answer. A worker may write in place instead. Nothing is
 * lost by it: what a crash leaves of a record at the end, the journal's checksums find and cut off.
 */
export function appendInPlace(): void {
  if (typeof FileSystemFileHandle === 'undefined') return;
  const handles = FileSystemFileHandle.prototype;
  if (!('createSyncAccessHandle' in handles)) return;
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its handle below
  const { createWritable } = handles;
  handles.createWritable = async function (this: FileSystemFileHandle, options) {
    if (options?.keepExistingData !== true) return createWritable.call(this, options);
    try {
      return new InPlaceWritable(
        await this.createSyncAccessHandle(),
      ) as unknown as FileSystemWritableFileStream;
    } catch {
      // Another tab has it open.
      return createWritable.call(this, options);
    }
  };
}

/** As much of a writable stream as an append needs. */
class InPlaceWritable {
  readonly #file: FileSystemSyncAccessHandle;
  #at = 0;

  constructor(file: FileSystemSyncAccessHandle) {
    this.#file = file;
  }

  async seek(position: number): Promise<void> {
    this.#at = position;
  }

  async write(data: ArrayBuffer | ArrayBufferView<ArrayBuffer>): Promise<void> {
    this.#at += this.#file.write(data, { at: this.#at });
  }

  async truncate(size: number): Promise<void> {
    this.#file.truncate(size);
  }

  async close(): Promise<void> {
    this.#file.close();
  }

  abort(): Promise<void> {
    return this.close();
  }
}
