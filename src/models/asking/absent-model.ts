import type { ChatModel, ModelFailure } from '../chat-model.ts';
import { modelFailure } from '../failure.ts';

/** Stands for a model on the CPU that an old address names and that is not on this machine. */
export class AbsentModel implements ChatModel {
  readonly id: string;
  readonly #failure: ModelFailure;

  constructor(id: string) {
    this.id = `wllama/${id}`;
    this.#failure = modelFailure('not-downloaded', 'modelIsNotOnMachine', this.id);
  }

  async load() {
    return { ok: false, failure: this.#failure } as const;
  }

  async *generate() {
    yield { type: 'failed', failure: this.#failure } as const;
  }

  dispose(): void {
    // It holds nothing.
  }
}
