/** The sentences that come from the state of the models on this device. */

// mirror-state.svelte.ts
export const noMirrorAddress = (text: string): string =>
  `${text} is not the http or https address of a mirror.`;
export const mirrorWithLogin =
  'The address of a mirror holds a login, and none is ever sent from here: give it without.';

// cpu-state.svelte.ts
export const speedNotKnown = 'Its speed on this GPU is known after its first answer.';
export const addressInList = 'This address is in the list already.';

// gpu-catalog-state.svelte.ts
export const nameTaken = (name: string): string => `${name} is in the list already: give yours another name.`;
