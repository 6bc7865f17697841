/** The page of problems: what there is, what fits, one after the other. By mouse, by keyboard, by its address. */
import { expect, test, type Page } from '@playwright/test';
import { expectClean } from './expect-clean.ts';
import { giveFile } from './files.ts';
import { giveLook, LOOKS } from './looks.ts';
import { withoutPython } from './without-python.ts';

test.beforeEach(({ context }) => withoutPython(context));

const COUNT = 2_000;
const SOURCES = ['taco', 'apps', 'codeforces'] as const;
const LINES = Array.from({ length: COUNT }, (_, at) =>
  JSON.stringify({
    id: `many/p${at}`,
    title: `Problem number ${at}`,
    mode: 'stdin',
    source: SOURCES[at % SOURCES.length],
    difficulty: ['easy', 'medium', 'hard'][at % 3],
    meta: { contest_date: `${2020 + (at % 5)}-0${1 + (at % 9)}-11T00:00:00` },
    license: 'MIT',
    prompt: at % 200 === 7 ? 'Print any valid walk of the hedgehog.' : `Print ${at}.`,
    tests: Array.from({ length: 1 + (at % 4) }, (__, nth) => ({ input: String(nth), output: String(at) })),
  }),
).join('\n');

async function open(page: Page): Promise<void> {
  await page.goto('./#/problems');
  await giveFile(page, 'many.jsonl', LINES);
  await expect(page.getByText('2,000 problems added from many.jsonl.')).toBeVisible();
  await page.getByRole('button', { name: 'Close the report' }).click();
  await expect(page.getByText(/Reading the statements/)).toHaveCount(0);
}

test(
  'problems are counted, searched by their statements, and opened one after the other',
  {
    tag: '@long',
  },
  async ({ page }) => {
    await open(page);
    const main = page.getByRole('main');
    const rows = main.getByRole('link', { name: /^Problem number/ });
    await expect(main.getByText('2,024 problems')).toBeVisible();
    await expect(
      main.getByRole('group', { name: 'Source' }).getByRole('checkbox', { name: /^taco/ }),
    ).toBeVisible();

    // The search finds the typed word in statements whose titles do not contain it.
    await page.keyboard.press('/');
    await page.keyboard.type('hedgehog', { delay: 30 });
    await expect(main.getByText('10 of 2,024 problems')).toBeVisible();
    await main
      .getByRole('group', { name: 'Flags' })
      .getByRole('checkbox', { name: /^several answers/ })
      .check();
    await main.getByRole('group', { name: 'Source' }).getByRole('checkbox', { name: /^taco/ }).check();
    // Seven and two hundred more each time: every third of them is of the first source.
    const fitting = Array.from({ length: 10 }, (_, nth) => 7 + nth * 200).filter((at) => at % 3 === 0);
    await expect(rows).toHaveCount(fitting.length);
    await expect(page).toHaveURL(/#\/problems\?search=hedgehog&source=taco&flag=several-answers$/);

    // The best match first: their order is the search's own.
    const titles = (await rows.allInnerTexts()).map((text) => text.split('\n')[0]!);
    expect(titles.toSorted()).toEqual(fitting.map((at) => `Problem number ${at}`).toSorted());

    // Down the list by the arrows, and into a problem.
    await rows.first().focus();
    await page.keyboard.press('ArrowDown');
    await expect(rows.nth(1)).toBeFocused();
    await page.keyboard.press('Enter');
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toHaveText(titles[1]!);
    await expect(title).toBeFocused();
    await expect(page).toHaveTitle(`${titles[1]} · Allpass`);
    await expect(main.getByText(`2 of ${fitting.length}`)).toBeVisible();
    await expect(main.getByText('This problem accepts several answers')).toBeVisible();
    await expect(main.getByText('MIT')).toBeVisible();
    await page.keyboard.press(']');
    await expect(title).toHaveText(titles[2]!);
    await page.keyboard.press('[');
    await page.keyboard.press('[');
    await expect(title).toHaveText(titles[0]!);
    await expect(main.getByRole('button', { name: 'Previous' })).toHaveAttribute('aria-disabled', 'true');

    // Its link opens it again; the list is as it was, and the playground is a key away.
    await page.reload();
    await expect(title).toHaveText(titles[0]!);
    await main.getByRole('link', { name: 'Problems', exact: true }).click();
    await expect(rows).toHaveCount(fitting.length);
    await rows.first().click();
    await expect(title).toHaveText(titles[0]!);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page).toHaveURL(/#\/problem\/many%2Fp/);
  },
);

test('dates, a cutoff, the order and a set that is taken away', { tag: '@long' }, async ({ page }) => {
  await open(page);
  const main = page.getByRole('main');
  const first = page.getByRole('region', { name: 'Matching problems' }).getByRole('listitem').first();
  await main.getByLabel('A model’s training cutoff').fill('2023-05');
  await main.getByRole('button', { name: 'Show only later problems' }).click();
  await expect(page).toHaveURL(/#\/problems\?from=2023-06&cutoff=2023-05$/);
  const isAfter = (at: number) => 2020 + (at % 5) === 2024 || (2020 + (at % 5) === 2023 && 1 + (at % 9) > 5);
  const after = Array.from({ length: COUNT }, (_, at) => at).filter(isAfter).length;
  await expect(main.getByText(`${after} of 2,024 problems`)).toBeVisible();
  await main.getByLabel('Order').selectOption('newest first');
  await expect(first).toContainText('2024-09-11');
  await main.getByRole('slider', { name: /^From/ }).press('Home');
  await main.getByLabel('Order').selectOption('oldest first');
  await expect(first).toContainText('2020-01-11');
  await main.getByRole('button', { name: /^Remove…/ }).click();
  await expect(main.getByRole('button', { name: 'Keep' })).toBeFocused();
  await main.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(main.getByRole('status').getByText('24 problems')).toBeVisible();
  await page.reload();
  await expect(main.getByRole('status').getByText('24 problems')).toBeVisible();
  // Nothing is left that another visit would search.
  const kept = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          indexedDB.open('allpass-search-1').onsuccess = ({ target }) => {
            const database = (target as IDBOpenDBRequest).result;
            if (!database.objectStoreNames.contains('sets')) return resolve(0);
            database.transaction('sets').objectStore('sets').count().onsuccess = (event) => {
              database.close();
              resolve((event.target as IDBRequest<number>).result);
            };
          };
        }),
    );
  await expect.poll(kept).toBe(0);
});

for (const look of LOOKS) {
  const { width, colorScheme } = look;
  test(
    `axe finds nothing among the problems at ${width} px, ${colorScheme}`,
    {
      tag: '@long',
    },
    async ({ page }) => {
      await giveLook(page, look);
      await open(page);
      await page.goto('./#/problems?cutoff=2023-05&state=untouched');
      await expect(page.getByText('2,024 problems')).toBeVisible();
      await expectClean(page, 'the list');
      if (width < 800) {
        await page.getByRole('button', { name: 'Filters (1)' }).click();
        await expect(page.getByRole('group', { name: 'Mode' })).toBeVisible();
        await expectClean(page, 'the filters');
        await page.getByRole('button', { name: 'Filters (1)' }).click();
      }
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBeLessThanOrEqual(width);
      await page
        .getByRole('main')
        .getByRole('link', { name: /^Problem number 3 / })
        .click();
      await expect(page.getByRole('heading', { level: 1, name: 'Problem number 3' })).toBeVisible();
      await expectClean(page, 'a problem');
    },
  );
}
