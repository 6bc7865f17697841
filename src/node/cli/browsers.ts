/** Opening the built page in a browser of this machine, without a window. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserName } from './browser-names.ts';
import { ensureChromium, launchOptions } from './chromium.ts';
import { findFirefox } from './firefox.ts';
import { PageFailure } from './page-failure.ts';
import { UsageError } from './usage-error.ts';

// Imported, the bundle of a megabyte would be read through twice, for the names that it exports.
const { chromium } = createRequire(import.meta.url)('playwright-core') as typeof import('playwright-core');

export interface OpenedPage {
  /** Rejects with PageFailure when the page or its browser fails; never resolves. */
  readonly failed: Promise<never>;
  close(): Promise<void>;
}

/** @throws UsageError where there is no such browser */
export function openPage(browser: BrowserName, address: string): Promise<OpenedPage> {
  return browser === 'firefox' ? openInFirefox(address) : openInChromium(address);
}

async function openInChromium(address: string): Promise<OpenedPage> {
  if (ensureChromium() === null) throw new UsageError('judging needs a Chromium: install one and try again');
  const browser = await chromium.launch({
    ...launchOptions(),
    // Signals are the command's to answer: it keeps what is done first.
    handleSIGINT: false,
    handleSIGTERM: false,
  });
  const page = await browser.newPage();
  const failed = new Promise<never>((_, reject) => {
    browser.on('disconnected', () => reject(new PageFailure('the browser ended')));
    page.on('pageerror', ({ message }) => reject(new PageFailure(`the page failed (${message})`)));
  });
  // Whoever closes it in time never looks at this.
  failed.catch(() => undefined);
  await page.goto(address);
  return { failed, close: () => browser.close() };
}

/** Started plainly: a driver would change how Firefox lays out its processes. */
function openInFirefox(address: string): Promise<OpenedPage> {
  const path = findFirefox();
  if (path === null) throw new UsageError('there is no Firefox on this machine');
  const profile = mkdtempSync(join(tmpdir(), 'allpass-firefox-'));
  const quiet = [
    'browser.shell.checkDefaultBrowser',
    'datareporting.policy.dataSubmissionEnabled',
    'app.update.enabled',
  ];
  writeFileSync(join(profile, 'user.js'), quiet.map((name) => `user_pref("${name}", false);\n`).join(''));
  const child = spawn(path, ['--headless', '--no-remote', '--profile', profile, address], {
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const failed = ended.then(() => Promise.reject(new PageFailure('Firefox ended')));
  failed.catch(() => undefined);
  return Promise.resolve({
    failed,
    async close() {
      child.kill();
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  });
}
