/** Firefox would isolate the sandbox with the page, so neither our servers nor the service worker isolate it there. */
import { launch } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import { DIST } from '../../src/node/bootstrap/page-build.mjs';
import { serveFolder } from '../../src/node/bootstrap/static-server.mjs';
import { findFirefox } from '../../src/node/cli/page/page-settings.ts';

const REASON = 'in Firefox, memory that threads share would be open to the judged programs, too';

describe.skipIf(findFirefox() === null)('in Firefox', () => {
  it('the page has one thread, by its server and by its service worker, and gives the reason', async () => {
    const server = await serveFolder(DIST, { isolated: true });
    const browser = await launch({ browser: 'firefox', executablePath: findFirefox()!, headless: true });
    try {
      const page = await browser.newPage();
      await page.evaluateOnNewDocument(() =>
        Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => 3 }),
      );
      const visit = async () => {
        await page.goto('about:blank');
        await page.goto(`${server.address}#/models`);
        await page.waitForFunction((reason) => document.body.innerText.includes(reason), {}, REASON);
        return page.evaluate(() => [
          navigator.serviceWorker.controller !== null,
          crossOriginIsolated,
          typeof SharedArrayBuffer,
        ]);
      };
      const [, ...first] = await visit();
      expect(first).toEqual([false, 'undefined']);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      expect(await visit()).toEqual([true, false, 'undefined']);
    } finally {
      await browser.close();
      await server.close();
    }
  });
});
