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
  storedPart(): Promise<StoredPart>;
  /** Deletes the stored part, because the file on the server has changed. */
  discard(): Promise<void>;
  /** Stores the file; throws a `Trouble` if it is not the expected one. */
  store(incomingFile: IncomingFile): Promise<void>;
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
  readonly offset: number;
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
    let storedPart = await sink.storedPart();
    if (storedPart.bytes > 0) onBytes(storedPart.bytes, storedPart.totalBytes);
    for (let retryNumber = 1; storedPart.bytes !== storedPart.totalBytes; retryNumber++) {
      const trouble = await tryOnce(job, storedPart, signal);
      if (trouble === null) return 'stored';
      if (signal.aborted) return 'aborted';
      const bytesBefore = storedPart.bytes;
      storedPart = await sink.storedPart().catch((): StoredPart => ({ bytes: 0, totalBytes: null }));
      onBytes(storedPart.bytes, storedPart.totalBytes);
      if (storedPart.bytes > bytesBefore) retryNumber = 1;
      if (retryNumber > Math.min(trouble.retries, job.retries)) return trouble.failure;
      const delay = retryDelay(retryNumber, trouble.retryAfterMs, limits.retryBaseMs, Math.random());
      if (!(await pause(delay, signal))) return 'aborted';
    }
    return 'stored';
  } catch (error) {
    return explainStorage(error, job.name);
  }
}

async function tryOnce(job: Transfer, storedPart: StoredPart, signal: AbortSignal): Promise<Trouble | null> {
  const watchdog = new Watchdog(signal);
  try {
    await job.sink.store(await requestFile(job, storedPart, watchdog));
    return null;
  } catch (error) {
    return error instanceof Trouble ? error : new Trouble(explainStorage(error, job.name), 0);
  } finally {
    watchdog.close();
  }
}

async function requestFile(job: Transfer, storedPart: StoredPart, watchdog: Watchdog): Promise<IncomingFile> {
  const request = fetch(job.source, {
    signal: watchdog.signal,
    // Files are stored only once, so they bypass the HTTP cache. A broken file must not come from there again.
    cache: 'no-store',
    ...(storedPart.bytes > 0 && { headers: { Range: `bytes=${storedPart.bytes}-` } }),
  });
  const arrival = await watchdog.within(job.limits.idleMs, request);
  if (!arrival.arrived) {
    if (arrival.why !== 'broken') throw absenceTrouble(job, arrival.why);
    throw new Trouble(explainNoConnection(job), Infinity);
  }
  const { ok, status, headers, body } = arrival.value;
  // The server's file is shorter than the stored part, so it is a different file.
  if (status === 416 && storedPart.bytes > 0) throw await changedFileTrouble(job);
  if (!ok)
    throw new Trouble(
      explainStatus(job, status),
      isRetryable(status) ? Infinity : 0,
      readRetryAfter(headers),
    );
  if (body === null) throw new Trouble(explainBrokenLine(job), Infinity);
  const offset = status === 206 ? storedPart.bytes : 0;
  const totalBytes = totalOf(headers, offset);
  if (
    offset > 0 &&
    storedPart.totalBytes !== null &&
    totalBytes !== null &&
    totalBytes !== storedPart.totalBytes
  )
    throw await changedFileTrouble(job);
  return { headers, offset, totalBytes, pieces: readPieces(job, body, offset, totalBytes, watchdog) };
}

async function* readPieces(
  job: Transfer,
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  offset: number,
  totalBytes: number | null,
  watchdog: Watchdog,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const reader = body.getReader();
  let bytes = offset;
  for (;;) {
    const arrival = await watchdog.within(job.limits.idleMs, reader.read());
    if (!arrival.arrived) throw absenceTrouble(job, arrival.why);
    const { value } = arrival.value;
    if (value === undefined) return;
    yield value;
    bytes += value.byteLength;
    job.onBytes(bytes, totalBytes);
  }
}

async function changedFileTrouble(job: Transfer): Promise<Trouble> {
  await job.sink.discard();
  return new Trouble(explainContent(job, { text: 'has changed on its server' }), Infinity);
}

function absenceTrouble(job: Transfer, why: Absence): Trouble {
  const failure = why === 'silent' ? explainSilence(job, job.limits.idleMs) : explainBrokenLine(job);
  return new Trouble(failure, Infinity);
}

/**
 * Returns the size of the whole file; null if the headers have no length, or the length of a compressed form.
 */
function totalOf(headers: Headers, offset: number): number | null {
  const length = headers.get('content-length');
  return length === null || headers.has('content-encoding') ? null : offset + Number(length);
}
