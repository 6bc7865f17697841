/** Sentences for a page that could not start. */

export const notStarted = 'The page could not start';
export const reloadPage =
  'Nothing that is stored was touched. Reload the page; if that does not help, open the playground.';
export const tooOld =
  'This browser does not know the language of the page’s scripts. Open the page in a current version of Chrome, Edge, Firefox or Safari.';
