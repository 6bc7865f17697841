/** Brings one file of a GGUF model into its folder, from where it was left. */
import type { ModelFailure } from '../../chat-model.ts';
import { LARGEST_FILE_BYTES } from '../memory.ts';
import { inWords } from '../../downloads/byte-words.ts';
import { pause } from '../../../base/pause.ts';
import type { GgufEnd } from '../cpu-port.ts';
import type { GgufFolder } from './gguf-folder.ts';
import {
  explainBrokenLine,
  explainContent,
  explainNoNetwork,
  explainQuota,
  explainSilentHost,
  explainStatus,
  explainStorage,
} from '../../downloads/hosts/gpu-files-failures.ts';
import { isRetryable, readRetryAfter, retryDelay } from '../../downloads/hosts/retry.ts';
import { Watchdog, type Absence } from '../../downloads/hosts/watchdog.ts';

export interface GgufLimits {
  /** Milliseconds a server may be silent. */
  readonly idleMs: number;
  /** Milliseconds before the first retry; doubled for each further one. */
  readonly retryBaseMs: number;
  /** Bytes of a piece: what a closed tab loses at most. */
  readonly pieceBytes: number;
}

export interface GgufJob {
  readonly folder: GgufFolder;
  readonly part: number;
  readonly name: string;
  readonly source: string;
  readonly limits: GgufLimits;
  /** Bytes of this file that are there, and how many it has in all where that is known. */
  readonly onBytes: (bytes: number, totalBytes: number | null) => void;
}

interface Trouble {
  readonly failure: ModelFailure;
  readonly retry: boolean;
  readonly retryAfterMs: number | null;
}

/** In a row, without a byte between them. */
const MOST_RETRIES = 4;

export async function downloadGguf(job: GgufJob, signal: AbortSignal): Promise<GgufEnd> {
  let reached = -1;
  for (let n = 1; ; n++) {
    const watchdog = new Watchdog(signal);
    const end = await new GgufTransfer(job, watchdog)
      .run()
      .catch((error: unknown) => final(explainStorage(error, job.name)))
      .finally(() => watchdog.close());
    if (end === 'stored') return end;
    if (end === 'paused' || signal.aborted) return 'paused';
    const bytes = await job.folder.size(job.part).catch(() => 0);
    if (bytes > reached) n = 1;
    reached = bytes;
    if (!end.retry || n > MOST_RETRIES) return end.failure;
    const delay = retryDelay(n, end.retryAfterMs, job.limits.retryBaseMs, Math.random());
    if (!(await pause(delay, signal))) return 'paused';
  }
}

class GgufTransfer {
  readonly #job: GgufJob;
  readonly #watchdog: Watchdog;

  constructor(job: GgufJob, watchdog: Watchdog) {
    this.#job = job;
    this.#watchdog = watchdog;
  }

  async run(): Promise<'stored' | 'paused' | Trouble> {
    const { folder, part, name, source, limits, onBytes } = this.#job;
    const have = await folder.size(part);
    const known = (await folder.about()).bytes[part] ?? null;
    onBytes(have, known);
    if (known !== null && have === known) return 'stored';
    const arrival = await this.#watchdog.within(
      limits.idleMs,
      fetch(source, {
        signal: this.#watchdog.signal,
        // Kept once, here; not in the browser's cache as well.
        cache: 'no-store',
        ...(have > 0 ? { headers: { Range: `bytes=${have}-` } } : {}),
      }),
    );
    if (!arrival.arrived)
      return arrival.why === 'broken'
        ? again(explainNoNetwork({ name, source }, navigator.onLine))
        : this.#absent(arrival.why);
    const response = arrival.value;
    if (response.status === 416 && have > 0) {
      // There is no byte behind ours, and the size we knew was another: it is not the file we began.
      await folder.clear(part);
      return again(explainContent({ name, source }, 'has changed on its server'));
    }
    if (!response.ok)
      return {
        failure: explainStatus({ name, source }, response.status),
        retry: isRetryable(response.status),
        retryAfterMs: readRetryAfter(response.headers),
      };
    const from = response.status === 206 ? have : 0;
    const total = totalOf(response, from);
    if (from === 0 || (known !== null && total !== null && total !== known)) await folder.clear(part);
    if (from > 0 && known !== null && total !== null && total !== known)
      return again(explainContent({ name, source }, 'has changed on its server'));
    const refusal = await this.#refusal(total, from);
    if (refusal !== null) return final(refusal);
    if (total !== null) await folder.setBytes(part, total);
    return this.#store(response, from, total);
  }

  /** Why the file is not even begun. */
  async #refusal(total: number | null, from: number): Promise<ModelFailure | null> {
    if (total === null) return null;
    const { name } = this.#job;
    if (total > LARGEST_FILE_BYTES) return tooLarge(name, total);
    const { quota = Infinity, usage = 0 } = await navigator.storage.estimate();
    return total - from > quota - usage ? explainQuota(name, total - from, quota - usage) : null;
  }

  async #store(
    response: Response,
    from: number,
    total: number | null,
  ): Promise<'stored' | 'paused' | Trouble> {
    const { folder, part, name, source, limits, onBytes } = this.#job;
    const reader = response.body?.getReader();
    if (reader === undefined) return again(explainBrokenLine({ name, source }));
    let at = from;
    let piece: FileSystemWritableFileStream | null = null;
    let pieceStart = from;
    try {
      for (;;) {
        const arrival = await this.#watchdog.within(limits.idleMs, reader.read());
        if (!arrival.arrived) return this.#absent(arrival.why);
        const { value, done } = arrival.value;
        if (done) break;
        if (at === 0 && !startsAsGguf(value))
          return final(explainContent({ name, source }, 'is not a GGUF file'));
        piece ??= await folder.write(part, at);
        await piece.write(value);
        at += value.byteLength;
        onBytes(at, total);
        if (at - pieceStart >= limits.pieceBytes) {
          await piece.close();
          piece = null;
          pieceStart = at;
        }
      }
    } finally {
      // However it ended: what has come is kept.
      await piece?.close();
    }
    if (total !== null && at < total) return again(explainBrokenLine({ name, source }));
    if (total === null) await folder.setBytes(part, at);
    return 'stored';
  }

  #absent(why: Absence): 'paused' | Trouble {
    const { name, source, limits } = this.#job;
    if (why === 'aborted') return 'paused';
    return again(
      why === 'silent'
        ? explainSilentHost({ name, source }, limits.idleMs)
        : explainBrokenLine({ name, source }),
    );
  }
}

/** Bytes of the whole file; null where the headers do not say, or say it of a compressed form. */
function totalOf(response: Response, from: number): number | null {
  const length = Number(response.headers.get('content-length') ?? Number.NaN);
  const compressed = response.headers.get('content-encoding') !== null;
  return Number.isNaN(length) || compressed ? null : from + length;
}

/** A server may send a file byte by byte; what is there must not differ. */
function startsAsGguf(bytes: Uint8Array): boolean {
  return [0x47, 0x47, 0x55, 0x46].every((byte, at) => (bytes[at] ?? byte) === byte);
}

export function tooLarge(name: string, bytes: number): ModelFailure {
  return {
    layer: 'out-of-memory',
    message: `${name} has ${inWords(bytes)}, and one file may have ${inWords(LARGEST_FILE_BYTES)} at most here.`,
    remedy: 'Choose a smaller quantisation, or the model in parts (llama.cpp’s gguf-split makes them).',
  };
}

const again = (failure: ModelFailure): Trouble => ({ failure, retry: true, retryAfterMs: null });
const final = (failure: ModelFailure): Trouble => ({ failure, retry: false, retryAfterMs: null });
