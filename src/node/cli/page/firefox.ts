/** Finds the Firefox of this machine. */
import { existsSync } from 'node:fs';

const PATHS = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

/** @returns null if it is not installed */
export function findFirefox(): string | null {
  return PATHS.find((path) => existsSync(path)) ?? null;
}
