/** Settings and errors of the page that judges, in a module that does not load the code for opening it. */
import { existsSync } from 'node:fs';

export const BROWSERS = ['chromium', 'firefox'] as const;
export type BrowserName = (typeof BROWSERS)[number];

export interface PageSettings {
  /** Number of programs judged in parallel. */
  readonly workers: number;
  readonly browser: BrowserName;
  /** Whether to install a missing browser without confirmation. If false, the user of a terminal is asked. */
  readonly mayInstall: boolean;
  /** Absolute path of a folder with packages that programs may import, or null if there is none. */
  readonly packages: string | null;
}

/**
 * Exit code of an interrupted command: the page, its browser, a server or Allpass itself failed, or a budget is used
 * up.
 */
export const BROKEN_OFF = 3;

/** The page or its browser failed while judging. Finished results are kept. */
export class PageFailure extends Error {
  override readonly name = 'PageFailure';
}

const FIREFOX_PATHS = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

/** Finds the Firefox of this machine. Returns null if it is not installed. */
export function findFirefox(): string | null {
  return FIREFOX_PATHS.find((path) => existsSync(path)) ?? null;
}
