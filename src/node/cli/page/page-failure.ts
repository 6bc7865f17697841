/** Exit code of a command that broke off: the page, its browser, a server or Allpass itself failed, or a budget is spent. */
export const BROKEN_OFF = 3;

/** The page, or the browser it is in, failed while it judged: what is done is kept. */
export class PageFailure extends Error {
  override readonly name = 'PageFailure';
}
