/** How long the playground takes to call an endless loop a time-out, from pressing Submit. */
import type { Browser } from 'playwright-core';
import { rounded } from './figures.ts';

const PROBLEM = '#/problem/allpass%2Flowest-barrel?tab=program';
/** A page that has just been opened is busy, with a spare interpreter for one. */
const SETTLE_MILLISECONDS = 4000;

/** In seconds. The limit there is 2 s of native Python, and at least half as much again here. */
export async function endlessLoopSeconds(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(address + PROBLEM);
  await page.locator('.cm-content').waitFor();
  await page.waitForTimeout(SETTLE_MILLISECONDS);
  // A first visit keeps the page for those without a network.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.locator('.cm-content').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('while True: pass');
  const begun = performance.now();
  await page.keyboard.press('ControlOrMeta+Enter');
  const verdict = page.locator('#verdict .head[data-verdict="time-limit-exceeded"]');
  await verdict.waitFor({ timeout: 120_000 });
  const waited = (performance.now() - begun) / 1000;
  await context.close();
  return rounded(waited);
}
