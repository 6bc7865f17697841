import type { RecordedAnswer } from '../../src/domain/answer.ts';
import { Asker } from '../../src/models/asking/asker.ts';
import type { ChatModel } from '../../src/models/chat-model.ts';
import { RecordedModel } from '../../src/models/recorded/recorded-model.ts';
import { KeyKeeper } from '../../src/storage/key-keeper.ts';
import type { Tables } from '../../src/storage/tables.ts';
import { EndpointState } from '../../src/common/models/state/endpoint-state.svelte.ts';
import type { LocalModels } from '../../src/common/models/state/local-models.svelte.ts';
import { PromptsState } from '../../src/common/models/state/prompts-state.svelte.ts';
import { SamplingState } from '../../src/common/models/state/sampling-state.svelte.ts';
import { LazyState } from '../../src/kit/reactive/lazy-state.svelte.ts';
import { blockedStorage } from './web-storage.ts';

/**
 * All that asks a model, without models on this machine.
 * @param open makes the model of an endpoint
 */
export function askingParts(tables: Tables, open: (name: string) => Promise<ChatModel>) {
  const endpoint = new EndpointState(
    {
      open: (_, name) => open(name),
      list: () => Promise.reject(new Error('no endpoint')),
      check: () => {
        throw new Error('no endpoint');
      },
    },
    new KeyKeeper(blockedStorage(), blockedStorage()),
    tables.settings,
  );
  const local = new LazyState<LocalModels>(() => Promise.reject(new Error('no models on this machine')));
  const replay = (answer: RecordedAnswer) => new RecordedModel(answer, { delayMs: 0 });
  return {
    endpoint,
    asker: new Asker({ endpoint, local, replayModel: replay }),
    prompts: new PromptsState(tables.prompts),
    sampling: new SamplingState(tables),
  };
}
