/** Downloads one file of a GGUF model into its folder, and resumes a partial download. */
import type { ModelFailure } from '../../chat-model.ts';
import { byteText } from '../../../base/number-words.ts';
import { LARGEST_FILE_BYTES } from '../memory.ts';
import type { DownloadEnd } from '../../local-port.ts';
import type { GgufFolder } from './gguf-folder.ts';
import { roomFailure } from '../../downloads/hosts/browser-storage.ts';
import { explainBrokenLine, explainContent } from '../../downloads/hosts/file-failures.ts';
import { transfer, Trouble, type IncomingFile, type StoredPart } from '../../downloads/hosts/transfer.ts';
import type { Sink, Transfer, TransferLimits } from '../../downloads/hosts/transfer.ts';

export interface GgufLimits extends TransferLimits {
  /** Size of a piece in bytes. At most this much is lost when the tab is closed. */
  readonly pieceBytes: number;
}

export interface GgufJob extends Omit<Transfer, 'sink' | 'retries'> {
  readonly folder: GgufFolder;
  readonly part: number;
  readonly limits: GgufLimits;
}

const MOST_RETRIES = 4;

export function downloadGguf(job: GgufJob, signal: AbortSignal): Promise<DownloadEnd> {
  return transfer({ ...job, sink: new FolderSink(job), retries: MOST_RETRIES }, signal);
}

/** Stores a file in its folder, and keeps all bytes that have arrived. */
class FolderSink implements Sink {
  readonly #job: GgufJob;

  constructor(job: GgufJob) {
    this.#job = job;
  }

  async storedPart(): Promise<StoredPart> {
    const { folder, part } = this.#job;
    const { bytes } = await folder.about();
    return { bytes: await folder.size(part), totalBytes: bytes[part] ?? null };
  }

  discard(): Promise<void> {
    return this.#job.folder.clear(this.#job.part);
  }

  async store({ offset, totalBytes, pieces }: IncomingFile): Promise<void> {
    const { folder, part } = this.#job;
    if (offset === 0) await this.discard();
    if (totalBytes !== null) {
      const refusal = await this.#refusal(totalBytes, offset);
      if (refusal !== null) throw new Trouble(refusal, 0);
      await folder.setBytes(part, totalBytes);
    }
    const bytes = await this.#write(pieces, offset);
    if (totalBytes === null) await folder.setBytes(part, bytes);
    else if (bytes < totalBytes) throw new Trouble(explainBrokenLine(this.#job), Infinity);
  }

  /** Returns the reason why the file cannot be downloaded; null if it can. */
  async #refusal(totalBytes: number, from: number): Promise<ModelFailure | null> {
    const { name } = this.#job;
    if (totalBytes > LARGEST_FILE_BYTES) return tooLarge(name, totalBytes);
    return roomFailure(name, totalBytes - from);
  }

  /** Stores the pieces. Returns the end of the stored part, in bytes. */
  async #write(pieces: IncomingFile['pieces'], from: number): Promise<number> {
    const { folder, part, limits } = this.#job;
    let at = from;
    let pieceStart = from;
    let piece: FileSystemWritableFileStream | null = null;
    try {
      for await (const bytes of pieces) {
        if (at === 0 && !startsAsGguf(bytes))
          throw new Trouble(explainContent(this.#job, { text: 'is not a GGUF file' }), 0);
        piece ??= await folder.write(part, at);
        await piece.write(bytes);
        at += bytes.byteLength;
        if (at - pieceStart >= limits.pieceBytes) {
          await piece.close();
          piece = null;
          pieceStart = at;
        }
      }
    } finally {
      // The received bytes are kept, even after a failure.
      await piece?.close();
    }
    return at;
  }
}

/** Whether the first chunk starts like a GGUF file. It may be shorter than the four bytes that are compared. */
function startsAsGguf(bytes: Uint8Array): boolean {
  return [0x47, 0x47, 0x55, 0x46].every((byte, at) => (bytes[at] ?? byte) === byte);
}

export function tooLarge(name: string, bytes: number): ModelFailure {
  return {
    layer: 'out-of-memory',
    message: `${name} has ${byteText(bytes)}, and one file may have ${byteText(LARGEST_FILE_BYTES)} at most here.`,
    remedy: 'Choose a smaller quantisation, or the model in parts (llama.cpp’s gguf-split makes them).',
  };
}
