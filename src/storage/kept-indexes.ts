/** Stores the search index of each set, by key of the set. An index can be rebuilt, so its loss is harmless. */
import { KeyvalDatabase } from './keyval-store.ts';

/** Name of the database. Change it when the format changes, so that data of earlier versions is not read. */
const DATABASE_NAME = 'allpass-search-1';

export interface KeptIndex {
  readonly ids: readonly string[];
  readonly flags: Uint16Array;
  /** The index as JSON. */
  readonly index: string;
}

type Stored = Omit<KeptIndex, 'index'> & { readonly index: Blob };

/** Methods reject if the browser does not allow storage. */
export class KeptIndexes {
  readonly #store = new KeyvalDatabase(DATABASE_NAME, 'sets');

  async read(key: string): Promise<KeptIndex | undefined> {
    const storedIndex = (await this.#store.get(key)) as Stored | undefined;
    return storedIndex && { ...storedIndex, index: await decompressText(storedIndex.index) };
  }

  async write(key: string, { index, ...facts }: KeptIndex): Promise<void> {
    await this.#store.put([[key, { ...facts, index: await compressText(index) } satisfies Stored]]);
  }

  /** Deletes the indexes of all other sets. */
  async keep(currentKeys: ReadonlySet<string>): Promise<void> {
    const obsoleteKeys = (await this.#store.keys()).filter((key) => !currentKeys.has(key));
    await this.#store.delete(obsoleteKeys);
  }
}

function compressText(text: string): Promise<Blob> {
  return new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).blob();
}

function decompressText(blob: Blob): Promise<string> {
  return new Response(blob.stream().pipeThrough(new DecompressionStream('gzip'))).text();
}
