import type { ModelFailure } from '../../chat-model.ts';
import type { Artifact } from '../artifacts.ts';
import { impostor, parseChatConfig, parseTensorManifest } from '../manifest.ts';
import { pause } from '../../../base/pause.ts';
import type { GpuCache } from './gpu-cache.ts';
import {
  explainBrokenLine,
  explainContent,
  explainNoNetwork,
  explainSilentHost,
  explainSize,
  explainStatus,
  explainStorage,
  type Errand,
} from '../../downloads/hosts/gpu-files-failures.ts';
import { isIntegral } from '../../downloads/hosts/integrity.ts';
import { isRetryable, readRetryAfter, retryDelay } from '../../downloads/hosts/retry.ts';
import { Watchdog, type Absence } from '../../downloads/hosts/watchdog.ts';

export interface FetchLimits {
  /** Milliseconds a server may be silent. */
  readonly idleMs: number;
  /** Milliseconds before the first retry; doubled for each further one. */
  readonly retryBaseMs: number;
}

/** A download takes hours at worst, so it outlasts half a minute without network. */
const MOST_RETRIES = 5;
/** A file of the wrong size costs its whole transfer each time. */
const MOST_SIZE_RETRIES = 2;
/** What of a file's start is looked at. */
const START_BYTES = 256;

export interface FetchJob {
  readonly cache: GpuCache;
  readonly artifact: Artifact;
  readonly source: string;
  readonly limits: FetchLimits;
  /** Bytes of this file so far; falls to 0 when it is fetched again. */
  readonly onBytes: (bytes: number) => void;
  /** The size the server states, where the manifest says none. */
  readonly onStatedBytes: (bytes: number) => void;
}

export type FetchEnd =
  | { readonly type: 'stored' }
  | { readonly type: 'aborted' }
  | {
      readonly type: 'failed';
      readonly failure: ModelFailure;
      readonly retries: number;
      readonly retryAfterMs: number | null;
    };

/** Fetches a file, checks it and stores it; tries again where that may help. */
export async function fetchArtifact(job: FetchJob, signal: AbortSignal): Promise<FetchEnd> {
  for (let n = 1; ; n++) {
    const watchdog = new Watchdog(signal);
    const end = await new Attempt(job, watchdog).run().finally(() => watchdog.close());
    if (end.type !== 'failed') return end;
    job.onBytes(0);
    if (n > end.retries) return end;
    const delay = retryDelay(n, end.retryAfterMs, job.limits.retryBaseMs, Math.random());
    if (!(await pause(delay, signal))) return { type: 'aborted' };
  }
}

class Attempt {
  readonly #job: FetchJob;
  readonly #errand: Errand;
  readonly #watchdog: Watchdog;
  #reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | null = null;
  #bytes = 0;
  #start = '';
  /** Why the body ended early. */
  #trouble: FetchEnd | null = null;

  constructor(job: FetchJob, watchdog: Watchdog) {
    this.#job = job;
    this.#errand = { name: job.artifact.name, source: job.source };
    this.#watchdog = watchdog;
  }

