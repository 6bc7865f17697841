import type { ReadAnswer } from '../../../common/answer/read-answer.ts';
import type { EndpointState } from '../../../common/models/state/endpoint-state.svelte.ts';
import type { LocalModels } from '../../../common/models/state/local-models.svelte.ts';
import type { PromptsState } from '../../../common/models/state/prompts-state.svelte.ts';
import type { SamplingState } from '../../../common/models/state/sampling-state.svelte.ts';
import type { ProblemsState } from '../../../common/problems/state/problems-state.svelte.ts';
import type { StrengthState } from '../../../common/strength/state/strength-state.svelte.ts';
import type {
  EngineState,
  ShellState,
  NoticesState,
  PreferencesState,
} from '../../../common/shell/shell-states.svelte.ts';
import type { ProblemRef } from '../../../domain/problem.ts';
import type { Profile } from '../../../judge/profiles/profile.ts';
import type { PageView } from '../../../kit/address/page-view.svelte.ts';
import type { LazyState } from '../../../kit/reactive/lazy-state.svelte.ts';
import type { ComparisonState } from './comparison-state.svelte.ts';
import type { CounterexampleState } from './counterexample-state.svelte.ts';
import type { HistoryState } from './history-state.svelte.ts';
import type { PlaygroundState } from './playground-state.svelte.ts';
import type { PlaygroundView } from './playground-view.ts';
import type { XrayDialogState } from './xray-dialog-state.svelte.ts';

/** Dependencies that the composition root passes to the playground. Components take some or all of them as props. */
export interface PlaygroundNeeds {
  readonly view: PageView<PlaygroundView>;
  readonly playground: PlaygroundState;
  readonly problems: ProblemsState;
  readonly preferences: PreferencesState;
  readonly notices: NoticesState;
  readonly shell: ShellState;
  readonly engine: EngineState;
  readonly endpoint: EndpointState;
  readonly prompts: PromptsState;
  readonly sampling: SamplingState;
  readonly local: LazyState<LocalModels>;
  /** States of dialogs. Their code is loaded when a dialog is first opened. */
  readonly comparison: LazyState<ComparisonState>;
  readonly history: LazyState<HistoryState>;
  readonly xray: LazyState<XrayDialogState>;
  /** The strength of tests. Its code is loaded when the user asks for it. */
  readonly strength: LazyState<StrengthState>;
  /** The search for an input on which a program fails. Its code is loaded when a verdict is a failure. */
  readonly counterexample: LazyState<CounterexampleState>;
  /** Shows answers as a group on the page Learn. */
  readonly showGroup: (ref: ProblemRef, profile: Profile, answers: readonly ReadAnswer[]) => Promise<void>;
}
