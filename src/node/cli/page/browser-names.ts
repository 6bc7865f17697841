/** Browsers that the command line can judge in; named apart from what it takes to open them. */
export const BROWSERS = ['chromium', 'firefox'] as const;
export type BrowserName = (typeof BROWSERS)[number];
