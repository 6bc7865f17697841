import { mount } from 'svelte';
import { followTranslations } from '../translated-text.ts';
import { EmbedState } from './embed-state.svelte.ts';
import EmbedPage from './EmbedPage.svelte';

/** Shows the frame of a problem. Returns a function that connects it to the page around it. */
export function startProblem(): (port: MessagePort) => void {
  const target = document.querySelector<HTMLElement>('#app');
  if (target === null) throw new Error('the document has no #app');
  const embed = new EmbedState();
  followTranslations(document.body);
  mount(EmbedPage, { target, props: { embed } });
  return (port) => embed.connect(port);
}
