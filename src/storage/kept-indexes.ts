/** The search index of a set, by the key of the set. It can be made again: nothing is lost with it. */
import { KeyvalDatabase } from './keyval-store.ts';

/** Another one for another form: what an earlier version has kept is never read. */
const NAME = 'allpass-search-1';

export interface KeptIndex {
  readonly ids: readonly string[];
  readonly flags: Uint16Array;
  /** JSON. */
  readonly index: string;
}

type Stored = Omit<KeptIndex, 'index'> & { readonly index: Blob };

/** Rejects where the browser stores nothing. */
export class KeptIndexes {
  readonly #store = new KeyvalDatabase(NAME, 'sets');

  async read(key: string): Promise<KeptIndex | undefined> {
    const stored = (await this.#store.get(key)) as Stored | undefined;
    return stored && { ...stored, index: await unzipped(stored.index) };
  }

  async write(key: string, { index, ...facts }: KeptIndex): Promise<void> {
    await this.#store.put([[key, { ...facts, index: await zipped(index) } satisfies Stored]]);
  }

  /** Drops what belongs to sets that are there no more. */
  async keep(wanted: ReadonlySet<string>): Promise<void> {
    const gone = (await this.#store.keys()).filter((key) => !wanted.has(key));
    await this.#store.delete(gone);
  }
}

function zipped(text: string): Promise<Blob> {
  return new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).blob();
}

function unzipped(blob: Blob): Promise<string> {
  return new Response(blob.stream().pipeThrough(new DecompressionStream('gzip'))).text();
}
