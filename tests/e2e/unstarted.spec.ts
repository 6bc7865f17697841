/** Pages that cannot start, or that lack a part of the browser: one sentence each, and what works goes on. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, type Page } from '@playwright/test';
import { expectClean } from './expect-clean.ts';
import { LOWEST_BARREL, openPlayground } from './playground-page.ts';
import { withoutPython } from './without-python.ts';

const MAIN = /\/assets\/index-[^/]*\.js$/;
const script = (body: string) => ({ contentType: 'text/javascript', body });

/** The one sentence that is in sight. */
const sentence = (page: Page) => page.locator('#start-words, noscript p').filter({ visible: true });

test('a page without JavaScript says so', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(baseURL!);
  await expect(page.getByText(/needs JavaScript/)).toBeVisible();
  await expect(page.locator('#start-words')).toBeHidden();
  await context.close();
});

test('a page whose scripts are all blocked says so after a while', async ({ page }) => {
  await page.route(/\.js$/, (route) => route.abort());
  await page.goto('./');
  await expect(sentence(page)).toHaveText(/has not started yet\.[^]*reload the page/);
  await expectClean(page, 'no script');
});

test('a page whose main script is blocked says so at once', async ({ page }) => {
  await page.route(MAIN, (route) => route.abort());
  await page.goto('./');
  await expect(sentence(page)).toHaveText(/a script of the page did not load/);
});

test('a script in a newer language than the browser’s', async ({ page }) => {
  await page.route(MAIN, (route) => route.fulfill(script('let unknown = 1 |> syntax;')));
  await page.goto('./');
  await expect(sentence(page)).toHaveText(/^This browser is too old for Allpass\./);
});

test('a later script in a newer language', async ({ page }) => {
  await page.route(/\/assets\/first-screen-[^/]*\.js$/, (route) => route.fulfill(script('let a = 1 |> b;')));
  await page.goto('./');
  await expect(page.getByRole('heading', { level: 1, name: 'The page could not start' })).toBeVisible();
  await expect(page.getByText(/current version of Chrome/)).toBeVisible();
});

test('a browser without modules, and one that lacks a feature', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'toSorted'));
  await page.route(MAIN, (route) => route.fulfill(script('')));
  await page.goto('./');
  await expect(sentence(page)).toHaveText(/^This browser is too old for Allpass\./);
});

test('a main script that throws', async ({ page }) => {
  await page.route(MAIN, (route) => route.fulfill(script('throw new Error("odd")')));
  await page.goto('./');
  await expect(sentence(page)).toHaveText(/could not start: .*odd\. Reload/);
});

test('the text of the document is gone when the page has started, and stays away', async ({ page }) => {
  await withoutPython(page.context());
  await openPlayground(page, LOWEST_BARREL);
  await expect(page.locator('#start-words')).toHaveCount(0);
  await page.evaluate(() => void setTimeout(() => void JSON.parse('{'), 0));
  await expect(page.getByText('too old')).toHaveCount(0);
});

/** Shows the page in a frame of another site, which gives it no origin. */
async function framed(page: Page, address: string): Promise<Server> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<iframe src="${address}" sandbox="allow-scripts" style="width:100%;height:90vh"></iframe>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return server;
}

test('a frame without an origin gets a sentence, on a host that shares its files with nobody', async ({
  page,
  baseURL,
}) => {
  const server = await framed(page, baseURL!);
  await expect(page.frameLocator('iframe').locator('#start-words')).toHaveText(
    /in a frame without its own origin.*a tab of its own: http/,
  );
  server.close();
});

test('a frame without an origin judges, on a host that shares its files', async ({ page, baseURL }) => {
  // Files that are fulfilled here are shared with every origin.
  await page.route(`${baseURL}**`, async (route) => route.fulfill({ response: await route.fetch() }));
  const server = await framed(page, `${baseURL}#/problem/allpass%2Flowest-barrel`);
  const frame = page.frameLocator('iframe[src]');
  await frame.getByRole('button', { name: 'Watch an answer get graded' }).click();
  await expect(frame.getByRole('region', { name: 'Verdict' }).getByRole('heading', { level: 2 })).toHaveText(
    /Accepted|Wrong answer/,
  );
  server.close();
});
