/** A parquet file of fifty megabytes, made here and imported in the tab: how long the page stalls, and what memory that takes. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test, type Browser } from '@playwright/test';
import { smallParquet } from '../builders/small-parquet.ts';
import { PlaygroundPage } from '../e2e/playground-page.ts';
import { withoutPython } from '../e2e/without-python.ts';
import { watchStall } from './stall.ts';

const ROWS = 5000;
/** Characters of a statement that do not pack. */
const PAD = 10_500;
/** As the data sets of the Hub have it. */
const ROWS_IN_GROUP = 1000;
/** Resident, of the page's process with its workers, beyond what it had: the file is not in it as a whole more than a few times. */
const MOST_MEMORY = 600e6;
const SAMPLE_MS = 100;

/** Returns the memory of this browser's largest renderer, in bytes. */
function residentBytes(pids: readonly number[]): number {
  const pages = pids.map((pid) => {
    try {
      return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
    } catch {
      // It has ended meanwhile.
      return 0;
    }
  });
  return Math.max(0, ...pages) * 1024;
}

async function renderers(browser: Browser): Promise<readonly number[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}

test('a parquet file of 50 MB', { tag: '@long' }, async ({ page, context, browser }, info) => {
  await withoutPython(context);
  const path = info.outputPath('large.parquet');
  const bytes = smallParquet(
    Array.from({ length: ROWS }, (_, at) => String(at)),
    { pad: PAD, rowGroupSize: ROWS_IN_GROUP },
  );
  expect(bytes.length).toBeGreaterThan(50e6);
  writeFileSync(path, bytes);
  await new PlaygroundPage(page).open();
  const pids = await renderers(browser);
  const before = residentBytes(pids);
  let peak = 0;
  const sampling = setInterval(() => (peak = Math.max(peak, residentBytes(pids))), SAMPLE_MS);
  const begun = performance.now();
  await watchStall(page, 'fifty megabytes of parquet', async () => {
    await page.locator('input[type=file][accept*=jsonl]').setInputFiles(path);
    await page.getByText('5,000 problems added from large.parquet.').waitFor();
  });
  clearInterval(sampling);
  const seconds = (performance.now() - begun) / 1000;
  const inMb = (size: number): string => `${Math.round(size / 1e6)} MB`;
  console.log(
    `${inMb(bytes.length)} of parquet, ${ROWS} problems: ${seconds.toFixed(1)} s, ` +
      `the page's process ${inMb(before)} before and ${inMb(peak)} at its peak`,
  );
  // Without /proc, the memory is not known.
  if (before > 0) expect.soft(peak - before).toBeLessThanOrEqual(MOST_MEMORY);
});
