/**
 * The isolated page, in which the threads of a model share memory: by the headers of its host, or by those that the
 * service worker stores.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { DIST } from '../../src/node/bootstrap/page-build.mjs';
import { ISOLATION_HEADERS, serveFolder } from '../../src/node/bootstrap/static-server.mjs';
import { startModelServer, type ModelServer } from '../model-fixtures/server.ts';
import { PlaygroundPage } from './playground-page.ts';
import { expectWalls } from './sandbox-walls.ts';

test.use({ serviceWorkers: 'allow' });

const BASE = '/some/base/';
const RELOAD = 'Reload once to use up to 2 threads';

let models: ModelServer;
test.beforeAll(async () => {
  models = await startModelServer();
});
test.afterAll(() => models.close());
test.beforeEach(({ context }) =>
  context.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => 3 }),
  ),
);

const isIsolated = (page: Page) => page.evaluate(() => crossOriginIsolated);
const notice = (page: Page, text: string) => page.locator('[role="status"] > p').filter({ hasText: text });

/** Uses each kind of worker: of the judge, of the search, of the lab, and the threads of a model from another host. */
async function expectAllWorks(page: Page, address: string): Promise<void> {
  const playground = new PlaygroundPage(page);
  await page.goto(`${address}#/?models=here`);
  const dialog = page.getByRole('dialog', { name: 'Models on this device' });
  await expect(dialog.getByText(/The CPU uses up to 2 threads/)).toBeVisible();
  const model = `${models.url}/gguf/journey/tiny-right.gguf`;
  await dialog.getByRole('textbox', { name: 'Add the address of a .gguf file' }).fill(model);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.getByRole('button', { name: 'Download tiny-right' }).click();
  await dialog.getByRole('button', { name: 'Use tiny-right', exact: true }).click();
  await playground.ask();
  await playground.expectVerdict(/Wrong answer/, 'Reward 0.0');
  await playground.expectEnd();
  await expect(page.getByText(/^wllama 3\.13\.0, CPU, [12] threads?, /)).toBeVisible();
  await expectWalls(page, `${address}index.html`);
  await page.goto(`${address}#/problems?q=barrel`);
  await expect(page.getByRole('link', { name: 'The Lowest Barrel' }).first()).toBeVisible();
  await page.goto(`${address}#/learn/lab?seed=3&seeds=1&group=4&prompts=4&steps=2`);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByText('2 of 2 steps')).toBeVisible();
  const loadedFonts = await page.evaluate(() => document.fonts.ready.then((fonts) => fonts.size));
  expect(loadedFonts).toBeGreaterThan(0);
}

test('a host without headers: the second load is isolated, and only the user reloads', async ({ page }) => {
  const server = await serveFolder(DIST, { base: BASE });
  await page.goto(`${server.address}#/models`);
  await expect(notice(page, 'Ready to work offline')).toBeVisible();
  const loads: string[] = [];
  page.on('framenavigated', (frame) => frame === page.mainFrame() && loads.push(frame.url()));
  await expect(page.getByText('The CPU uses 1 thread in this first visit.')).toBeVisible();
  expect([await isIsolated(page), loads]).toEqual([false, []]);
  await page.getByRole('button', { name: RELOAD }).click();
  await expect(page.getByText(/The CPU uses up to 2 threads/)).toBeVisible();
  expect([await isIsolated(page), loads]).toEqual([true, [page.url()]]);
  await expect(page.getByRole('button', { name: RELOAD })).toHaveCount(0);
  await expectAllWorks(page, server.address);
  await server.close();
  await page.reload();
  await expect(page.getByText('2 of 2 steps')).toHaveCount(0);
  expect(await isIsolated(page)).toBe(true);
});

test('a host with the headers: the first load is isolated, and the check of a connection still tells a refusal', async ({
  page,
}) => {
  const server = await serveFolder(DIST, { base: BASE, isolated: true });
  await page.goto(server.address);
  expect(await isIsolated(page)).toBe(true);
  await expectAllWorks(page, server.address);
  // A server that runs, and admits no page of another origin.
  const shut = await serveFolder(DIST);
  await page.goto(`${server.address}#/models?tab=endpoint`);
  await page.getByLabel('Base URL').fill(`${shut.address}v1`);
  await page.getByRole('button', { name: /^Check/ }).click();
  await expect(page.getByText(/CORS/).first()).toBeVisible();
  await Promise.all([server.close(), shut.close()]);
});

test('a browser without COEP credentialless, as Safari: one thread, and the reason', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(HTMLIFrameElement.prototype, 'credentialless'));
  const server = await serveFolder(DIST, { base: BASE });
  await page.goto(`${server.address}#/models`);
  await expect(notice(page, 'Ready to work offline')).toBeVisible();
  await expect(page.getByText('this browser does not isolate pages by COEP “credentialless”')).toBeVisible();
  await expect(page.getByRole('button', { name: RELOAD })).toHaveCount(0);
  await server.close();
});

test('an update from a version that stored no headers: its workers are replaced', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'allpass-unisolated-'));
  cpSync(DIST, folder, { recursive: true });
  const script = readFileSync(join(folder, 'sw.js'), 'utf8');
  const [before] = /\{"Cross-Origin-Opener-Policy":.*?\}/.exec(script)!;
  const old = script.replace(before, '{}').replace(/([0-9a-f]{16})-isolated/, '$1');
  expect(old).not.toContain(ISOLATION_HEADERS['Cross-Origin-Embedder-Policy']);
  writeFileSync(join(folder, 'sw.js'), old);
  const server = await serveFolder(folder, { base: BASE });
  await page.goto(server.address);
  await expect(notice(page, 'Ready to work offline')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await isIsolated(page)).toBe(false);
  writeFileSync(join(folder, 'sw.js'), script);
  await page.reload();
  await notice(page, 'A new version of Allpass is here').getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => isIsolated(page).catch(() => null)).toBe(true);
  await expectAllWorks(page, server.address);
  const caches = await page.evaluate(async () => {
    const names = (await globalThis.caches.keys()).filter((name) => name.startsWith('allpass-offline-'));
    return names.filter((name) => !name.includes('-page-'));
  });
  expect(caches).toEqual([expect.stringMatching(/^allpass-offline-[0-9a-f]{16}-isolated-http/)]);
  await server.close();
  rmSync(folder, { recursive: true });
});