  async run(): Promise<FetchEnd> {
    const { limits, source } = this.#job;
    // The files are kept once, in Cache Storage; a broken one must not come back from the HTTP cache.
    const request = fetch(source, { signal: this.#watchdog.signal, cache: 'no-store' });
    const arrival = await this.#watchdog.within(limits.idleMs, request);
    if (!arrival.arrived) {
      if (arrival.why !== 'broken') return this.#absent(arrival.why);
      return this.#failed(explainNoNetwork(this.#errand, navigator.onLine), MOST_RETRIES);
    }
    const response = arrival.value;
    if (!response.ok) {
      const retries = isRetryable(response.status) ? MOST_RETRIES : 0;
      return this.#failed(
        explainStatus(this.#errand, response.status),
        retries,
        readRetryAfter(response.headers),
      );
    }
    if ((response.headers.get('content-type') ?? '').includes('text/html'))
      return this.#failed(explainContent(this.#errand, 'is a web page'));
    const stated = Number(response.headers.get('content-length') ?? 0);
    if (stated > 0 && response.headers.get('content-encoding') === null) this.#job.onStatedBytes(stated);
    this.#reader = response.body?.getReader() ?? null;
    return this.#job.artifact.bytes === null
      ? this.#storeChecked()
      : this.#storeShard(this.#job.artifact.bytes);
  }

  /** A shard goes to the storage as it comes, and counts only if its size is right at the end. */
  async #storeShard(expected: number): Promise<FetchEnd> {
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull: async (controller) => {
        const piece = await this.#next();
        if (piece !== null) controller.enqueue(piece);
        if (this.#trouble === null && this.#bytes > expected) this.#trouble = this.#wrongSize(expected);
        if (this.#trouble === null && piece === null && this.#bytes < expected)
          this.#trouble = this.#wrongSize(expected);
        if (this.#trouble !== null) controller.error(new Error('the file is not whole'));
        else if (piece === null) controller.close();
      },
    });
    return this.#put(body, expected);
  }

  /** The other files are small: they are looked at before they are stored. */
  async #storeChecked(): Promise<FetchEnd> {
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    for (let piece = await this.#next(); piece !== null; piece = await this.#next()) pieces.push(piece);
    if (this.#trouble !== null) return this.#trouble;
    const bytes = await new Blob(pieces).arrayBuffer();
    const problem = await problemOf(this.#job.artifact, bytes);
    if (problem !== null) return this.#failed(explainContent(this.#errand, problem));
    return this.#put(bytes, bytes.byteLength);
  }

  async #put(body: ReadableStream<Uint8Array> | ArrayBuffer, bytes: number): Promise<FetchEnd> {
    try {
      await this.#job.cache.put(this.#job.artifact, body, bytes);
      return { type: 'stored' };
    } catch (error) {
      return this.#trouble ?? this.#failed(explainStorage(error, this.#errand.name));
    }
  }

  /** Null at the end, and when something went wrong: then `#trouble` says what. */
  async #next(): Promise<Uint8Array<ArrayBuffer> | null> {
    if (this.#reader === null) return null;
    const arrival = await this.#watchdog.within(this.#job.limits.idleMs, this.#reader.read());
    if (!arrival.arrived) {
      this.#trouble = this.#absent(arrival.why);
      return null;
    }
    const piece = arrival.value.value;
    if (piece === undefined) return null;
    if (this.#start.length < START_BYTES) {
      this.#start += new TextDecoder('latin1').decode(piece.subarray(0, START_BYTES));
      const other = impostor(this.#start);
      if (other !== null) {
        this.#trouble = this.#failed(explainContent(this.#errand, `is ${other}`));
        return null;
      }
    }
    this.#bytes += piece.byteLength;
    this.#job.onBytes(this.#bytes);
    return piece;
  }

  #absent(why: Absence): FetchEnd {
    if (why === 'aborted') return { type: 'aborted' };
    const failure =
      why === 'silent'
        ? explainSilentHost(this.#errand, this.#job.limits.idleMs)
        : explainBrokenLine(this.#errand);
    return this.#failed(failure, MOST_RETRIES);
  }

  #wrongSize(expected: number): FetchEnd {
    return this.#failed(explainSize(this.#errand, this.#bytes, expected), MOST_SIZE_RETRIES);
  }

  #failed(failure: ModelFailure, retries = 0, retryAfterMs: number | null = null): FetchEnd {
    return { type: 'failed', failure, retries, retryAfterMs };
  }
}

/** What is wrong with a small file, to complete "FILE …"; null where nothing is. */
export async function problemOf(
  { kind, integrity }: Pick<Artifact, 'kind' | 'integrity'>,
  bytes: ArrayBuffer,
): Promise<string | null> {
  const shape = shapeProblem(kind, bytes);
  if (shape !== null) return shape;
  if (integrity !== null && !(await isIntegral(bytes, integrity)))
    return "is not the one the model's record promises (its hash differs)";
  return null;
}

function shapeProblem(kind: Artifact['kind'], bytes: ArrayBuffer): string | null {
  const start = new TextDecoder('latin1').decode(bytes.slice(0, START_BYTES));
  const other = impostor(start);
  if (other !== null) return `is ${other}`;
  if (kind === 'library') return start.startsWith('\0asm') ? null : 'is no WebAssembly module';
  if (kind === 'tokenizer') return bytes.byteLength === 0 ? 'is empty' : cutOff(start, bytes);
  if (kind === 'shard') return null;
  const parsed = (kind === 'config' ? parseChatConfig : parseTensorManifest)(new TextDecoder().decode(bytes));
  return parsed.ok ? null : parsed.problem;
}

/** Ten megabytes of JSON are not parsed for this: one that is cut off lacks its last brace. */
function cutOff(start: string, bytes: ArrayBuffer): string | null {
  if (!start.trimStart().startsWith('{')) return null;
  const end = new TextDecoder('latin1').decode(bytes.slice(-START_BYTES));
  return end.trimEnd().endsWith('}') ? null : 'is cut off';
}
