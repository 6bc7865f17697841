/** The judge in the page, beside native Python. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import type {} from '../../judge/benchmark-page.ts';
import { serveFolder } from '../bootstrap/static-server.mjs';
import { BENCHMARK_DIST, buildBenchmarkPage } from './benchmark-build.ts';
import { geometricRatio, isMissing, rounded, type Figures } from './figures.ts';
import { firstScreenScripts, kilobytes } from './first-screen.ts';
import { kernelMilliseconds, processMilliseconds } from './native-python.ts';

export const KERNELS = readFileSync(fileURLToPath(new URL('./kernels.py', import.meta.url)), 'utf8');

/** @param address of the shipped page. Takes about a minute, some seconds of it until the worker is warm. */
export async function pageFigures(browser: Browser, address: string): Promise<Figures> {
  const nativeProcess = processMilliseconds();
  const nativeKernels = kernelMilliseconds(KERNELS);
  const firstScreen = await firstScreenScripts(await browser.newPage(), address);
  await buildBenchmarkPage();
  const server = await serveFolder(BENCHMARK_DIST);
  const boots = await bootFigures(browser, server.address);
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${server.address}#/benchmark`);
  await page.waitForFunction(() => globalThis.allpassBenchmark !== undefined);
  const figures = await page.evaluate((kernels) => globalThis.allpassBenchmark!.measure(kernels), KERNELS);
  await server.close();
  const kernels = JSON.parse(figures.kernels) as Record<string, number>;
  return {
    hermetic_test_ms: rounded(figures.hermeticTestMs, 3),
    native_process_ms: isMissing(nativeProcess) ? nativeProcess : rounded(nativeProcess),
    tests_per_s_ratio: isMissing(nativeProcess)
      ? nativeProcess
      : rounded(nativeProcess / figures.hermeticTestMs),
    boot_first_ms: rounded(boots.first),
    boot_reload_ms: rounded(boots.reload),
    kill_to_next_p95_ms: rounded(figures.killToNextP95Ms),
    cpu_geomean_ratio: isMissing(nativeKernels)
      ? nativeKernels
      : rounded(geometricRatio(kernels, nativeKernels)),
    page_longest_stall_ms: rounded(figures.pageLongestStallMs),
    first_screen_js_gzip_kb: rounded(kilobytes(firstScreen)),
  };
}

/** From opening the page to the first verdict: on a first visit, and on a reload with its caches warm. */
async function bootFigures(from: Browser, address: string): Promise<{ first: number; reload: number }> {
  const page = await (await from.newContext()).newPage();
  const visit = async (open: () => Promise<unknown>) => {
    const begun = performance.now();
    await open();
    await page.waitForFunction(() => globalThis.allpassBenchmark !== undefined);
    await page.evaluate(() => globalThis.allpassBenchmark!.firstVerdict());
    return performance.now() - begun;
  };
  const first = await visit(() => page.goto(`${address}#/benchmark`));
  // The snapshot is stored behind the first verdict.
  await page.waitForTimeout(1500);
  return { first, reload: await visit(() => page.reload()) };
}
