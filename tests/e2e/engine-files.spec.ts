/** The files that let the engine start sooner, and the page's behaviour when they are broken or of another version. */
import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { openPlayground, PlaygroundPage } from './playground-page.ts';

const NAMES = ['pyodide.wasm', 'python-worker', 'snapshot', 'stdlib.zip'];

async function judge(page: Page): Promise<void> {
  const playground = new PlaygroundPage(page);
  await playground.submit('print(1)', /Wrong answer/, 'Reward 0.0');
  await playground.expectEnd();
}

/** Names of the engine's files that are kept as they are used. */
function kept(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      if (!name.startsWith('allpass-engine-')) continue;
      for (const { url } of await (await caches.open(name)).keys()) found.push(url.split('/').at(-1)!);
    }
    return found.sort();
  });
}

/** Judges once and goes on to another problem, before the rest of the tests has run, until all is kept. */
async function visit(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const playground = await openPlayground(page, '#/problem/allpass%2Flowest-barrel?tab=program');
  await playground.submit('print(1)', /Wrong answer/, 'Reward 0.0');
  await page.evaluate(() => (location.hash = '#/problem/allpass%2Fbell-gates?tab=program'));
  await expect.poll(() => kept(page)).toEqual(NAMES);
  return page;
}

async function nextVisit(page: Page): Promise<void> {
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Bells and Gates' })).toBeVisible();
}

test('the second visit inflates nothing again', { tag: '@long' }, async ({ context }) => {
  const page = await visit(context);
  const asked: string[] = [];
  await context.route(/(python-worker|pyodide\.wasm|snapshot|stdlib\.zip)\.gz\.bin$/, (route) => {
    asked.push(route.request().url());
    return route.abort();
  });
  await nextVisit(page);
  await judge(page);
  expect(asked).toEqual([]);
});

for (const [what, found, put] of [
  ['of an earlier version', /data-engine=&quot;\w+/, 'data-engine=&quot;earlier'],
  ['whose script is refused', /&lt;script&gt;/, '&lt;script&gt;;'],
] as const) {
  test(`a frame ${what} is not taken for the page’s own`, { tag: '@long' }, async ({ context, baseURL }) => {
    await context.route(baseURL!, async (route) => {
      const response = await route.fetch();
      const body = await response.text();
      expect(body).toMatch(found);
      await route.fulfill({ response, body: body.replace(found, put) });
    });
    const page = await context.newPage();
    await openPlayground(page, '#/problem/allpass%2Flowest-barrel?tab=program');
    await judge(page);
    await expect(page.locator('iframe[title="Python sandbox"]')).toHaveCount(1);
  });
}

test('a kept file that is broken is used once, and never again', { tag: '@long' }, async ({ context }) => {
  const page = await visit(context);
  await page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('allpass-engine-'));
    const store = await caches.open(names[0]!);
    const [broken] = (await store.keys()).filter(({ url }) => url.endsWith('pyodide.wasm'));
    await store.put(broken!, new Response('broken'));
  });
  await nextVisit(page);
  await expect.poll(() => kept(page)).toEqual([]);
  await page.reload();
  await judge(page);
  await expect.poll(() => kept(page)).toEqual(NAMES);
});
