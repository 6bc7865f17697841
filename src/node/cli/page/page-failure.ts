/**
 * Exit code of an interrupted command: the page, its browser, a server or Allpass itself failed, or a budget is spent.
 */
export const BROKEN_OFF = 3;

/** The page or its browser failed while judging. Finished results are kept. */
export class PageFailure extends Error {
  override readonly name = 'PageFailure';
}
