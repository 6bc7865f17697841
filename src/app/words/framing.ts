/** Sentence about a page of another site around this one. */

export const framed =
  'This page is shown inside a page of another site while it holds a key: that site may trick you into pressing ' +
  'buttons here. Open it in a tab of its own, or remove the key.';
