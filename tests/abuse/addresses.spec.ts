/** Links of strangers: whatever stands behind the `#`, there is a page with words and a way on. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { withoutPython } from '../e2e/without-python.ts';
import { watchStall } from './stall.ts';

test.beforeEach(({ context }) => withoutPython(context));

const NOT_HERE = /No such page|Not there yet|is not here|no problem/i;

/**
 * The address after the `#`, and the heading that it must have. A million characters cost the browser itself 300 ms,
 * whatever file they are behind: a fifth of that shows what the page makes of them.
 */
const ADDRESSES: Readonly<Record<string, { readonly hash: string; readonly heading?: RegExp }>> = {
  'that only a page built for measuring has': { hash: '#/benchmark', heading: NOT_HERE },
  'the command line’s': { hash: '#/driven?stranger', heading: /command line/ },
  'the command line’s, without a key': { hash: '#/driven', heading: /command line/ },
  'of a page that there is not': { hash: '#/door/../../etc', heading: NOT_HERE },
  'of a problem that there is not': { hash: '#/problem/none' },
  'of half an escape': { hash: '#/problem/%E0%A4%A' },
  'of bytes that are no text': { hash: '#/problem/%ff%fe?in=%c0%80' },
  'of half a surrogate': { hash: '#/problem/\ud800?model=\udfff' },
  'of names that every object has': { hash: '#/problem/__proto__?in=constructor&model=toString&tab=valueOf' },
  'of a mark-up': { hash: '#/problem/<img src=x onerror=alert(1)>?search=<script>alert(1)</script>' },
  'of numbers beyond all': { hash: '#/?test=1e999&columns=-1&test=NaN' },
  'of two hundred thousand characters': { hash: `#/problem/${'a'.repeat(200_000)}`, heading: NOT_HERE },
  'of ten thousand settings': { hash: `#/?${'model=endpoint%3Ax&'.repeat(10_000)}`, heading: NOT_HERE },
  'of a problem, a hundred thousand characters long': { hash: `#/problem/${'%25'.repeat(33_000)}` },
  'of nothing but marks': { hash: '#?#&=#%', heading: /./ },
};

/** One of each kind; the long tier opens all. */
const SAMPLED = [
  'the command line’s',
  'of a page that there is not',
  'of half a surrogate',
  'of a mark-up',
  'of two hundred thousand characters',
];

for (const [name, { hash, heading = /./ }] of Object.entries(ADDRESSES)) {
  const tag = SAMPLED.includes(name) ? [] : '@long';
  test(`an address ${name}`, { tag }, async ({ page }) => {
    const faults: Error[] = [];
    page.on('pageerror', (error) => faults.push(error));
    page.on('dialog', () => faults.push(new Error('a script of the address ran')));
    await page.goto('about:blank');
    await watchStall(page, `an address ${name}`, async () => {
      await page.goto(`./${hash}`);
      await expect(page.getByRole('heading', { level: 1 }).first()).toHaveText(heading);
      await expect(page.getByRole('main').getByRole('link').or(page.getByRole('list')).first()).toBeVisible();
    }).catch((error: unknown) => {
      // A page of another process has taken the place of the traced one.
      if (!String(error).includes('the trace does not show')) throw error;
    });
    expect(faults).toEqual([]);
    expect((await page.getByRole('main').innerText()).length).toBeLessThan(20_000);
  });
}

test('a way on from the command line’s page leads to the playground', async ({ page }) => {
  await page.goto('./#/driven?stranger');
  await page.getByRole('link', { name: 'Open the playground' }).click();
  await expect(page.getByRole('article')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/command line/);
  await page.evaluate(() => (location.hash = '#/models'));
  await expect(page.getByRole('heading', { level: 1, name: 'Models' })).toBeVisible();
});

test('in a frame of another site, the page says so as long as it holds a key', async ({ page, baseURL }) => {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<iframe src="${baseURL}#/models?tab=endpoint" width="1200" height="900"></iframe>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Another name of the same machine is another site.
  await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
  const framed = page.frameLocator('iframe');
  const words = framed.getByText('This page is shown inside a page of another site while it holds a key');
  await framed.getByLabel('Base URL').fill('http://127.0.0.1:9/v1');
  await expect(words).toHaveCount(0);
  await framed.getByLabel('API key').fill('sk-0815');
  await expect(words).toBeVisible();
  await expect(words).toContainText('Open it in a tab of its own, or remove the key.');
  await page.goto('./#/models?tab=endpoint');
  await page.getByLabel('Base URL').fill('http://127.0.0.1:9/v1');
  await page.getByLabel('API key').fill('sk-0815');
  await expect(page.getByText('shown inside a page of another site')).toHaveCount(0);
  server.close();
});
