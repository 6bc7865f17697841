import type { ChatModel } from '../chat-model.ts';
import { failed, modelFailure } from '../failure.ts';

/** Stands for a model on the CPU that an old address names and that is not on this machine. */
export function absentModel(name: string): ChatModel {
  const id = `wllama/${name}`;
  const end = failed(modelFailure('not-downloaded', 'modelIsNotOnMachine', id));
  return {
    id,
    load: async () => end,
    async *generate() {
      yield { type: 'failed', failure: end.failure };
    },
    dispose: () => undefined,
  };
}
