import type { EndpointState } from '../../../common/models/state/endpoint-state.svelte.ts';
import type { LocalModels } from '../../../common/models/state/local-models.ts';
import type { SamplingState } from '../../../common/models/state/sampling-state.svelte.ts';
import type { PageView } from '../../../kit/address/page-view.svelte.ts';
import type { LaterState } from '../../../kit/reactive/later-state.svelte.ts';
import type { ModelsView } from './models-view.ts';

/** What the composition root gives the page of models; each component takes its part as props. */
export interface ModelsNeeds {
  readonly modelsView: PageView<ModelsView>;
  /** What answers in the playground. */
  readonly view: { readonly current: { readonly pick: string | null } };
  readonly playground: { use(pick: string): void };
  readonly endpoint: EndpointState;
  readonly sampling: SamplingState;
  readonly local: LaterState<LocalModels>;
}
