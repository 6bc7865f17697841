/** Loads the code of the playground's dialogs. It is separate, so that the first screen does not load their files. */
import type { Component } from 'svelte';
import type CompareDialog from './compare/CompareDialog.svelte';
import type XrayDialog from './dialogs/XrayDialog.svelte';
import type HistoryDialog from './history/HistoryDialog.svelte';
import type { ComparisonState } from './state/comparison-state.svelte.ts';
import type { Dialog } from './state/dialogs-state.svelte.ts';
import type { HistoryState } from './state/history-state.svelte.ts';
import type { PlaygroundNeeds } from './state/playground-needs.ts';
import type { XrayDialogState } from './state/xray-dialog-state.svelte.ts';

/** A dialog's component, with its loaded state. */
export type LoadedDialog =
  | { readonly Plain: Component<PlaygroundNeeds> }
  | { readonly Compare: typeof CompareDialog; readonly comparison: ComparisonState }
  | { readonly History: typeof HistoryDialog; readonly history: HistoryState }
  | { readonly Xray: typeof XrayDialog; readonly xray: XrayDialogState };

type PlainCode = Promise<{ readonly default: Component<PlaygroundNeeds> }>;

/** Loads a dialog without its own state. `others` must load, too. */
async function plain(code: PlainCode, ...others: readonly Promise<unknown>[]): Promise<LoadedDialog> {
  const [{ default: Plain }] = await Promise.all([code, ...others]);
  return { Plain };
}

/** @throws when the code, or the state of the dialog, cannot be loaded */
export async function loadDialog(type: Dialog['type'], needs: PlaygroundNeeds): Promise<LoadedDialog> {
  switch (type) {
    case 'problems':
      return plain(import('./dialogs/ProblemsDrawer.svelte'));
    case 'endpoint':
      return plain(import('./dialogs/EndpointDialog.svelte'), needs.endpoint.load());
    case 'sampling':
      return plain(import('./dialogs/SamplingDialog.svelte'), needs.sampling.load());
    case 'rules':
      return plain(import('./rules/RulesDialog.svelte'));
    case 'prompt':
      return plain(import('./prompt/PromptDialog.svelte'));
    case 'paste':
      return plain(import('./dialogs/PasteDialog.svelte'));
    case 'models':
      return plain(import('./dialogs/ModelsDialog.svelte'));
    case 'xray': {
      const code = Promise.all([import('./dialogs/XrayDialog.svelte'), import('../../judge/xray.ts')]);
      const [[{ default: Xray }], xray] = await Promise.all([code, needs.loadXray()]);
      return { Xray, xray };
    }
    case 'compare': {
      const code = import('./compare/CompareDialog.svelte');
      const [{ default: Compare }, comparison] = await Promise.all([code, needs.loadComparison()]);
      return { Compare, comparison };
    }
    case 'history': {
      const code = import('./history/HistoryDialog.svelte');
      const [{ default: History }, history] = await Promise.all([code, needs.loadHistory()]);
      return { History, history };
    }
  }
}
