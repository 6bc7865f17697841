/** Names of the page and its parts, as the navigation and the title of the window have them. */

export const label = 'Problems';
export const writeTitle = 'Write a problem';
export const prepareTitle = 'Prepare sets';
