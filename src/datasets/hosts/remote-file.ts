/**
 * A file at a URL, read as a stream or in parts. Requests contain no login, no cookie and no referrer. The server
 * sees the IP address and, for a request from a page, the page's origin (`Origin`).
 */
import { Unreadable, withoutFirst, type Bytes, type SourceFile } from '../containers/source-file.ts';
import { streamBytes } from './source-files.ts';
import { explainNoAnswer, explainRefusal, BY_HAND } from './unreached.ts';

const NO_PARTS = `comes from a server that gives no parts of a file, which parquet and zip need: ${BY_HAND}`;
const BROKE_OFF_FAULT = 'stopped coming before its end: the connection broke; add it again';
const WEB_PAGE_FAULT =
  'is a web page, not a data set: give the address of the file itself (behind “Raw” or “Download”), or sign in there and download it';

/** The functions of the host. Tests replace them. */
export interface RemoteHost {
  readonly fetch: typeof fetch;
  /** Waits before a request is repeated. */
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Returns the free space in bytes, or null if it is unknown. */
  readonly freeBytes: () => Promise<number | null>;
  /** Aborts every request with its reason. */
  readonly signal?: AbortSignal;
}

export const realmHost: RemoteHost = {
  fetch: (...request) => fetch(...request),
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  freeBytes: async () => {
    if (typeof navigator === 'undefined' || navigator.storage === undefined) return null;
    const { quota, usage = 0 } = await navigator.storage.estimate().catch(() => ({}) as StorageEstimate);
    return quota === undefined ? null : quota - usage;
  },
};

/** Maximum number of failed requests in succession. After that, reading the file fails. */
const MAX_FAILED_REQUESTS = 4;
const FIRST_PAUSE_MS = 500;

interface FileFacts {
  /** Size in bytes; null if the server does not report it. */
  readonly size: number | null;
  readonly hasParts: boolean;
  /** The `ETag` of the file's version, or null if the server sends none. */
  readonly tag: string | null;
}

/**
 * Makes the first request for a file.
 * @throws Unreadable
 */
export async function openRemote(
  name: string,
  url: string,
  host: RemoteHost = realmHost,
): Promise<SourceFile> {
  const remote = new Remote(url, host);
  const { size, hasParts } = await remote.open();
  return {
    name,
    size: size ?? 0,
    bytes: () => remote.bytes(),
    readPart: hasParts && size !== null ? (start, end) => remote.part(start, end) : null,
    ...(hasParts && size !== null
      ? {}
      : {
          noParts: NO_PARTS,
        }),
  };
}

/** Creates a file whose size is known from a list. No request is sent before the file is read. */
export function listedRemote(
  name: string,
  url: string,
  size: number,
  host: RemoteHost = realmHost,
): SourceFile {
  const remote = new Remote(url, host);
  return { name, size, bytes: () => remote.bytes(), readPart: (start, end) => remote.part(start, end) };
}

class Remote {
  readonly #url: string;
  readonly #host: RemoteHost;
  #facts: FileFacts | null = null;
  /** The response to the first request, a stream from the start of the file; null after it was used. */
  #firstResponse: Response | null = null;

  constructor(url: string, host: RemoteHost) {
    this.#url = url;
    this.#host = host;
  }

