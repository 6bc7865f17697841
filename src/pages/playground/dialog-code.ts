/**
 * Loads the code of the playground's dialogs. It is a separate module, so that the first screen does not load the
 * dialogs.
 */
import type { Component } from 'svelte';
import type { Dialog } from './state/dialogs-state.svelte.ts';
import type { PlaygroundNeeds } from './state/playground-needs.ts';

type DialogCode = Promise<{ readonly default: Component<PlaygroundNeeds> }>;

/** The code of each dialog, and the states and modules that must load with it. */
const CODE: Readonly<
  Record<Dialog['type'], (needs: PlaygroundNeeds) => readonly [DialogCode, ...Promise<unknown>[]]>
> = {
  problems: () => [import('./dialogs/ProblemsDrawer.svelte')],
  endpoint: ({ endpoint }) => [import('./dialogs/EndpointDialog.svelte'), endpoint.load()],
  sampling: ({ sampling }) => [import('./dialogs/SamplingDialog.svelte'), sampling.load()],
  rules: () => [import('./rules/RulesDialog.svelte')],
  prompt: () => [import('./prompt/PromptDialog.svelte')],
  paste: () => [import('./dialogs/PasteDialog.svelte')],
  models: () => [import('./dialogs/ModelsDialog.svelte')],
  xray: ({ xray }) => [import('./dialogs/XrayDialog.svelte'), import('../../judge/xray.ts'), xray.load()],
  compare: ({ comparison }) => [import('./compare/CompareDialog.svelte'), comparison.load()],
  history: ({ history }) => [import('./history/HistoryDialog.svelte'), history.load()],
};

/** @throws if the code or the state of the dialog cannot be loaded */
export async function loadDialog(
  type: Dialog['type'],
  needs: PlaygroundNeeds,
): Promise<Component<PlaygroundNeeds>> {
  const [{ default: Shown }] = await Promise.all(CODE[type](needs));
  return Shown;
}
