/** Every page at 200 % and at 400 %, in forced colours, and without motion. */
import { expect, test, type Page } from '@playwright/test';
import { expectClean } from './expect-clean.ts';
import { openPlayground } from './playground-page.ts';
import { withoutPython } from './without-python.ts';

const VIEWS = ['', '#/problems', '#/runs', '#/learn', '#/learn/one-bit', '#/learn/lab', '#/models'];

test.beforeEach(({ context }) => withoutPython(context));

/** Opens each page in turn, and waits until its parts have loaded. */
async function eachPage(page: Page, look: (view: string) => Promise<void>): Promise<void> {
  for (const view of VIEWS) {
    await openPlayground(page, view);
    await page.waitForLoadState('networkidle');
    await look(view);
  }
}

// A window of 1440 px at 200 %, and one of 1280 px at 400 %, the least that WCAG 1.4.10 asks for.
for (const width of [720, 320]) {
  test(`no page scrolls sideways in ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 450 });
    await eachPage(page, async (view) => {
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, view).toBeLessThanOrEqual(width);
      await expectClean(page, `${view} in ${width} px`);
    });
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the focus is drawn in forced colours, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    await eachPage(page, async (view) => {
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      const outline = await page.evaluate(() => {
        const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement!);
        return { outlineStyle, width: Number.parseFloat(outlineWidth) };
      });
      expect(outline.outlineStyle, view).not.toBe('none');
      expect(outline.width, view).toBeGreaterThanOrEqual(2);
    });
  });
}

test('nothing moves where motion is reduced', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await eachPage(page, async (view) => {
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('dialog')).toBeVisible();
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ effect }) => Number(effect?.getComputedTiming().activeDuration) > 10)
        .map(({ effect }) => String((effect as KeyframeEffect).target?.className)),
    );
    expect(moving, view).toEqual([]);
    await page.keyboard.press('Escape');
  });
});
