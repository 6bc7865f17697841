/** The keyboard alone: nothing typed is lost, and each command leaves the focus where its work goes on. */
import { expect, test } from '@playwright/test';
import { expectClean } from './expect-clean.ts';
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

test('shortcuts of layouts that have no Latin letters, or no key for a bracket', async ({ page }) => {
  await openPlayground(page, LOWEST_BARREL);
  const keys = await page.context().newCDPSession(page);
  const [ALT, CONTROL] = [1, 2];
  const press = async (key: string, code: string, keyCode: number, modifiers: number) => {
    const event = { key, code, windowsVirtualKeyCode: keyCode, modifiers };
    await keys.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...event });
    await keys.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
  };
  const palette = page.getByRole('dialog', { name: 'Commands' });
  // Russian, Greek, Hebrew, Arabic.
  for (const key of ['л', 'κ', 'ל', 'ن']) {
    await press(key, 'KeyK', 75, CONTROL);
    await expect(palette).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(palette).toHaveCount(0);
  }
  await page.goto('./#/problems');
  await page.getByRole('main').locator('[data-row="3"] a').first().click();
  await expect(page).toHaveURL(/problem=/);
  const first = page.url();
  // German: AltGr and 9 on Windows, Option and 6 on a Mac.
  await press(']', 'Digit9', 57, CONTROL | ALT);
  await expect(page).not.toHaveURL(first);
  await press('[', 'Digit5', 53, ALT);
  await expect(page).toHaveURL(first);
  // Russian has no bracket at all.
  await press('ъ', 'BracketRight', 221, 0);
  await expect(page).not.toHaveURL(first);
});

test('a text is copied without the clipboard of a secure page, or shown to copy', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await openPlayground(page, LOWEST_BARREL);
  const button = page.getByRole('button', { name: 'Copy input of sample 1' });
  const sample = await page.getByRole('group', { name: /input of sample 1/i }).innerText();
  await button.click();
  await expect(page.getByText('Copied input of sample 1')).toBeAttached();
  await expect(button).toBeFocused();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue(
    sample.trim().split('\n').join(' '),
  );
  await page.keyboard.press('Escape');
  await page.evaluate(() => void (document.execCommand = () => false));
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'Copy input of sample 1' });
  await expect(dialog.getByText('The browser does not let the page copy.')).toBeVisible();
  const text = dialog.getByRole('textbox');
  await expect(text).toBeFocused();
  expect((await text.inputValue()).trim()).toBe(sample.trim());
  expect(
    await text.evaluate((field) => {
      const { selectionStart, selectionEnd, value } = field as HTMLTextAreaElement;
      return selectionEnd - selectionStart === value.length;
    }),
  ).toBe(true);
  await expectClean(page, 'a text to copy by hand');
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
});
