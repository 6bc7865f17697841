/** Model servers that send on to another address: nothing follows with a prompt or a key, and the page says so. */
import { expect, test, type Page } from '@playwright/test';
import { closeServers, play, reply, type Asked, type Script } from '../played-server.ts';
import { withoutPython } from '../e2e/without-python.ts';

const KEY = 'sk-secret-7c1';
const CORS = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };

test.beforeEach(({ context }) => withoutPython(context));
test.afterEach(closeServers);

/** Admits every page, and sends on what `sends` names. */
function sending(to: (path: string) => string, sends: (asked: Asked) => boolean): Script {
  return (response, asked) => {
    if (sends(asked)) response.writeHead(307, { ...CORS, location: to(asked.path) }).end();
    else if (asked.method === 'OPTIONS') response.writeHead(204, CORS).end();
    else reply(response, 200, { data: [{ id: 'tiny' }] }, CORS);
  };
}

async function setUp(page: Page, address: string, key: string): Promise<void> {
  await page.goto('./#/models?tab=endpoint');
  await page.getByLabel('Base URL').fill(`${address}/v1`);
  await page.getByLabel('API key').fill(key);
  await page.getByLabel('Model', { exact: true }).fill('tiny');
}

/** The other server, which listens to whatever it is sent. */
const listener = () => play(sending(String, () => false));

/** Whether a server was told anything that it must not know. */
const told = (asked: readonly Asked[]): boolean =>
  asked.some(
    ({ method, headers }) => method === 'POST' || headers.authorization !== undefined || method === 'OPTIONS',
  );

const SENT: Readonly<Record<string, { readonly key: string; readonly sends: (asked: Asked) => boolean }>> = {
  'all of it, with a key': { key: KEY, sends: ({ method }) => method !== 'OPTIONS' },
  'all of it, without a key': { key: '', sends: ({ method }) => method !== 'OPTIONS' },
  'the question whether the page is admitted, too': { key: KEY, sends: () => true },
};

for (const [name, { key, sends }] of Object.entries(SENT)) {
  test(`sends on ${name}: neither list nor prompt follows`, async ({ page }) => {
    const other = await listener();
    const { address } = await play(sending((path) => other.address + path, sends));
    await setUp(page, address, key);
    await page.getByRole('button', { name: 'Load models' }).click();
    await expect(page.getByText(`redirects to ${other.address}`)).toBeVisible();
    await expect(page.getByText(`Enter ${other.address}/v1 as the address`)).toBeVisible();
    await page.getByRole('button', { name: 'Use in the playground' }).click();
    await page.getByRole('button', { name: 'Ask the model' }).click();
    await expect(page.getByText(`redirects to ${other.address}`).first()).toBeVisible();
    expect(told(other.asked)).toBe(false);
  });
}

test('sends on the prompt alone: it stays here', async ({ page }) => {
  const other = await listener();
  const { address } = await play(
    sending(
      (path) => other.address + path,
      ({ method }) => method === 'POST',
    ),
  );
  await setUp(page, address, KEY);
  await page.getByRole('button', { name: 'Use in the playground' }).click();
  await page.getByRole('button', { name: 'Ask the model' }).click();
  await expect(page.getByText('answers with a redirect').first()).toBeVisible();
  await expect(page.getByText('CORS')).toHaveCount(0);
  expect(other.asked).toEqual([]);
});

test('a loop is called a redirect, not CORS', async ({ page }) => {
  const { address } = await play(sending(String, ({ method }) => method !== 'OPTIONS'));
  await setUp(page, address, KEY);
  await page.getByRole('button', { name: 'Check the connection' }).click();
  await expect(page.getByText('answers with a redirect').first()).toBeVisible();
  await expect(page.getByText('if there is none (a loop)').first()).toBeVisible();
});
