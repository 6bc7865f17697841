/** One visit is enough: the page, its problems and its judge without a server and without a network. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { DIST } from '../../src/node/bootstrap/page-build.mjs';
import { serveFolder } from '../../src/node/bootstrap/static-server.mjs';
import { offlineFiles } from '../../src/node/build/offline-files.ts';
import { PlaygroundPage } from './playground-page.ts';
import { expectWalls } from './sandbox-walls.ts';

test.use({ serviceWorkers: 'allow' });

const BASE = '/some/base/';
const READY = 'Ready to work offline';
const NEW_VERSION = 'A new version of Allpass is here';
const VIEW = '#/problem/allpass%2Flowest-barrel?tab=program';

const notice = (page: Page, text: string) => page.locator('[role="status"] > p').filter({ hasText: text });

/** Until everything is kept: some thirty megabytes, one file after the other. */
async function visit(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${address}${VIEW}`);
  await expect(notice(page, READY)).toBeVisible();
  return page;
}

test('airplane mode: the page is reloaded, a problem opened for the first time, an answer and a program judged', async ({
  context,
}) => {
  const server = await serveFolder(DIST, { base: BASE });
  const page = await visit(context, server.address);
  await server.close();
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'The Lowest Barrel' })).toBeVisible();
  // Undefined in browsers that do not tell.
  expect(['cache', undefined]).toEqual(expect.arrayContaining(await sourcesOf(page)));
  const playground = new PlaygroundPage(page);
  await page.evaluate(() => (location.hash = '#/problem/allpass%2Fbell-gates'));
  await expect(page.getByRole('heading', { level: 1, name: 'Bells and Gates' })).toBeVisible();
  await playground.ask('Example: correct answer');
  await playground.expectVerdict('Accepted', 'Reward 1.0');
  await playground.submit('print(1)', /Wrong answer/, 'Reward 0.0');
  await playground.expectEnd();
  await expectWalls(page, `${server.address}index.html`);
  // Code that the first visit did not need.
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Models' }).click();
  await expect(page.getByRole('list', { name: 'Models for this machine' })).toBeVisible();
  // Said once.
  await expect(notice(page, READY)).toHaveCount(0);
});

/** Returns the sources of the page and its code: routes to the cache, if the browser has them. */
const sourcesOf = (page: Page) =>
  page.evaluate(() => {
    const code = performance.getEntriesByType('resource').filter(({ name }) => /\/assets\/[^/]+$/.test(name));
    const asked = [...performance.getEntriesByType('navigation'), ...code];
    return [...new Set(asked.map((timing) => Reflect.get(timing, 'workerFinalSourceType') as unknown))];
  });

test('a host that leads to index.html: the page is there without a network at both addresses @long', async ({
  context,
}) => {
  const server = await serveFolder(DIST, {
    base: BASE,
    route: (path, _, response) => {
      if (path === '') response.writeHead(302, { Location: `${BASE}index.html` }).end();
      return path === '';
    },
  });
  const page = await visit(context, server.address);
  expect(new URL(page.url()).pathname).toBe(`${BASE}index.html`);
  await server.close();
  await context.setOffline(true);
  for (const address of [`${server.address}index.html`, server.address]) {
    await page.goto('about:blank');
    await page.goto(`${address}${VIEW}`);
    await expect(page.getByRole('heading', { level: 1, name: 'The Lowest Barrel' })).toBeVisible();
  }
});

/** The page's Python cannot be fetched, what is kept for later can. */
async function withoutPythonHere(context: BrowserContext): Promise<void> {
  await context.route('**/engine/**', (route) =>
    route.request().serviceWorker() === null ? route.abort() : route.continue(),
  );
}

/** A copy of the build that can be published anew. */
function copyOfTheBuild() {
  const folder = mkdtempSync(join(tmpdir(), 'allpass-version-'));
  cpSync(DIST, folder, { recursive: true });
  return {
    folder,
    /** The next version: other words in the document, and an engine of another name. */
    async publish(words: string): Promise<void> {
      const index = async () => (await offlineFiles(folder)).find(({ url }) => url === 'index.html')!;
      const change = (file: string, swap: (text: string) => string) =>
        writeFileSync(join(folder, file), swap(readFileSync(join(folder, file), 'utf8')));
      const before = await index();
      change('index.html', (text) => text.replace(/content="A playground[^"]+"/, `content="${words}"`));
      const after = await index();
      change('sw.js', (text) =>
        text
          .replace(before.integrity, after.integrity)
          .replace(before.revision!, after.revision!)
          .replace(/([`"'])[0-9a-f]{16}-isolated\1/g, `"${'0'.repeat(16)}-isolated"`),
      );
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

const described = (page: Page) => page.locator('meta[name="description"]').getAttribute('content');

const NEXT = 'a new version waits until somebody reloads for it, in each tab; nothing is lost';
test(NEXT, { tag: '@long' }, async ({ context }) => {
  await withoutPythonHere(context);
  const build = copyOfTheBuild();
  const server = await serveFolder(build.folder, { base: BASE });
  const page = await visit(context, server.address);
  const other = await context.newPage();
  await other.goto(server.address);
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await build.publish('The next version');
  await page.reload();
  // The same version as before; what is new is fetched beside it.
  expect(await described(page)).toMatch(/^A playground/);
  await expect(notice(page, NEW_VERSION)).toBeVisible();
  await expect(notice(other, NEW_VERSION)).toBeVisible();
  await new PlaygroundPage(page).write('print("not yet stored")');
  await notice(page, NEW_VERSION).getByRole('button', { name: 'Reload' }).click();
  await expect(page.locator('meta[content="The next version"]')).toHaveCount(1);
  await expect(new PlaygroundPage(page).editor).toContainText('not yet stored');
  await expect(notice(page, NEW_VERSION)).toHaveCount(0);
  // The files of the older engine are gone, and the other tab was not touched.
  const kept = await page.evaluate(async () => (await caches.keys()).filter((name) => /offline/.test(name)));
  expect(kept.filter((name) => !name.includes('-page-'))).toEqual([
    `allpass-offline-${'0'.repeat(16)}-isolated-${server.address}`,
  ]);
  expect(kept.filter((name) => name.includes('-page-')).length).toBeLessThanOrEqual(1);
  expect(await described(other)).toMatch(/^A playground/);
  await notice(other, NEW_VERSION).getByRole('button', { name: 'Reload' }).click();
  await expect(other.locator('meta[content="The next version"]')).toHaveCount(1);
  await server.close();
  build.remove();
});

const GONE = 'another site at the same address is not hidden behind what was kept';
test(GONE, { tag: '@long' }, async ({ context }) => {
  await withoutPythonHere(context);
  const server = await serveFolder(DIST, { base: BASE });
  const page = await visit(context, server.address);
  await server.close();
  const site = await serveFolder(DIST, {
    base: BASE,
    port: Number(new URL(server.address).port),
    route: (_, __, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Another site</h1>');
      return true;
    },
  });
  await page.reload();
  await notice(page, 'no longer answers with Allpass').getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'Another site' })).toBeVisible();
  await site.close();
});
