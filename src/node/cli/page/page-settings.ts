/** Settings of the page that judges, in a module that does not load the code for opening it. */
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
