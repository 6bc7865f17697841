/** The menu of rules by pointer and by keys, also while its code is still on its way. */
import { expect, test, type Page } from '@playwright/test';
import { openPlayground } from './playground-page.ts';
import { withoutPython } from './without-python.ts';

test.beforeEach(({ context }) => withoutPython(context));

/** The menu appears with a model that can be asked. */
async function open(page: Page): Promise<void> {
  const playground = await openPlayground(page);
  await playground.setUpServer();
}

const button = (page: Page) => page.getByRole('button', { name: /^Rules:/ });
const item = (page: Page, name: string) => page.getByRole('menuitemradio', { name, exact: true });

test('the keys of the menu of rules', async ({ page }) => {
  await open(page);
  await button(page).focus();
  await page.keyboard.press('Enter');
  await expect(item(page, 'Standard')).toBeFocused();
  await expect(item(page, 'Standard')).toHaveAttribute('aria-checked', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(item(page, 'DeepCoder paper')).toBeFocused();
  await page.keyboard.press('End');
  await expect(item(page, 'Custom…')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(item(page, 'Standard')).toBeFocused();
  await page.keyboard.press('o');
  await expect(item(page, 'Open R1')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(button(page)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(item(page, 'Standard')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(button(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(button(page)).toHaveText(/DeepCoder paper/);
  await expect(page).toHaveURL(/rules=deepcoder/);
  await expect(button(page)).toBeFocused();
});

test('the pointer opens and closes the menu of rules, and stands back for the editor of rules', async ({
  page,
}) => {
  await open(page);
  await button(page).click();
  await expect(item(page, 'Standard')).toBeVisible();
  await button(page).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await button(page).click();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await button(page).click();
  await item(page, 'Custom…').click();
  await expect(page.getByRole('dialog', { name: 'Custom rules' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(button(page)).toBeFocused();
});

test('keys pressed before the menu of rules is there are not lost', async ({ page }) => {
  let arrive: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(/RulesMenuItems.*\.js$/, async (route) => {
    await held;
    return route.continue();
  });
  await open(page);
  await button(page).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  arrive();
  await expect(item(page, 'rLLM')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button(page)).toHaveText(/rLLM/);
});

test('without its code the menu of rules says so, and opens once it can be had', async ({ page }) => {
  const code = /RulesMenuItems.*\.js$/;
  await page.route(code, (route) => route.abort());
  await open(page);
  await button(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/menu of rules could not be loaded/)).toBeVisible();
  await expect(button(page)).toHaveAttribute('aria-expanded', 'false');
  await page.unroute(code);
  // A browser that remembers the failure gets the page anew first.
  await expect(async () => {
    if ((await button(page).getAttribute('aria-expanded')) === 'false') await button(page).press('Enter');
    await expect(item(page, 'rLLM')).toBeVisible({ timeout: 2000 });
  }).toPass();
});
