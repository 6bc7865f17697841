/** Sentences about the service worker, which keeps the page for visits without a network. */

export const ready = 'Ready to work offline: everything but models is kept in this browser.';
export const newVersion = 'A new version of Allpass is here. Nothing that is stored is lost when you reload.';
export const gone =
  'This address no longer answers with Allpass: what you see was kept from an earlier visit. Reload to see what is there now.';
export const reloadButton = 'Reload';

// compile-ahead.ts
export const frameTitle = 'Compiles for the next visit';
