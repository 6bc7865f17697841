/** Addresses, the way between pages, code that cannot be fetched, and the help for the keyboard. */
import { expect, test, type Page } from '@playwright/test';
import { fileOf, savedBy } from './files.ts';
import { LOWEST_BARREL, openPlayground } from './playground-page.ts';
import { useEndpoint } from './scripted-endpoint.ts';
import { withoutPython } from './without-python.ts';

test.beforeEach(({ context }) => withoutPython(context));

test('the navigation: each page has its address, its title and its heading, and comes back as it was', async ({
  page,
}) => {
  await openPlayground(page, `${LOWEST_BARREL}?tab=program`);
  await expect(page).toHaveTitle('The Lowest Barrel · Allpass');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(pages.getByRole('link', { name: 'Playground' })).toHaveAttribute('aria-current', 'page');
  await pages.getByRole('link', { name: 'Models' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Models' })).toBeFocused();
  await expect(page).toHaveTitle('Models · Allpass');
  await expect(page).toHaveURL(/#\/models$/);
  await expect(pages.getByRole('link', { name: 'Models' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('list', { name: 'Models for this machine' })).toBeVisible();
  await page.getByRole('tab', { name: 'At an endpoint' }).click();
  await expect(page).toHaveURL(/#\/models\?tab=endpoint$/);
  await pages.getByRole('link', { name: 'Playground' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'The Lowest Barrel' })).toBeFocused();
  await expect(page).toHaveURL(/lowest-barrel\?tab=program$/);
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'At an endpoint' })).toHaveAttribute('aria-selected', 'true');
});

test('an endpoint set up on the page of models is asked in the playground', async ({ page }) => {
  await useEndpoint(page, 'http://127.0.0.1:9/v1');
  await expect(page.getByLabel('Model', { exact: true })).toHaveValue('endpoint:tiny');
});

test('an address that names nothing says so and leads on', async ({ page }) => {
  for (const [hash, heading] of [
    ['#/foo', 'No such page'],
    ['#/driven2', 'No such page'],
    ['#/settings', 'No such page'],
  ] as const) {
    await page.goto(`./${hash}`);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(hash);
  }
  await page.getByRole('main').getByRole('link', { name: 'Playground' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).toHaveURL(/#\/problem\//);
});

test('a page gone to before the first one has come takes the focus', async ({ page }) => {
  // Its code is asked for, and never comes.
  await page.route(/\/assets\/PlaygroundPage-/, () => undefined);
  await page.goto('./');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Models' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Models' })).toBeFocused();
});

/** Lets nothing through whose name begins so, until the returned function is called. */
async function block(page: Page, name: string): Promise<() => Promise<void>> {
  const files = new RegExp(`/assets/${name}[^/]*$`);
  await page.route(files, (route) => route.abort());
  return () => page.unroute(files);
}

test('code of a page that cannot be fetched: the words, and a retry that fetches it with its looks', async ({
  page,
  context,
}) => {
  await openPlayground(page, LOWEST_BARREL);
  const unblock = await block(page, 'ModelsPage');
  await page.getByRole('link', { name: 'Models' }).click();
  const trouble = page.getByRole('alert');
  await expect(trouble).toContainText('This part of the page could not be loaded');
  await expect(page.getByRole('heading', { level: 1, name: 'Models' })).toBeFocused();
  const again = page.getByRole('button', { name: 'Try again' });
  await context.setOffline(true);
  await again.click();
  await expect(trouble).toContainText('server does not answer');
  await context.setOffline(false);
  await unblock();
  // A browser that remembers the failure gets the page anew.
  await again.click();
  await expect(page.getByRole('tab', { name: 'On this machine' })).toBeVisible();
  await expect(trouble).toHaveCount(0);
  await expect(page.getByRole('main')).toHaveCSS('overflow-y', 'auto');
});

test('code of a dialog that cannot be fetched leaves a dialog that says so', async ({ page }) => {
  const playground = await openPlayground(page, LOWEST_BARREL);
  const unblock = await block(page, 'EndpointDialog');
  await playground.command('Connection');
  const dialog = page.getByRole('dialog', { name: 'Connection' });
  await expect(dialog.getByRole('alert')).toContainText('could not be loaded');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await playground.command('Connection');
  // Let through any sooner, it may come at once, and there is nothing to try again.
  await expect(dialog.getByRole('alert')).toContainText('could not be loaded');
  await unblock();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  // A browser that remembers the failure gets the page anew, without the dialog; in any other the dialog is away for a
  // moment only, and then lies over the button.
  await expect(async () => {
    if ((await dialog.count()) === 0) await playground.command('Connection');
    await expect(dialog.getByLabel('Base URL')).toBeVisible({ timeout: 2000 });
  }).toPass();
});

test('the help for the keyboard: by its key, from the palette, and not while typing', async ({ page }) => {
  await openPlayground(page, LOWEST_BARREL);
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help.getByRole('region', { name: 'Playground' })).toContainText('Ctrl Enter');
  await expect(help.getByRole('region', { name: 'Side by side' })).toContainText('Ask all columns');
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await page.keyboard.press('/');
  await page.keyboard.type('what?');
  await expect(help).toHaveCount(0);
  await expect(page.locator('#problem-search')).toHaveValue('what?');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox').fill('keyboard');
  await page.keyboard.press('Enter');
  await expect(help).toBeVisible();
});

test('the key of the search puts the next key into it: on the page, from the palette, in the drawer', async ({
  page,
}) => {
  await openPlayground(page, LOWEST_BARREL);
  const search = page.locator('#problem-search');
  await page.keyboard.press('/');
  await page.keyboard.type('bar');
  await expect(search).toHaveValue('bar');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox').fill('search the');
  await page.keyboard.press('Enter');
  await expect(search).toBeFocused();
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(search).toHaveCount(0);
  await page.keyboard.press('/');
  await expect(page.getByRole('dialog', { name: 'Problems' })).toBeVisible();
  await expect(search).toBeFocused();
});

test('?measure opens the measurement of this machine', async ({ page }) => {
  await page.goto('./?measure');
  await expect(page).toHaveURL(/#\/models\?tab=measure$/);
  await expect(page.getByRole('heading', { name: 'Measure this machine' })).toBeVisible();
  const model = page.getByLabel('Model', { exact: true });
  await model.selectOption({ label: 'DeepCoder 1.5B Preview (llama.cpp), to be downloaded' });
  await expect(page).toHaveURL(/model=cpu%3Adeepcoder-1\.5b-preview-q4_k_m/);
  await expect(page.getByRole('button', { name: 'Download DeepCoder 1.5B Preview' })).toBeVisible();
});

test('everything is exported as one file, and an import of it adds nothing here', async ({ page }) => {
  await page.goto('./#/models?tab=data');
  const file = await savedBy(page, 'Export everything');
  expect(file.name).toMatch(/^allpass-data-\d{4}-\d\d-\d\d\.gz$/);
  await page.getByLabel('File with everything').setInputFiles(fileOf('all.gz', ''));
  await expect(page.getByRole('alert')).toHaveText('all.gz is empty: export everything again.');
  await page.getByLabel('File with everything').setInputFiles(file.path);
  await expect(page.getByText('Everything in the file was here already.')).toBeVisible();
});
