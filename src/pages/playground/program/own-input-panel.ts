import { lazily } from '../../../base/lazily.ts';

/**
 * Returns a loaded panel without a new import. Each `import` resolves later, and a key typed in between would be lost.
 */
export const loadOwnInputPanel = lazily(() => import('./OwnInput.svelte'));
