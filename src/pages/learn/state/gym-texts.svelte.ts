import type { WebStorage } from '../../../storage/web-storage.ts';
import { storedList } from './stored-list.ts';

const STORED_AS = 'allpass-gym-1';

/** Texts that the user writes in the gym, one for each problem, stored in this browser. */
export class GymTexts {
  readonly #storage: Pick<WebStorage, 'read' | 'write'>;
  #texts = $state.raw<ReadonlyMap<string, string>>(new Map());

  constructor(storage: Pick<WebStorage, 'read' | 'write'>) {
    this.#storage = storage;
    this.#texts = this.#read();
  }

  /** Null when nothing is written yet. */
  of(problem: string): string | null {
    return this.#texts.get(problem) ?? null;
  }

  write(problem: string, text: string): void {
    // Another tab may have written a text for another problem.
    this.#texts = this.#read().set(problem, text);
    this.#storage.write(STORED_AS, JSON.stringify([...this.#texts]));
  }

  #read(): Map<string, string> {
    return new Map(storedList(this.#storage.read(STORED_AS), isEntry));
  }
}

function isEntry(value: unknown): value is [problem: string, text: string] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');
}
