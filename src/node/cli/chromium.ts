/** The Chromium finder of the bootstrap, for TypeScript. */
export { ensureChromium, launchOptions } from '../bootstrap/chromium.mjs';
