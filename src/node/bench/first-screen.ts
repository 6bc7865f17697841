/** Measures the JavaScript that the page requests by itself until a problem can be read. */
import { gzipSync } from 'node:zlib';
import type { Page, Request } from 'playwright-core';

/**
 * Bytes of every script, each compressed by itself as a server would, by address below the page's.
 * Idle callbacks and later timers never come: what is fetched ahead is no part of the first screen, and how fast
 * the machine is makes no difference.
 * @param page a fresh one, with nothing in its cache
 * @param address ends in a slash
 */
export async function firstScreenScripts(page: Page, address: string): Promise<ReadonlyMap<string, number>> {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  await page.addInitScript(() => {
    const soon = globalThis.setTimeout;
    globalThis.requestIdleCallback = () => 0;
    // Only `setTimeout(f, ms)` is used by the page.
    globalThis.setTimeout = ((run: () => void, ms = 0) => (ms < 100 ? soon(run, ms) : 0)) as typeof soon;
  });
  await page.goto(address);
  await page.locator('#problem-title').waitFor();
  await page.locator('article .markdown:not(.plain)').waitFor();
  // Requests of the statement's own rendering come before this one.
  await page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await fetch('favicon.svg');
  });
  const scripts = new Map<string, number>();
  for (const request of requests) {
    if (request.resourceType() !== 'script' || !request.url().startsWith(address)) continue;
    const response = await request.response();
    if (response === null) throw new Error(`${request.url()} was not answered`);
    scripts.set(request.url().slice(address.length), gzipSync(await response.body(), { level: 9 }).length);
  }
  return scripts;
}

/** In thousands of bytes. */
export function kilobytes(scripts: ReadonlyMap<string, number>): number {
  return [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0) / 1000;
}
