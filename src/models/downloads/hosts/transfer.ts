/** Downloads one file from a server into storage, with retries and delays. */
import type { ModelFailure } from '../../chat-model.ts';
import type { DownloadEnd } from '../../local-port.ts';
import { pause } from '../../../base/pause.ts';
import {
  explainBrokenLine,
  explainContent,
  explainNoConnection,
  explainSilence,
  explainStatus,
  explainStorage,
  type Errand,
} from './file-failures.ts';
import { isRetryable, readRetryAfter, retryDelay } from './retry.ts';
import { Watchdog, type Absence } from './watchdog.ts';

export interface TransferLimits {
  /** Maximum time without data from the server, in milliseconds. */
  readonly idleMs: number;
  /** Milliseconds before the first retry; doubled for each further one. */
  readonly retryBaseMs: number;
}

export interface Transfer extends Errand {
  readonly sink: Sink;
  readonly limits: TransferLimits;
  /** Maximum number of retries without progress. */
  readonly retries: number;
  /**
   * Called with the bytes of this file so far, which decrease if it is fetched again, and with its size; null
   * if unknown.
   */
  readonly onBytes: (bytes: number, totalBytes: number | null) => void;
}

/**
 * The destination of a file. An error that these methods throw is reported as a failure of the storage,
 * except a `Trouble`.
 */
export interface Sink {
  /** The stored part of the file. Only the rest is requested. */
  stored(): Promise<StoredPart>;
  /** Deletes the stored part, because the file on the server has changed. */
  discard(): Promise<void>;
  /** Stores the file; throws a `Trouble` if it is not the expected one. */
  store(coming: IncomingFile): Promise<void>;
}

export interface StoredPart {
  readonly bytes: number;
  /** Null before a server has sent the size. */
  readonly totalBytes: number | null;
}

/** A file, or the rest of it, that is arriving. */
export interface IncomingFile {
  readonly headers: Headers;
  /** Offset of the first piece in the file, in bytes; 0 when the server sends the whole file. */
  readonly from: number;
  /** Size of the whole file in bytes; null if the server does not state it. */
  readonly totalBytes: number | null;
  /** Throws if the server fails, so that a part is not mistaken for the whole file. */
  readonly pieces: AsyncGenerator<Uint8Array<ArrayBuffer>, void>;
}

/** The reason why an attempt ended. It is an error because only an error can abort a stream. */
export class Trouble extends Error {
  readonly failure: ModelFailure;
  /** Limit on the number of retries after this failure. The limit of the transfer applies, too. */
  readonly retries: number;
  readonly retryAfterMs: number | null;

  constructor(failure: ModelFailure, retries: number, retryAfterMs: number | null = null) {
    super(failure.layer);
    this.failure = failure;
    this.retries = retries;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Downloads the file of a job. Never throws. */
export async function transfer(job: Transfer, signal: AbortSignal): Promise<DownloadEnd> {
  const { sink, limits, onBytes } = job;
  try {
    let stored = await sink.stored();
    if (stored.bytes > 0) onBytes(stored.bytes, stored.totalBytes);
    for (let n = 1; stored.bytes !== stored.totalBytes; n++) {
      const trouble = await tryOnce(job, stored, signal);
      if (trouble === null) return 'stored';
      if (signal.aborted) return 'aborted';
      const bytesBefore = stored.bytes;
      stored = await sink.stored().catch((): StoredPart => ({ bytes: 0, totalBytes: null }));
      onBytes(stored.bytes, stored.totalBytes);
      if (stored.bytes > bytesBefore) n = 1;
      if (n > Math.min(trouble.retries, job.retries)) return trouble.failure;
      const delay = retryDelay(n, trouble.retryAfterMs, limits.retryBaseMs, Math.random());
      if (!(await pause(delay, signal))) return 'aborted';
    }
    return 'stored';
  } catch (error) {
    return explainStorage(error, job.name);
  }
}

async function tryOnce(job: Transfer, stored: StoredPart, signal: AbortSignal): Promise<Trouble | null> {
  const watchdog = new Watchdog(signal);
  try {
    await job.sink.store(await ask(job, stored, watchdog));
    return null;
  } catch (error) {
    return error instanceof Trouble ? error : new Trouble(explainStorage(error, job.name), 0);
  } finally {
    watchdog.close();
  }
}

async function ask(job: Transfer, stored: StoredPart, watchdog: Watchdog): Promise<IncomingFile> {
  const request = fetch(job.source, {
    signal: watchdog.signal,
    // Files are stored only once, so they bypass the HTTP cache. A broken file must not come from there again.
    cache: 'no-store',
    ...(stored.bytes > 0 && { headers: { Range: `bytes=${stored.bytes}-` } }),
  });
  const arrival = await watchdog.within(job.limits.idleMs, request);
  if (!arrival.arrived) {
    if (arrival.why !== 'broken') throw absence(job, arrival.why);
    throw new Trouble(explainNoConnection(job), Infinity);
  }
  const { ok, status, headers, body } = arrival.value;
  // The server's file is shorter than the stored part, so it is a different file.
  if (status === 416 && stored.bytes > 0) throw await changed(job);
  if (!ok)
    throw new Trouble(
      explainStatus(job, status),
      isRetryable(status) ? Infinity : 0,
      readRetryAfter(headers),
    );
  if (body === null) throw new Trouble(explainBrokenLine(job), Infinity);
  const from = status === 206 ? stored.bytes : 0;
  const totalBytes = totalOf(headers, from);
  if (from > 0 && stored.totalBytes !== null && totalBytes !== null && totalBytes !== stored.totalBytes)
    throw await changed(job);
  return { headers, from, totalBytes, pieces: readPieces(job, body, from, totalBytes, watchdog) };
}

async function* readPieces(
  job: Transfer,
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  from: number,
  totalBytes: number | null,
  watchdog: Watchdog,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const reader = body.getReader();
  let bytes = from;
  for (;;) {
    const arrival = await watchdog.within(job.limits.idleMs, reader.read());
    if (!arrival.arrived) throw absence(job, arrival.why);
    const { value } = arrival.value;
    if (value === undefined) return;
    yield value;
    bytes += value.byteLength;
    job.onBytes(bytes, totalBytes);
  }
}

async function changed(job: Transfer): Promise<Trouble> {
  await job.sink.discard();
  return new Trouble(explainContent(job, { text: 'has changed on its server' }), Infinity);
}

function absence(job: Transfer, why: Absence): Trouble {
  const failure = why === 'silent' ? explainSilence(job, job.limits.idleMs) : explainBrokenLine(job);
  return new Trouble(failure, Infinity);
}

/**
 * Returns the size of the whole file; null if the headers have no length, or the length of a compressed form.
 */
function totalOf(headers: Headers, from: number): number | null {
  const length = headers.get('content-length');
  return length === null || headers.has('content-encoding') ? null : from + Number(length);
}
