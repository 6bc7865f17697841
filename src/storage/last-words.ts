import { refText, type ProblemRef } from '../domain/problem-ref.ts';
import type { WebStorage } from './web-storage.ts';

/** A program as it was when the page went, and the revision of the draft that it goes on from. */
export interface LastWord {
  readonly code: string;
  readonly revision: number;
}

/** Programs of a page that goes: IndexedDB gives no time then, so they are left here until they are written there. */
export class LastWords {
  readonly #area: WebStorage;

  constructor(area: WebStorage) {
    this.#area = area;
  }

  /** Null where nothing was left, or nothing that can be read. */
  read(problem: ProblemRef): LastWord | null {
    try {
      const { code, revision } = JSON.parse(this.#area.read(nameOf(problem)) ?? '{}') as Partial<
        Record<string, unknown>
      >;
      return typeof code === 'string' && typeof revision === 'number' ? { code, revision } : null;
    } catch {
      return null;
    }
  }

  leave(problem: ProblemRef, word: LastWord): void {
    this.#area.write(nameOf(problem), JSON.stringify(word));
  }

  forget(problem: ProblemRef): void {
    this.#area.delete(nameOf(problem));
  }
}

function nameOf(problem: ProblemRef): string {
  return `allpass-last-word ${refText(problem)}`;
}