  async open(): Promise<FileFacts> {
    const response = await this.#usableResponse(0, null);
    this.#firstResponse = response;
    const type = response.headers.get('Content-Type') ?? '';
    const unfitReason = unfitType(type);
    if (unfitReason !== null) {
      await this.#dropResponse();
      throw new Unreadable(unfitReason);
    }
    const facts = (this.#facts = await this.#factsOf(response));
    const freeBytes = await this.#host.freeBytes();
    if (facts.size !== null && freeBytes !== null && facts.size > freeBytes) {
      await this.#dropResponse();
      throw new Unreadable(
        `has ${sizeText(facts.size)}, and this browser has room for ${sizeText(freeBytes)}: make room for the page, or convert it with the command line`,
      );
    }
    return facts;
  }

  async *bytes(): AsyncGenerator<Bytes> {
    const { size } = this.#facts ?? (await this.open());
    let at = 0;
    let failedRequests = 0;
    for (;;) {
      const bytesBefore = at;
      const response = this.#firstResponse ?? (await this.#usableResponse(at, null));
      this.#firstResponse = null;
      // If the server does not support parts, a repeated stream starts at the beginning of the file.
      const bytesToSkip = at > 0 && response.status !== 206 ? at : 0;
      try {
        for await (const piece of withoutFirst(streamBytes(response.body), bytesToSkip)) {
          if (at === 0) refuseWebPage(piece);
          at += piece.length;
          yield piece;
        }
        if (size === null || at >= size) return;
      } catch (error) {
        if (error instanceof Unreadable) throw error;
        this.#host.signal?.throwIfAborted();
      }
      failedRequests = at > bytesBefore ? 0 : failedRequests + 1;
      if (failedRequests >= MAX_FAILED_REQUESTS) throw new Unreadable(BROKE_OFF_FAULT);
      await this.#host.pause(FIRST_PAUSE_MS * 2 ** failedRequests);
    }
  }

  async part(start: number, end: number): Promise<Bytes> {
    if (start === end) return new Uint8Array(0);
    for (let failedRequests = 0; failedRequests < MAX_FAILED_REQUESTS; failedRequests++) {
      if (failedRequests > 0) await this.#host.pause(FIRST_PAUSE_MS * 2 ** failedRequests);
      const response = await this.#usableResponse(start, end);
      if (response.status !== 206) {
        await response.body?.cancel();
        throw new Unreadable(NO_PARTS);
      }
      const bytes = await response.arrayBuffer().catch(() => null);
      if (bytes?.byteLength === end - start) return new Uint8Array(bytes);
      this.#host.signal?.throwIfAborted();
    }
    throw new Unreadable(BROKE_OFF_FAULT);
  }

  /**
   * Sends a request until it gets a usable response.
   * @throws Unreadable
   */
  async #usableResponse(start: number, end: number | null): Promise<Response> {
    for (let requestNumber = 1; ; requestNumber++) {
      const response = await this.#answer(start, end);
      if (response?.ok === true) {
        this.#sameAsBefore(response);
        return response;
      }
      await response?.body?.cancel();
      const isPassing = response === null || response.status >= 500 || response.status === 429;
      // The first request only shows whether the file exists, so it is repeated less often.
      if (!isPassing || requestNumber >= (this.#facts === null ? 2 : MAX_FAILED_REQUESTS))
        throw new Unreadable(
          response === null
            ? await explainNoAnswer(this.#url, this.#host.fetch)
            : statusText(response.status),
        );
      await this.#host.pause(FIRST_PAUSE_MS * 2 ** requestNumber);
    }
  }

  async #answer(start: number, end: number | null): Promise<Response | null> {
    const refusal = explainRefusal(this.#url);
    if (refusal !== null) throw new Unreadable(refusal);
    try {
      return await this.#host.fetch(this.#url, {
        // Servers do not compress the response to a range request. A simple range needs no CORS preflight.
        headers: { Range: `bytes=${start}-${end === null ? '' : end - 1}` },
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
        signal: this.#host.signal ?? null,
      });
    } catch {
      this.#host.signal?.throwIfAborted();
      return null;
    }
  }

  #sameAsBefore(response: Response): void {
    const tag = tagOf(response);
    const size = totalOf(response);
    const knownFacts = this.#facts;
    if (knownFacts === null) return;
    const areDifferent = (first: unknown, second: unknown): boolean =>
      first !== null && second !== null && first !== second;
    if (areDifferent(knownFacts.tag, tag) || (response.status === 206 && areDifferent(knownFacts.size, size)))
      throw new Unreadable('has changed on its server while it was read: add it again');
  }

  async #factsOf(response: Response): Promise<FileFacts> {
    const length = lengthOf(response);
    if (response.status !== 206) return { size: length, hasParts: false, tag: tagOf(response) };
    // Some servers hide the header `Content-Range` from pages. The length of the response is then the size of the
    // whole file.
    return { size: totalOf(response) ?? length, hasParts: true, tag: tagOf(response) };
  }

  async #dropResponse(): Promise<void> {
    await this.#firstResponse?.body?.cancel();
    this.#firstResponse = null;
  }
}

function tagOf({ headers }: Response): string | null {
  const tag = headers.get('ETag');
  return tag === null || tag.startsWith('W/') ? null : tag;
}

function totalOf({ headers }: Response): number | null {
  const total = /\/(\d+)$/.exec(headers.get('Content-Range') ?? '')?.[1];
  return total === undefined ? null : Number(total);
}

function lengthOf({ headers }: Response): number | null {
  const length = headers.get('Content-Length');
  return length === null || headers.has('Content-Encoding') ? null : Number(length);
}

function unfitType(type: string): string | null {
  const [kind = ''] = type.toLowerCase().split(';');
  if (/^(text\/html|application\/xhtml\+xml)$/.test(kind.trim())) return WEB_PAGE_FAULT;
  return /^(image|audio|video|font)\/|^application\/pdf$/.test(kind.trim())
    ? `is ${kind.trim()}, not a data set: give the address of a file of problems`
    : null;
}

/** Throws if the content is an HTML page, because some hosts send their error pages as plain text. */
function refuseWebPage(firstBytes: Bytes): void {
  if (/^\s*<(!doctype html|html)/i.test(String.fromCharCode(...firstBytes.subarray(0, 64))))
    throw new Unreadable(WEB_PAGE_FAULT);
}

function statusText(status: number): string {
  if (status === 404 || status === 410)
    return `is not there (its server answers with status ${status}): check the address`;
  if (status === 401 || status === 403)
    return `is not for everybody (its server answers with status ${status}), and no login is sent from here: ${BY_HAND}`;
  if (status === 429)
    return 'does not come for now: its server takes no more requests (status 429); wait some minutes and add it again';
  if (status >= 500) return `could not be sent (its server answers with status ${status}): try again later`;
  return `could not be fetched (its server answers with status ${status}): check the address`;
}

function sizeText(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.ceil(bytes / 1e6)} MB`;
}
