import type { ReadAnswer } from '../../common/answer/read-answer.ts';
import type { EndpointState } from '../../common/models/state/endpoint-state.svelte.ts';
import type { LocalModels } from '../../common/models/state/local-models.svelte.ts';
import type { PromptsState } from '../../common/models/state/prompts-state.svelte.ts';
import type { SamplingState } from '../../common/models/state/sampling-state.svelte.ts';
import type { ListedProblem } from '../../common/problems/state/problem-filter.ts';
import type { ProblemsState } from '../../common/problems/state/problems-state.svelte.ts';
import type { NoticesState } from '../../common/shell/shell-states.svelte.ts';
import type { Answer } from '../../domain/answer.ts';
import type { ProblemRef } from '../../domain/problem.ts';
import type { Run, RunSampleKey } from '../../domain/run.ts';
import type { Profile } from '../../judge/profiles/profile.ts';
import type { PageLinks, PageView } from '../../kit/address/page-view.svelte.ts';
import type { LazyState } from '../../kit/reactive/lazy-state.svelte.ts';
import type { PromptPreset } from '../../domain/prompt.ts';
import type { RunsState } from './state/runs.svelte.ts';
import type { RunsView } from './state/runs-view.ts';

/** `RunsNeeds` for components that are shown after the runs have loaded. */
export interface OpenRunsNeeds extends Omit<RunsNeeds, 'runs'> {
  readonly runs: RunsState;
}

/**
 * Dependencies of the page of runs, supplied by the composition root. Each component receives those that it needs as
 * props.
 */
export interface RunsNeeds {
  readonly runsView: PageView<RunsView>;
  readonly modelsView: PageLinks<{ tab: 'endpoint' | 'here' }>;
  /** Evaluation runs. Their code is loaded with their page. */
  readonly runs: LazyState<RunsState>;
  /** Rules and prompt of the playground. They are the initial values of a new run. */
  readonly playground: { readonly terms: { readonly profile: Profile; readonly preset: PromptPreset } };
  /** The problems that match the filters of the page of problems. */
  readonly browse: { readonly current: { readonly matches: readonly ListedProblem[] | null } | null };
  readonly problems: ProblemsState;
  readonly notices: NoticesState;
  readonly endpoint: EndpointState;
  readonly prompts: PromptsState;
  readonly sampling: SamplingState;
  readonly local: LazyState<LocalModels>;
  /** Shows answers as a group on the page Learn. */
  readonly showGroup: (ref: ProblemRef, profile: Profile, answers: readonly ReadAnswer[]) => Promise<void>;
  readonly openInPlayground: (run: Run, key: RunSampleKey, answer: Answer) => Promise<void>;
}
