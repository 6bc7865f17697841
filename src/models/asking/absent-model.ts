import type { ChatModel } from '../chat-model.ts';
import { failed } from '../failure.ts';

/** Stands for a model on the CPU that an old address names and that is not on this machine. */
export function absentModel(name: string): ChatModel {
  const id = `wllama/${name}`;
  const end = failed({
    layer: 'not-downloaded',
    message: `There is no model ${id} on this machine.`,
    remedy: 'Choose another model, or add its file in the list of models.',
  });
  return {
    id,
    load: async () => end,
    async *generate() {
      yield { type: 'failed', failure: end.failure };
    },
    dispose: () => undefined,
  };
}
