/** The first screen's budget: what a reader waits for before there is a problem to read. */
import { expect, test } from '@playwright/test';
import { firstScreenScripts, kilobytes } from '../bench/page.ts';

/** Thousands of bytes of JavaScript, compressed. */
const BUDGET = 103;

test('a problem can be read after 103 KB of JavaScript', async ({ page, baseURL }) => {
  const scripts = await firstScreenScripts(page, baseURL ?? '');
  const lines = [...scripts]
    .sort(([, a], [, b]) => b - a)
    .map(([path, bytes]) => `${(bytes / 1000).toFixed(1).padStart(7)} KB  ${path}`);
  console.log(`first screen: ${kilobytes(scripts).toFixed(1)} KB of JavaScript\n${lines.join('\n')}`);
  expect(scripts.size).toBeGreaterThan(0);
  expect(kilobytes(scripts)).toBeLessThanOrEqual(BUDGET);
});
