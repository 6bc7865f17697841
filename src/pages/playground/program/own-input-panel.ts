import { lazily } from '../../../base/lazily.ts';

/** Once it is there, it is at once: `import` alone takes a turn each time, and a key typed meanwhile is lost. */
export const loadOwnInputPanel = lazily(() => import('./OwnInput.svelte'));
