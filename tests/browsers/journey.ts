/** A journey through the built page in each of the other browsers, which is skipped where a browser is missing. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { networkAddresses } from '../../src/node/bootstrap/start.mjs';
import { serveFolder } from '../../src/node/bootstrap/static-server.mjs';
import { inRoot } from '../../src/node/bootstrap/root.mjs';
import { findFirefox } from '../../src/node/cli/page/page-settings.ts';
import { openFirefox } from './firefox.ts';
import { Tab, type BrowserDriver } from './tab.ts';
import { findWebKit, openWebKit } from './webkit.ts';

interface Setting {
  /** The address of the network at which the page is served; this machine's own if missing. */
  readonly host?: string;
  /** Firefox's settings. Such a journey is walked in Firefox only. */
  readonly preferences?: Readonly<Record<string, boolean | number>>;
  /** Whether the long tier walks it, and not the shorter one. */
  readonly isLong?: boolean;
}

type Walk = (tab: Tab, address: string) => Promise<void>;

const DIST = inRoot('dist');
/** Set by the long tier, which walks what the shorter one leaves out. */
const isLongTier = process.env['ALLPASS_LONG_JOURNEYS'] === '1';

const firefox = findFirefox();
const webKit = findWebKit();
if (firefox === null) console.warn('There is no Firefox on this machine: no journey was walked in it.');
if (webKit === null)
  console.warn('WebKitGTK’s driver, its browser or Xvfb is missing: no journey was walked in WebKit.');

/** Returns an address of this machine in its network, or null if it has none. */
export function networkAddress(): string | null {
  const [address] = networkAddresses('0.0.0.0', '80');
  return address === undefined ? null : new URL(address).hostname;
}

/** Declares a test for each browser. */
export function journey(name: string, walk: Walk, setting: Setting = {}): void {
  const { host, preferences, isLong = false } = setting;
  if (isLong !== isLongTier) return;
  test.skipIf(firefox === null)(`Firefox: ${name}`, () =>
    walkIn(() => openFirefox(firefox!, preferences), walk, host),
  );
  if (preferences !== undefined) return;
  test.skipIf(webKit === null)(`WebKit: ${name}`, () => walkIn(() => openWebKit(webKit!), walk, host));
}

async function walkIn(open: () => Promise<BrowserDriver>, walk: Walk, host?: string): Promise<void> {
  if (!existsSync(join(DIST, 'index.html'))) throw new Error('dist/ is empty: run `npm run build` first');
  const base = '/some/base/';
  const { address, close } = await serveFolder(DIST, host === undefined ? { base } : { base, host });
  try {
    const driver = await open();
    try {
      await walk(new Tab(driver), address);
    } finally {
      await driver.close();
    }
  } finally {
    await close();
  }
}
