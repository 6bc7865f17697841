/** The Chromium finder of the bootstrap, for TypeScript. */
export { ensureChromium, findChromium, launchOptions } from './bootstrap/chromium.mjs';
export type { Chromium } from './bootstrap/chromium.mjs';
