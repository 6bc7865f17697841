import { CACHE_SCOPES, type Artifact, type CacheScope } from '../artifacts.ts';

/** Header with the length of the body, so that a survey need not read gigabytes. */
const STORED_BYTES = 'x-allpass-bytes';

const CONTENT_TYPES = {
  config: 'application/json',
  manifest: 'application/json',
  tokenizer: 'application/octet-stream',
  library: 'application/wasm',
  shard: 'application/octet-stream',
} as const;

export interface StoredKey {
  readonly scope: CacheScope;
  readonly url: string;
}

/**
 * The entries of Cache Storage that web-llm reads. They use web-llm's caches and keys, so that it finds every
 * file and requests none. Errors of the browser (blocked, full) are thrown; `explainStorage` explains them.
 */
export class GpuCache {
  /** Stores a whole file. If the body ends early with an error, the previous file is kept. */
  async put(
    artifact: Artifact,
    body: ReadableStream<Uint8Array> | ArrayBuffer,
    bytes: number,
  ): Promise<void> {
    const cache = await this.#open(artifact.scope);
    // A new response is created, because a server's `Vary` header could prevent web-llm's request from
    // matching.
    const headers = { 'content-type': CONTENT_TYPES[artifact.kind], [STORED_BYTES]: String(bytes) };
    await cache.put(artifact.url, new Response(body, { headers }));
  }

  /** Returns the stored text; null if the file is not stored. */
  async text({ scope, url }: Artifact): Promise<string | null> {
    const response = await (await this.#open(scope)).match(url);
    return response === undefined ? null : response.text();
  }

  /** Returns the bytes of a stored file: the recorded size, or counted; null if it is not stored. */
  async sizeOf({ scope, url }: StoredKey, countsBytes: boolean): Promise<number | null> {
    const response = await (await this.#open(scope)).match(url);
    if (response === undefined) return null;
    const recordedBytes = response.headers.get(STORED_BYTES);
    return recordedBytes === null || countsBytes ? countBytes(response) : Number(recordedBytes);
  }

  async keys(): Promise<readonly StoredKey[]> {
    const keys = await Promise.all(
      CACHE_SCOPES.map(async (scope) => {
        const requests = await (await this.#open(scope)).keys();
        return requests.map(({ url }): StoredKey => ({ scope, url }));
      }),
    );
    return keys.flat();
  }

  async delete(keys: readonly StoredKey[]): Promise<void> {
    await Promise.all(keys.map(async ({ scope, url }) => (await this.#open(scope)).delete(url)));
  }

  #open(scope: CacheScope): Promise<Cache> {
    return caches.open(`webllm/${scope}`);
  }
}

/** Counts the bytes of a body, up to the first read error. */
async function countBytes({ body }: Response): Promise<number> {
  let bytes = 0;
  const reader = body?.getReader();
  try {
    for (;;) {
      const piece = await reader?.read();
      if (piece === undefined || piece.done) return bytes;
      bytes += piece.value.byteLength;
    }
  } catch {
    return bytes;
  }
}
