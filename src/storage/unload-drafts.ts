import { refText, type ProblemRef } from '../domain/problem.ts';
import type { WebStorage } from './web-storage.ts';

/** The program at the moment when the page was unloaded, and the revision of the draft on which it is based. */
export interface UnloadDraft {
  readonly code: string;
  readonly revision: number;
}

/**
 * Programs of pages that were unloaded. While a page unloads, there is no time to write to IndexedDB. So the
 * programs stay in the web storage until the next page stores them.
 */
export class UnloadDrafts {
  readonly #storage: WebStorage;

  constructor(storage: WebStorage) {
    this.#storage = storage;
  }

  /** Returns the program; null if there is none, or if it cannot be read. */
  read(problem: ProblemRef): UnloadDraft | null {
    try {
      const { code, revision } = JSON.parse(this.#storage.read(nameOf(problem)) ?? '{}') as Partial<
        Record<string, unknown>
      >;
      return typeof code === 'string' && typeof revision === 'number' ? { code, revision } : null;
    } catch {
      return null;
    }
  }

  leave(problem: ProblemRef, draft: UnloadDraft): void {
    this.#storage.write(nameOf(problem), JSON.stringify(draft));
  }

  forget(problem: ProblemRef): void {
    this.#storage.delete(nameOf(problem));
  }
}

function nameOf(problem: ProblemRef): string {
  return `allpass-last-word ${refText(problem)}`;
}
