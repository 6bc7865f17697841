/** The code of the playground's dialogs, apart from the first screen, which names none of their files. */
import type { Component } from 'svelte';
import type { Dialog } from './state/dialogs-state.svelte.ts';
import type { PlaygroundNeeds } from './state/playground-needs.ts';

/** The state that some dialogs need in addition to their code. */
type Needs = Pick<PlaygroundNeeds, 'endpoint' | 'loadComparison' | 'loadHistory' | 'sampling'>;

interface DialogCode {
  readonly default: Component<PlaygroundNeeds>;
}

/** Loads a dialog's code together with the other parts that it needs. */
async function after(needed: Promise<unknown>, dialog: Promise<DialogCode>): Promise<DialogCode> {
  const [loaded] = await Promise.all([dialog, needed]);
  return loaded;
}

const LOADERS: Readonly<Record<Dialog['type'], (needs: Needs) => Promise<DialogCode>>> = {
  problems: () => import('./dialogs/ProblemsDrawer.svelte'),
  endpoint: ({ endpoint }) => after(endpoint.load(), import('./dialogs/EndpointDialog.svelte')),
  sampling: ({ sampling }) => after(sampling.load(), import('./dialogs/SamplingDialog.svelte')),
  rules: () => import('./rules/RulesDialog.svelte'),
  prompt: () => import('./prompt/PromptDialog.svelte'),
  paste: () => import('./paste/PasteDialog.svelte'),
  models: () => import('./dialogs/ModelsDialog.svelte'),
  xray: () => after(import('../../judge/xray.ts'), import('./xray/XrayDialog.svelte')),
  compare: ({ loadComparison }) => after(loadComparison(), import('./compare/CompareLayer.svelte')),
  history: ({ loadHistory }) => after(loadHistory(), import('./history/HistoryLayer.svelte')),
};

/** @throws when the code, or what it needs, cannot be loaded */
export function loadDialog(type: Dialog['type'], needs: Needs): Promise<DialogCode> {
  return LOADERS[type](needs);
}
