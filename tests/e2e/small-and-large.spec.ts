/** A window at 200 %, a phone, and a room: what matters is seen at once. */
import { expect, test, type Locator } from '@playwright/test';
import { ASK, LOWEST_BARREL, openPlayground } from './playground-page.ts';
import { withoutPython } from './without-python.ts';

/** Pixels that the chosen option's words take, and that the field has for them. */
function roomFor(select: Locator): Promise<{ readonly words: number; readonly field: number }> {
  return select.evaluate((element: HTMLSelectElement) => {
    const pen = document.createElement('canvas').getContext('2d')!;
    pen.font = getComputedStyle(element).font;
    // The arrow and the borders take about thirty.
    return {
      words: pen.measureText(element.selectedOptions[0]!.text).width,
      field: element.clientWidth - 30,
    };
  });
}

for (const [width, height, what] of [
  [720, 450, '1440 px at 200 %'],
  [390, 844, '390 px'],
] as const) {
  test(`at ${what} the choice, the button and what was expected are on the first screen`, async ({
    page,
    context,
  }) => {
    await withoutPython(context);
    await page.setViewportSize({ width, height });
    const playground = await openPlayground(page, LOWEST_BARREL);
    const ask = page.getByRole('button', { name: ASK });
    const model = page.getByLabel('Model', { exact: true });
    for (const tab of ['Statement', 'Answer']) {
      await page.getByRole('tab', { name: tab }).click();
      await expect(ask).toBeInViewport({ ratio: 1 });
      await model.selectOption({ label: 'Example: wrong answer' });
      const { words, field } = await roomFor(model);
      expect(words).toBeLessThanOrEqual(field);
    }
    await page.getByRole('tab', { name: 'Program' }).click();
    await expect(page.getByRole('button', { name: 'Submit' })).toBeInViewport({ ratio: 1 });
    await page.goto(`${LOWEST_BARREL}?test=1`);
    await page.reload();
    const top = async (name: RegExp): Promise<number> => {
      const box = await playground.verdict.getByRole('heading', { level: 4, name }).boundingBox();
      return box!.y;
    };
    await expect(playground.verdict.getByRole('heading', { level: 3, name: /^Test 1/ })).toBeVisible();
    const tops = [await top(/^Expected/), await top(/^Got/), await top(/^Input/)] as const;
    expect(Math.max(tops[0], tops[1])).toBeLessThan(tops[2]);
    expect(tops[0]).toBeLessThan(height - 40);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
}

for (const [width, height, colorScheme] of [
  [1440, 900, 'dark'],
  [1920, 1080, 'light'],
  [390, 844, 'light'],
] as const) {
  test(
    `a room sees the bit, the judged program and the tests, at ${width} px`,
    { tag: '@long' },
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      const playground = await openPlayground(page, LOWEST_BARREL);
      await page.keyboard.press('ControlOrMeta+.');
      await expect(page).toHaveURL(/[?&]present=1/);
      await page.reload();
      await page.getByRole('button', { name: ASK }).click();
      await playground.expectVerdict('Accepted', 'Reward 1.0');
      const replayed = page.getByText('Example: correct answer. Recorded earlier, not generated now');
      await expect(replayed).toBeVisible();
      const program = page.getByRole('group', { name: 'The judged program' });
      await expect(program).toContainText('import');
      await expect(page.getByRole('list', { name: 'Tests' }).getByText(/: Accepted$/)).not.toHaveCount(0);
      const sizeOf = (element: Locator): Promise<number> =>
        element.evaluate((node) => Number.parseFloat(getComputedStyle(node).fontSize));
      if (width >= 1440) {
        // A letter as high as a fortieth of the screen is read from ten metres.
        for (const element of [program, replayed]) expect(await sizeOf(element)).toBeGreaterThan(height / 40);
        for (const element of [playground.verdict, program, page.getByRole('list', { name: 'Tests' })])
          await expect(element).toBeInViewport();
        const headline = playground.verdict.getByRole('heading', { level: 2 });
        expect(await sizeOf(headline)).toBeGreaterThan(height / 20);
      }
      expect(await page.locator('body').innerText()).not.toMatch(/tokens\/s|tokens a second/);
      await page.keyboard.press('Escape');
      await expect(page).not.toHaveURL(/present/);
      // Nor does the answer claim a pace that was the replay's.
      await page.getByRole('tab', { name: 'Answer' }).click();
      await expect(page.getByText('Recorded earlier, not generated now')).toBeVisible();
      expect(await page.locator('body').innerText()).not.toMatch(/tokens\/s|first after/);
    },
  );
}
