import type { ChatModel, LoadPhase, ProbeResult } from '../chat-model.ts';

/** Stands for a model on the CPU that an old address names and that is not on this machine. */
export class AbsentModel implements ChatModel {
  readonly id: string;

  constructor(id: string) {
    this.id = `wllama/${id}`;
  }

  async probe() {
    return {
      ok: false,
      failure: {
        layer: 'not-downloaded',
        message: `There is no model ${this.id} on this machine.`,
        remedy: 'Choose another model, or add its file in the list of models.',
      },
    } as const satisfies ProbeResult;
  }

  load(_onPhase: (phase: LoadPhase) => void) {
    return this.probe();
  }

  async *generate() {
    const { failure } = await this.probe();
    yield { type: 'failed', failure } as const;
  }

  dispose(): void {
    // It holds nothing.
  }
}
