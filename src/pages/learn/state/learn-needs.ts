import type { ImportsState } from '../../../common/imports/state/imports-state.svelte.ts';
import type { PromptsState } from '../../../common/models/state/prompts-state.svelte.ts';
import type { ProblemsState } from '../../../common/problems/state/problems-state.svelte.ts';
import type { NoticesState } from '../../../common/shell/state/notices-state.svelte.ts';
import type { ProblemRef } from '../../../domain/problem-ref.ts';
import type { PageLinks, PageView } from '../../../kit/address/page-view.svelte.ts';
import type { LazyState } from '../../../kit/reactive/lazy-state.svelte.ts';
import type { LearnState } from './learn-state.svelte.ts';
import type { LearnView } from './learn-view.ts';

/** Parts that the composition root gives the page Learn. Each component takes those it needs as props. */
export interface LearnNeeds {
  readonly learnView: PageView<LearnView>;
  /** State that the pages of Learn need. Its code loads with the first of them. */
  readonly learn: LazyState<LearnState>;
  /** Links to the playground. */
  readonly view: PageLinks<{
    problem: string | null;
    in: string | null;
    prompt: string | null;
    tab: 'answer';
    test: null;
  }>;
  readonly playground: { readonly opened: { readonly ref: ProblemRef } | null };
  readonly problems: ProblemsState;
  readonly imports: LazyState<ImportsState>;
  readonly notices: NoticesState;
  readonly prompts: PromptsState;
}
