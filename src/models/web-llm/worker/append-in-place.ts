/**
 * Makes web-llm's journal faster. web-llm appends one record per token by `createWritable`, which copies the whole file
 * each time: ten milliseconds a token, and more for long answers. A worker may write in place instead. This is safe: if
 * a crash truncates the last record, the journal finds it by its checksum and removes it.
 */
export function appendInPlace(): void {
  if (typeof FileSystemFileHandle === 'undefined') return;
  const handlePrototype = FileSystemFileHandle.prototype;
  if (!('createSyncAccessHandle' in handlePrototype)) return;
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its handle below
  const { createWritable } = handlePrototype;
  handlePrototype.createWritable = async function (this: FileSystemFileHandle, options) {
    if (options?.keepExistingData !== true) return createWritable.call(this, options);
    try {
      return new InPlaceWritable(
        await this.createSyncAccessHandle(),
      ) as unknown as FileSystemWritableFileStream;
    } catch {
      // Another tab has the file open.
      return createWritable.call(this, options);
    }
  };
}

/** The part of a writable stream that an append needs. */
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
