/** The page, or the browser it is in, failed while it judged: what is done is kept. */
export class PageFailure extends Error {
  override readonly name = 'PageFailure';
}
