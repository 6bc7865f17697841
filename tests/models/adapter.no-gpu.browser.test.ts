/** Suites named `*.no-gpu.browser.test.ts` run in a browser that has the interface and no adapter. */
import { expect, test } from 'vitest';

test('there is no adapter', async () => {
  expect(await (navigator as Navigator & { gpu?: GPU }).gpu?.requestAdapter()).toBeNull();
});
