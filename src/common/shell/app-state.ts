import { createContext } from 'svelte';
import type { BrowseState } from '../../pages/problems/state/browse-state.svelte.ts';
import type { HistoryState } from '../../pages/playground/state/history-state.svelte.ts';
import type { ComparisonState } from '../../pages/playground/state/comparison-state.svelte.ts';
import type { EndpointState } from '../models/state/endpoint-state.svelte.ts';
import type { EngineState } from './state/engine-state.svelte.ts';
import type { LearnState } from '../../pages/learn/state/learn-state.svelte.ts';
import type { LocalModels } from '../models/state/local-models.ts';
import type { NoticesState } from './state/notices-state.svelte.ts';
import type { PlaygroundState } from '../../pages/playground/state/playground-state.svelte.ts';
import type { PreferencesState } from './state/preferences-state.svelte.ts';
import type { ImportsState } from '../imports/state/imports-state.svelte.ts';
import type { ProblemsState } from '../problems/state/problems-state.svelte.ts';
import type { PromptsState } from '../models/state/prompts-state.svelte.ts';
import type { RunsState } from '../../pages/runs/state/runs-state.svelte.ts';
import type { SamplesState } from '../../pages/playground/state/samples-state.svelte.ts';
import type { LaterState } from '../../kit/reactive/later-state.svelte.ts';
import type { ShellState } from './state/shell-state.svelte.ts';
import type { SamplingState } from '../models/state/sampling-state.svelte.ts';
import type { AddressState } from './address-state.svelte.ts';
import type { PageView } from './page-view.svelte.ts';

/** Everything the pages share, made once by the composition root. */
export interface AppState {
  readonly shell: ShellState;
  readonly address: AddressState;
  /** The playground's part of the address. */
  readonly view: PageView<'playground'>;
  readonly problemsView: PageView<'problems'>;
  readonly modelsView: PageView<'models'>;
  readonly learnView: PageView<'learn'>;
  readonly runsView: PageView<'runs'>;
  readonly preferences: PreferencesState;
  readonly notices: NoticesState;
  readonly problems: ProblemsState;
  readonly endpoint: EndpointState;
  readonly prompts: PromptsState;
  readonly sampling: SamplingState;
  readonly local: LaterState<LocalModels>;
  readonly engine: EngineState;
  readonly playground: PlaygroundState;
  /** What the places of Learn need; its code comes with the first of them. */
  readonly learn: LaterState<LearnState>;
  /** The samples of a file; its code comes with the first. */
  readonly samples: LaterState<SamplesState>;
  /** All problems, counted and searched; its code comes with who goes to their page. */
  readonly browse: LaterState<BrowseState>;
  /** Evaluation runs; its code comes with who goes to their page. */
  readonly runs: LaterState<RunsState>;
  /** Data sets on their way in; its code comes with the first. */
  readonly imports: LaterState<ImportsState>;
  /** Its code comes when somebody compares. */
  readonly loadComparison: () => Promise<ComparisonState>;
  /** Its code comes when somebody looks at it. */
  readonly loadHistory: () => Promise<HistoryState>;
}

export const [getApp, setApp] = createContext<AppState>();
