/** The recipe: formulas, figures, the timetables, and the ways to what it speaks of; wide and light, narrow and dark. */
import { expect, test } from '@playwright/test';
import { expectClean } from './expect-clean.ts';
import { giveLook, LOOKS } from './looks.ts';
import { withoutPython } from './without-python.ts';

for (const look of LOOKS) {
  test(`the recipe, by keyboard, at ${look.width} px`, { tag: '@long' }, async ({ page, context }) => {
    await withoutPython(context);
    await giveLook(page, look);
    await page.goto('./#/learn');
    await expect(page.getByRole('heading', { level: 1, name: /^Learn/ })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+K');
    await page.getByRole('combobox', { name: 'Command' }).fill('recipe');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: /^The recipe/ })).toBeFocused();

    const ingredients = page.getByRole('region', { name: 'Ingredients' });
    await expect(ingredients.getByRole('heading', { level: 3 })).toHaveCount(11);
    await expect(ingredients.locator('math')).toHaveCount(11);
    await expect(ingredients.getByRole('link', { name: /^DeepCoder’s release/ }).first()).toBeVisible();

    const windows = page.getByRole('table', { name: /by window/ });
    await expect(windows.getByRole('row').nth(1)).toContainText(
      /DeepCoder-14B-Preview\s*45\.6\s*57\.9\s*60\.6/,
    );
    await expect(page.getByRole('row', { name: /^o3-mini/ })).toContainText('60.9 %');
    await expect(page.locator('canvas')).toHaveCount(1);
    await expectClean(page, 'the recipe');

    const status = page.getByRole('main').getByRole('status');
    await expect(status).toContainText('1.99 times as fast');
    await expect(status).toContainText('Published for code: 2 times.');
    await expect(page.getByRole('img', { name: /^No pipelining: 3 steps are done/ })).toBeVisible();
    await expect(page.getByRole('img', { name: /^One-off pipelining: 5 steps are done/ })).toBeVisible();
    await page.getByRole('button', { name: 'Mathematics' }).press('Enter');
    await expect(status).toContainText('Published for mathematics: 1.4 times.');
    await expect(page).toHaveURL(/sampling=1430&reward=10&training=560/);
    await page.getByRole('slider', { name: /^Training/ }).press('End');
    await expect(page).toHaveURL(/training=3000/);
    await expect(status).not.toContainText('Published');
    const said = await status.innerText();
    await page.reload();
    await expect(status).toHaveText(said);
    await expectClean(page, 'the recipe, turned');

    await page.getByRole('link', { name: 'Lab: the same, at 0.2' }).press('Enter');
    await expect(page).toHaveURL(/#\/learn\/lab\?preset=clip-high&clip-high=0\.2$/);
    await expect(page.getByLabel('Preset')).toHaveValue('clip-high');
    await page.goto('./#/learn/lab?preset=clip-hihg&steps=-5');
    await expect(page.getByText('The address has the unknown value preset=clip-hihg')).toContainText(
      /The lab uses GRPO\+\./,
    );
    await expect(page.getByText('The address has the unknown value steps=-5')).toContainText(
      'The lab uses 100.',
    );
    await expectClean(page, 'an address the lab does not know');
    await page.goto('./#/learn/recipe?sampling=500&hide=controls,words,ways');
    await expect(page.getByRole('img', { name: /^One-off/ })).toBeVisible();
    await expect(page.getByRole('slider')).toHaveCount(0);
    await expect(page.getByRole('link', { name: /^Lab:/ })).toHaveCount(0);
    await expectClean(page, 'the recipe as a teacher set it up');
  });
}
