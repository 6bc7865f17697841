/** Ten thousand problems in the list: few rows in the page, all of them reached by keys, search and address. */
import { expect, test } from '@playwright/test';
import { giveFile } from './files.ts';
import { openPlayground } from './playground-page.ts';
import { withoutPython } from './without-python.ts';

test.beforeEach(({ context }) => withoutPython(context));

const COUNT = 10_000;
const LINES = Array.from({ length: COUNT }, (_, at) =>
  JSON.stringify({
    id: `many/p${at}`,
    title: `Problem number ${at}`,
    mode: 'stdin',
    prompt: `Print ${at}.`,
    tests: [{ input: '', output: String(at) }],
  }),
).join('\n');

test('a list of ten thousand problems', { tag: '@long' }, async ({ page }) => {
  await openPlayground(page);
  await giveFile(page, 'many.jsonl', LINES);
  await expect(page.getByText('10,000 problems added from many.jsonl.')).toBeVisible();
  await page.getByRole('button', { name: 'Show the set' }).click();
  const list = page.getByRole('navigation', { name: 'Problems' });
  const rows = list.getByRole('listitem');
  const row = (at: number) => list.getByRole('link', { name: new RegExp(`^Problem number ${at} `) });
  await expect(list.getByText('10,000 problems')).toBeVisible();
  await expect(row(0)).toBeInViewport();
  // Those in sight take the place of the first ones once the code for that is there.
  await expect.poll(() => rows.count()).toBeLessThan(60);
  await expect(rows.first()).toHaveAttribute('aria-setsize', String(COUNT));

  await row(0).focus();
  for (let pressed = 0; pressed < 40; pressed++) await page.keyboard.press('ArrowDown');
  await expect(row(40)).toBeFocused();
  await expect(row(40)).toBeInViewport();
  await page.keyboard.press('ArrowUp');
  await expect(row(39)).toBeFocused();

  // A wheel that turns right after a key is not undone.
  await row(39).hover();
  for (let pressed = 0; pressed < 15; pressed++) await page.keyboard.press('ArrowDown');
  await page.mouse.wheel(0, 200_000);
  await expect(row(54)).not.toBeInViewport();
  for (let pressed = 0; pressed < 15; pressed++) await page.keyboard.press('ArrowUp');
  await expect(row(39)).toBeFocused();
  await expect(row(39)).toBeInViewport();

  // The row that has the focus stays, and the arrows go on from it.
  await row(39).hover();
  await page.mouse.wheel(0, 200_000);
  await expect(row(39)).not.toBeInViewport();
  await expect(row(39)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(row(40)).toBeFocused();
  await expect(row(40)).toBeInViewport();

  await page.mouse.wheel(0, 100_000);
  await page.getByLabel('Search problems').pressSequentially('number 77');
  const fitting = Array.from({ length: COUNT }, (_, at) => at).filter((at) => String(at).includes('77'));
  await expect(list.getByText(`${fitting.length} problems`)).toBeVisible();
  await expect(row(77)).toBeInViewport();
  await expect.poll(() => rows.count()).toBeLessThan(60);
  await page.getByLabel('Search problems').fill('');

  await page.goto('#/problem/many%2Fp8765');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Problem number 8765');
  await page.reload();
  await expect(row(8765)).toBeInViewport();
  await expect(row(8765)).toHaveAttribute('aria-current', 'page');
});

test('where nothing fits, that stands right under the search', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openPlayground(page);
  const search = page.getByLabel('Search problems');
  await search.fill('no such problem');
  const nothing = page.getByText('No matching problems.');
  await expect(nothing).toBeVisible();
  const [above, below] = [await search.boundingBox(), await nothing.boundingBox()];
  expect(below!.y - above!.y).toBeLessThan(200);
});
