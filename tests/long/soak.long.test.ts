/**
 * Thousands of submissions in one page: every verdict right, and no more memory at the end than at the beginning.
 * `ALLPASS_SOAK` says how many; the figures of each part are printed.
 */
import { chromium } from 'playwright-core';
import { expect, it } from 'vitest';
import { browserMemoryMb } from '../bench/memory.ts';
import { BENCHMARK_DIST } from '../bench-page/build.ts';
import { serveFolder } from '../../src/node/bootstrap/static-server.mjs';
import { launchOptions } from '../../src/node/bootstrap/chromium.mjs';
import type {} from '../bench-page/port.ts';

const SUBMISSIONS = Number(process.env['ALLPASS_SOAK'] ?? 600);
const PARTS = 10;
/** Between two moments of one page: what a collection of garbage, due or just done, makes of it. */
const WAVES_MB = 150;

it(`${SUBMISSIONS} submissions leave no trace`, { timeout: 3_600_000 }, async () => {
  const server = await serveFolder(BENCHMARK_DIST);
  const browser = await chromium.launch(launchOptions());
  try {
    const page = await browser.newPage();
    await page.goto(`${server.address}#/benchmark`);
    await page.waitForFunction(() => globalThis.allpassBenchmark !== undefined);
    const size = SUBMISSIONS / PARTS;
    const astray: string[] = [];
    const held: number[] = [];
    for (let part = 0; part < PARTS; part++) {
      const figures = await page.evaluate(
        ([first, count]) => globalThis.allpassBenchmark!.soak(first, count),
        [part * size, size] as const,
      );
      astray.push(...figures.astray);
      const megabytes = browserMemoryMb();
      if (megabytes !== null) held.push(megabytes);
      const words = megabytes === null ? '' : `, ${Math.round(megabytes)} MB`;
      console.log(
        `${(part + 1) * size} submissions: ${figures.testMilliseconds.toFixed(2)} ms a test${words}`,
      );
    }
    expect(astray).toEqual([]);
    // The first part also fills what every page fills once.
    const early = Math.max(...held.slice(0, PARTS / 2));
    const late = Math.min(...held.slice(PARTS / 2));
    if (held.length > 0) expect(late).toBeLessThan(early + WAVES_MB);
  } finally {
    await browser.close();
    await server.close();
  }
});
