import type { WebStorage } from '../../../storage/web-storage.ts';

const STORED_AS = 'allpass-gym-1';

/** Texts that the user writes in the gym, one for each problem, stored in this browser. */
export class GymTexts {
  readonly #storage: Pick<WebStorage, 'read' | 'write'>;
  #texts = $state.raw<ReadonlyMap<string, string>>(new Map());

  constructor(storage: Pick<WebStorage, 'read' | 'write'>) {
    this.#storage = storage;
    this.#texts = parse(storage.read(STORED_AS));
  }

  /** Null when nothing is written yet. */
  of(problem: string): string | null {
    return this.#texts.get(problem) ?? null;
  }

  write(problem: string, text: string): void {
    // Another tab may have written a text for another problem.
    this.#texts = new Map(parse(this.#storage.read(STORED_AS))).set(problem, text);
    this.#storage.write(STORED_AS, JSON.stringify([...this.#texts]));
  }
}

/** Reads the stored texts. Values of another form come from another version and are discarded. */
function parse(stored: string | null): ReadonlyMap<string, string> {
  try {
    const value: unknown = JSON.parse(stored ?? '[]');
    const isEntry = (entry: unknown): entry is [string, string] =>
      Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === 'string');
    return new Map(Array.isArray(value) ? value.filter(isEntry) : []);
  } catch {
    return new Map();
  }
}
