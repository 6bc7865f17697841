import type { ImportsState } from '../../../common/imports/state/imports-state.svelte.ts';
import type { ProblemsState } from '../../../common/problems/state/problems-state.svelte.ts';
import type { StrengthState } from '../../../common/strength/state/strength-state.svelte.ts';
import type { ShellState } from '../../../common/shell/shell-states.svelte.ts';
import type { ImportSource } from '../../../datasets/set-import.ts';
import type { PageLinks, PageView } from '../../../kit/address/page-view.svelte.ts';
import type { LazyState } from '../../../kit/reactive/lazy-state.svelte.ts';
import type { BrowseState } from './browse-state.svelte.ts';
import type { BrowseView } from './browse-view.ts';

/** The dependencies of the problems page. Each component receives those that it uses as props. */
export interface ProblemsNeeds {
  readonly problemsView: PageView<BrowseView>;
  /** Links to the playground. */
  readonly view: PageLinks<{ problem: string | null; in: string | null; test: null }>;
  readonly playground: { readonly problem: { reopen(): void } };
  readonly problems: ProblemsState;
  readonly shell: ShellState;
  /** All problems, with counts and search. The code is loaded when the user opens the page. */
  readonly browse: LazyState<BrowseState>;
  /** The strength of tests. The code is loaded when the user opens the page. */
  readonly strength: LazyState<StrengthState>;
  /** The imports of data sets. The code is loaded when the first import starts. */
  readonly imports: LazyState<ImportsState>;
  readonly importSources: (find: () => readonly ImportSource[]) => Promise<void>;
}
