/** Sentences about an address that names no page. */

export const title = 'No such page';
export const addressBefore = 'The address';
export const addressAfter = 'names no page. It may have been cut off, or be of another version.';
export const pagesBelow = 'Open one of these pages:';
