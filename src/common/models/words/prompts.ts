/** The words of an own prompt, where a published one has its authors. */

export const ownPromptAbout = 'A prompt of your own.';
export const ownPromptSource = 'kept on this device';
