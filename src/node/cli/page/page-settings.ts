/** Settings of the page that judges; apart from what it takes to open it. */
export const BROWSERS = ['chromium', 'firefox'] as const;
export type BrowserName = (typeof BROWSERS)[number];

export interface PageSettings {
  /** Programs judged at once. */
  readonly workers: number;
  readonly browser: BrowserName;
  /** Whether a browser may be installed where there is none. Else a terminal is asked. */
  readonly mayInstall: boolean;
  /** Full path of a folder of packages, for programs that import them; null for none. */
  readonly packages: string | null;
}
