/** Code has the editor's colours wherever it stands. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { SIZES } from './looks.ts';
import { LOWEST_BARREL, openPlayground } from './playground-page.ts';

/** Whether the browser's highlight of keywords covers a text inside an element. */
const hasKeyword = (inside: Locator, keyword: string) =>
  inside.evaluate(
    (element, word) =>
      [...(CSS.highlights.get('code-keyword') ?? [])].some((range) => {
        const { startContainer, startOffset, endOffset } = range as StaticRange;
        const text = (startContainer as Text).data.slice(startOffset, endOffset);
        return element.contains(startContainer) && text === word;
      }),
    keyword,
  );

async function expectColoured(inside: Locator): Promise<void> {
  await expect(inside).toBeVisible();
  await expect.poll(() => hasKeyword(inside, 'import')).toBe(true);
}

const taken = (page: Page) => page.getByRole('region', { name: 'The program taken from the answer' });

for (const { width, height } of SIZES) {
  test(
    `an answer, its X-ray and the history are coloured, ${width} px`,
    { tag: '@long' },
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      const playground = await openPlayground(page, LOWEST_BARREL);
      await playground.ask();
      await playground.expectVerdict('Accepted', 'Reward 1.0');
      await expectColoured(taken(page));
      if (width < 700) await page.getByRole('tab', { name: 'Verdict' }).click();
      await page.getByRole('button', { name: 'X-ray' }).click();
      const xray = page.getByRole('dialog', { name: 'X-ray' });
      await expectColoured(
        xray.getByRole('group', { name: 'The answer, with the extracted program marked' }),
      );
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'History' }).click();
      const history = page.getByRole('dialog', { name: 'History' });
      await history.getByRole('list').getByRole('button').first().click();
      await expectColoured(history.getByRole('group', { name: 'The program' }));
    },
  );
}
