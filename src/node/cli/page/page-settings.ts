/** Settings of the page that judges; apart from what it takes to open it. */
export const BROWSERS = ['chromium', 'firefox'] as const;
export type BrowserName = (typeof BROWSERS)[number];

export interface PageSettings {
  /** Programs judged at once. */
  readonly workers: number;
  readonly browser: BrowserName;
  /** Full path of a folder of packages, for programs that import them; null for none. */
  readonly packages: string | null;
}
