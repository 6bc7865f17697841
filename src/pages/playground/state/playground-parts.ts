import type { ProblemsState } from '../../../common/problems/state/problems-state.svelte.ts';
import type { JudgePort, OwnRunPort } from '../../../judge/judge.ts';
import type { PageView } from '../../../kit/address/page-view.svelte.ts';
import type { Asker } from '../../../models/asking/asker.ts';
import type { TabChannel } from '../../../storage/tab-channel.ts';
import type { Tables } from '../../../storage/tables.ts';
import type { UnloadDrafts } from '../../../storage/unload-drafts.ts';
import type { PlaygroundView } from './playground-view.ts';
import type { TermsState } from './terms-state.svelte.ts';

/** Dependencies for asking models and judging answers, in the playground and in its comparison. */
export interface AskingParts {
  readonly view: PageView<PlaygroundView>;
  readonly asker: Asker;
  readonly terms: TermsState;
  readonly judge: JudgePort & OwnRunPort;
  readonly tables: Tables;
}

export interface PlaygroundParts extends AskingParts {
  readonly problems: ProblemsState;
  readonly tabs: TabChannel;
  readonly unloadDrafts: { readonly device: UnloadDrafts; readonly tab: UnloadDrafts };
  /** Shows a message to the user. */
  readonly showNotice: (text: string) => void;
}
