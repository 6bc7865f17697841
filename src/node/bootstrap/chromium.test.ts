import { afterEach, expect, test, vi } from 'vitest';
import { findChromium, launchOptions } from './chromium.mjs';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test('the environment goes first, our own variable before the common one', () => {
  vi.stubEnv('CHROME_PATH', import.meta.filename);
  vi.stubEnv('ALLPASS_CHROMIUM', '');
  expect(findChromium()).toEqual({ path: import.meta.filename, source: 'environment' });
  vi.stubEnv('ALLPASS_CHROMIUM', process.execPath);
  expect(findChromium()).toEqual({ path: process.execPath, source: 'environment' });
  expect(launchOptions().executablePath).toBe(process.execPath);
});

test('a path that leads nowhere is named, and the search goes on', () => {
  const said = vi.spyOn(console, 'error').mockReturnValue();
  vi.stubEnv('ALLPASS_CHROMIUM', '/nowhere/chromium');
  vi.stubEnv('CHROME_PATH', process.execPath);
  expect(findChromium()?.path).toBe(process.execPath);
  expect(said).toHaveBeenCalledWith(expect.stringContaining('ALLPASS_CHROMIUM names /nowhere/chromium'));
});

test('the browser keeps its own sandbox unless told otherwise', () => {
  vi.stubEnv('ALLPASS_CHROMIUM', process.execPath);
  vi.spyOn(process, 'getuid').mockReturnValue(1000);
  expect(launchOptions().chromiumSandbox).toBe(true);
  vi.stubEnv('ALLPASS_NO_SANDBOX', '1');
  expect(launchOptions().chromiumSandbox).toBe(false);
});
