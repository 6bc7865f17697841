import type { ImportsState } from '../../../common/imports/state/imports-state.svelte.ts';
import type { ProblemsState } from '../../../common/problems/state/problems-state.svelte.ts';
import type { ShellState } from '../../../common/shell/state/shell-state.svelte.ts';
import type { ImportSource } from '../../../datasets/set-import.ts';
import type { PageLinks, PageView } from '../../../kit/address/page-view.svelte.ts';
import type { LazyState } from '../../../kit/reactive/lazy-state.svelte.ts';
import type { BrowseState } from './browse-state.svelte.ts';
import type { BrowseView } from './browse-view.ts';

/** Parts that the composition root gives the page of problems. Each component takes those it needs as props. */
export interface ProblemsNeeds {
  readonly problemsView: PageView<BrowseView>;
  /** Links to the playground. */
  readonly view: PageLinks<{ problem: string | null; in: string | null; test: null }>;
  readonly playground: { readonly problem: { reopen(): void } };
  readonly problems: ProblemsState;
  readonly shell: ShellState;
  /** All problems, counted and searched; its code comes with who goes to their page. */
  readonly browse: LazyState<BrowseState>;
  /** Data sets on their way in; its code comes with the first. */
  readonly imports: LazyState<ImportsState>;
  readonly importSources: (find: () => readonly ImportSource[]) => Promise<void>;
}
