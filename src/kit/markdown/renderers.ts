/**
 * The renderers, each loaded when the first text needs it: the page itself stands before either has arrived. A cache
 * of the module graph, not state of the app.
 */
import { LazyState } from '../reactive/lazy-state.svelte.ts';

export const markdownParser = new LazyState(async () => (await import('./render-markdown.ts')).parseMarkdown);

/** KaTeX. */
export const mathRenderer = new LazyState(async () => (await import('./render-math.ts')).renderMath);
