/** The keyboard alone: nothing typed is lost, and each command leaves the focus where its work goes on. */
import { expect, test } from '@playwright/test';
import { LOWEST_BARREL, openPlayground } from './playground-page.ts';
import { withoutPython } from './without-python.ts';

test.beforeEach(({ context }) => withoutPython(context));

for (const width of [1440, 390]) {
  test(`what is typed for a palette that has still to come is not lost, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    let come = (): void => undefined;
    const comes = new Promise<void>((resolve) => (come = resolve));
    await page.route(/\/assets\/Palette-[^/]*\.js$/, async (route) => {
      await comes;
      await route.continue();
    });
    const playground = await openPlayground(page, LOWEST_BARREL);
    const palette = page.getByRole('dialog', { name: 'Commands' });
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('shw', { delay: 30 });
    await page.keyboard.press('Backspace');
    await page.keyboard.type('ow the pro', { delay: 30 });
    await expect(palette).toHaveCount(0);
    come();
    await expect(palette.getByRole('combobox')).toHaveValue('show the pro');
    await page.keyboard.type('gram', { delay: 30 });
    await page.keyboard.press('Enter');
    // The work goes on in the editor, with the next key.
    await expect(playground.editor).toBeFocused();
    await page.keyboard.type('pass', { delay: 30 });
    await expect(playground.editor).toContainText('pass');
    // Its code is there now: nothing is lost, and none of it goes into the editor.
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('show the answer', { delay: 30 });
    await page.keyboard.press('Enter');
    await expect(page.getByRole('group', { name: 'Answer', exact: true })).toBeFocused();
    await page.getByRole('tab', { name: 'Program' }).click();
    await expect(playground.editor).not.toContainText('show');
  });
}

test('a whole command typed before the palette has come is run', async ({ page }) => {
  let come = (): void => undefined;
  const comes = new Promise<void>((resolve) => (come = resolve));
  await page.route(/\/assets\/Palette-[^/]*\.js$/, async (route) => {
    await comes;
    await route.continue();
  });
  await openPlayground(page, LOWEST_BARREL);
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('bells and', { delay: 30 });
  await page.keyboard.press('Enter');
  come();
  await expect(page.getByRole('heading', { level: 1, name: 'Bells and Gates' })).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('to the editor in three steps; the help from within a dialog; dialogs give the focus back', async ({
  page,
}) => {
  const playground = await openPlayground(page, LOWEST_BARREL);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the statement' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(playground.editor).toBeFocused();
  await page.getByRole('tab', { name: 'Answer' }).click();
  for (const name of ['Set up a model…', 'Paste an answer…']) {
    const opener = page.getByRole('button', { name });
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(opener).toBeFocused();
  }
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('sampling', { delay: 30 });
  await page.keyboard.press('Enter');
  const sampling = page.getByRole('dialog', { name: 'Sampling' });
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const check = sampling.getByRole('checkbox');
  await check.focus();
  await page.keyboard.press('?');
  await expect(help).toContainText('Escape stops what runs');
  await expect(help).toContainText('Presentation mode');
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await expect(check).toBeFocused();
  // A question mark in a text is a question mark.
  await sampling.getByLabel('Seed').focus();
  await page.keyboard.press('?');
  await expect(help).toHaveCount(0);
});
