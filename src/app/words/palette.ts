/** Sentences of the palette. */

export const title = 'Commands';
export const placeholder = 'Type a command or the name of a problem';
export const fieldLabel = 'Command';
export const problemsHeading = 'Problems';
export const nothingFits = 'Nothing fits.';
