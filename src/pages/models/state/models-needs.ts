import type { EndpointState } from '../../../common/models/state/endpoint-state.svelte.ts';
import type { LocalModels } from '../../../common/models/state/local-models.ts';
import type { SamplingState } from '../../../common/models/state/sampling-state.svelte.ts';
import type { PageView } from '../../../kit/address/page-view.svelte.ts';
import type { LazyState } from '../../../kit/reactive/lazy-state.svelte.ts';
import type { DataState } from './data-state.svelte.ts';
import type { ModelsView } from './models-view.ts';

/** Parts that the composition root gives the page of models. Each component takes those it needs as props. */
export interface ModelsNeeds {
  readonly modelsView: PageView<ModelsView>;
  /** The playground's part of the address, which names the model that answers there. */
  readonly view: { readonly current: { readonly pick: string | null } };
  readonly playground: { use(pick: string): void };
  readonly endpoint: EndpointState;
  readonly sampling: SamplingState;
  readonly local: LazyState<LocalModels>;
  /** The stored data as a whole. */
  readonly data: LazyState<DataState>;
}
