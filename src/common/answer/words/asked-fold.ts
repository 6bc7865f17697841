/** The sentences of AskedFold.svelte. */

export const howAsked = 'How it was asked';
