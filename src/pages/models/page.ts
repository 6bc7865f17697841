import type { EndpointState } from '../../common/models/state/endpoint-state.svelte.ts';
import type { LocalModels } from '../../common/models/state/local-models.svelte.ts';
import type { SamplingState } from '../../common/models/state/sampling-state.svelte.ts';
import { oneOf, readRows, rowsOf, writeRows } from '../../kit/address/address-rows.ts';
import type { PageCodec } from '../../kit/address/route.ts';
import type { PageView } from '../../kit/address/page-view.svelte.ts';
import type { Page } from '../../kit/address/page.ts';
import type { LazyState } from '../../kit/reactive/lazy-state.svelte.ts';
import type { DataState } from './data-state.svelte.ts';

/** The part of the address that belongs to the Models page. */
export interface ModelsView {
  readonly tab: 'here' | 'endpoint' | 'measure' | 'data';
  /** The model to measure, by its name in pickers, `cpu:ID` or `gpu:ID`; null for the default. */
  readonly measured: string | null;
}

/** The parts of the app that the page of models uses. */
export interface ModelsNeeds {
  readonly modelsView: PageView<ModelsView>;
  /** The playground's part of the address, which names the model that answers there. */
  readonly view: { readonly current: { readonly pick: string | null } };
  readonly playground: { use(pick: string): void };
  readonly endpoint: EndpointState;
  readonly sampling: SamplingState;
  readonly local: LazyState<LocalModels>;
  /** All stored data. */
  readonly data: LazyState<DataState>;
}

const INITIAL: ModelsView = { tab: 'here', measured: null };
const row = rowsOf<ModelsView>();
const ROWS = [
  row('tab', 'tab', oneOf('endpoint', 'measure', 'data')),
  row('measured', 'model', (text) => (/^[cg]pu:./.test(text) ? text : undefined)),
];

const CODEC: PageCodec<ModelsView> = {
  page: 'models',
  initial: INITIAL,
  parse: (path, parameters) => (path === '/models' ? readRows(ROWS, parameters, INITIAL) : null),
  format: (view) => `/models${writeRows(ROWS, view, INITIAL)}`,
};

export const MODELS_PAGE: Page<ModelsNeeds, ModelsView> = {
  label: 'Models',
  codec: CODEC,
  view: ({ modelsView }) => modelsView,
  title: () => 'Models',
  load: () => import('./ModelsPage.svelte'),
};
