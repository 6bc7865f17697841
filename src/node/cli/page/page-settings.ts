/** Settings of the page that judges, and its failure, in a module that does not load the code for opening it. */
export const BROWSERS = ['chromium', 'firefox'] as const;
export type BrowserName = (typeof BROWSERS)[number];

export interface PageSettings {
  /** Number of programs judged at once. */
  readonly workers: number;
  readonly browser: BrowserName;
  /** Whether a missing browser may be installed without a question. Otherwise a terminal is asked. */
  readonly mayInstall: boolean;
  /** Full path of a folder of packages, for programs that import them; null for none. */
  readonly packages: string | null;
}

/**
 * Exit code of an interrupted command: the page, its browser, a server or Allpass itself failed, or a budget is spent.
 */
export const BROKEN_OFF = 3;

/** The page or its browser failed while judging. Finished results are kept. */
export class PageFailure extends Error {
  override readonly name = 'PageFailure';
}
