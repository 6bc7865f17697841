/**
 * A machine with 4 GB of memory or less. The browser says so by `navigator.deviceMemory`, which is overridden here, and
 * V8 gets a heap of 256 MB in each realm (Chromium's flag `--js-flags=--max-old-space-size`); memory outside of V8's
 * heap, such as WebAssembly's, is not limited.
 */
import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { launchOptions } from '../../src/node/bootstrap/chromium.mjs';
import { giveFile } from './files.ts';
import { LOWEST_BARREL, openPlayground } from './playground-page.ts';

const usual = launchOptions();
test.use({
  launchOptions: { ...usual, args: [...usual.args, '--js-flags=--max-old-space-size=256'] },
});

async function withMemory(context: BrowserContext, gigabytes: number): Promise<void> {
  await context.addInitScript((value) => {
    Object.defineProperty(Navigator.prototype, 'deviceMemory', { get: () => value });
    Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => 8 });
  }, gigabytes);
}

/** Counts workers that run Python, and the most of them that were alive at once. */
function pythonWorkers(page: Page): { readonly alive: number; readonly most: number } {
  const seen = { alive: 0, most: 0 };
  page.on('worker', (worker) => {
    // The sandbox's frame starts its workers from blobs.
    if (!worker.url().startsWith('blob:null')) return;
    seen.alive += 1;
    seen.most = Math.max(seen.most, seen.alive);
    worker.on('close', () => (seen.alive -= 1));
  });
  return seen;
}

for (const [gigabytes, most] of [
  [4, 1],
  [8, 2],
] as const) {
  test(`with ${gigabytes} GB, programs are judged by ${most} Python worker${most > 1 ? 's' : ''}`, async ({
    page,
    context,
  }) => {
    await withMemory(context, gigabytes);
    const workers = pythonWorkers(page);
    const playground = await openPlayground(page, LOWEST_BARREL);
    await playground.ask('Example: wrong answer');
    await playground.expectVerdict(/Wrong answer/, 'Reward 0.0');
    await playground.expectEnd();
    await expect.poll(() => workers.most).toBe(most);
  });
}

test('with 4 GB, a worker that a time limit ends makes room for the next', async ({ page, context }) => {
  await withMemory(context, 4);
  const workers = pythonWorkers(page);
  const playground = await openPlayground(page);
  const problem = { id: 'short', mode: 'stdin', prompt: 'Print 1.', time_limit_s: 0.3 };
  const tests = [{ input: '', output: '1' }];
  await giveFile(page, 'short.jsonl', JSON.stringify({ ...problem, tests }));
  await expect(page).toHaveTitle(/^short/i);
  await playground.submit('while True: pass', /Time limit/, 'Reward 0.0');
  await playground.expectEnd();
  await playground.submit('print(1)', 'Accepted', 'Reward 1.0');
  await playground.expectEnd();
  expect(workers.most).toBe(1);
});

test('with 4 GB, Python does not start before a page needs it', async ({ page, context }) => {
  await withMemory(context, 4);
  const workers = pythonWorkers(page);
  await page.goto('./#/models');
  await expect(page.getByRole('list', { name: 'Models for this machine' })).toBeVisible();
  expect(workers.most).toBe(0);
});

test('with 2 GB, only models that fit are offered, and the others say why', async ({ page, context }) => {
  await withMemory(context, 2);
  await page.goto('./#/models');
  const list = page.getByRole('list', { name: 'Models for this machine' });
  const deepCoder = list.getByRole('listitem').first();
  await expect(deepCoder).toContainText(
    /DeepCoder 1.5B Preview.*Cannot run here: that is more than half of the memory that this machine says it has/,
  );
  await expect(list.getByRole('button', { name: /^Download/ })).toHaveCount(1);
  await expect(list.getByRole('button', { name: 'Download Qwen2.5-Coder 0.5B' })).toBeVisible();
  await page.getByText(/^\d+ models that cannot run here$/).click();
  const others = page.getByRole('list', { name: 'Models that cannot run here' });
  await expect(others.getByText('Qwen2.5-Coder 1.5B').first()).toBeVisible();
});
