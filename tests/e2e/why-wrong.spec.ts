/** "Why is my program wrong?": a small input on which a failed program and an accepted one differ. */
import { expect, test } from '@playwright/test';
import { expectClean } from './expect-clean.ts';
import { giveLook, LOOKS } from './looks.ts';
import { LOWEST_BARREL, openPlayground } from './playground-page.ts';

const WHY = 'Why is my program wrong?';
const FOUND = /^The program fails on this input, and an accepted program does not\./;

for (const look of LOOKS)
  test(`a failed program gets a small input, by the keyboard, ${look.width} px`, async ({ page }) => {
    await giveLook(page, look);
    const playground = await openPlayground(page, LOWEST_BARREL);
    await playground.submit(
      'n, m = map(int, input().split())\nprint(*sorted(map(int, input().split())))',
      /^Wrong answer/,
      'Reward 0.0',
    );
    await playground.expectEnd();
    if (look.width === 390) await playground.verdict.getByRole('button', { name: 'Tests' }).press('Enter');
    const section = page.getByRole('region', { name: 'Why is the program wrong?' });
    await section.getByRole('button', { name: WHY }).press('Enter');
    await expect(section.getByText(FOUND)).toBeVisible();
    // The focus stays on the button.
    await expect(section.getByRole('button', { name: 'Search again' })).toBeFocused();
    const input = await page.getByRole('group', { name: 'Input of the counterexample' }).innerText();
    expect(input.length).toBeLessThanOrEqual(40);
    await expect(page.getByRole('group', { name: 'Expected output of the counterexample' })).toBeVisible();
    await expectClean(page, 'a counterexample');
    // It is stored with the verdict. A narrow page opens with the statement.
    if (look.width === 1440) {
      await page.reload();
      await expect(page.getByRole('group', { name: 'Input of the counterexample' })).toHaveText(input);
    }

    await section.getByRole('button', { name: 'Use as own input' }).press('Enter');
    const own = page.getByRole('textbox', { name: 'Own input' });
    await expect(own).toBeFocused();
    expect((await own.inputValue()).trim()).toBe(input.trim());
    const [, levels = ''] = input.split('\n');
    await page.keyboard.press("ControlOrMeta+'");
    const sorted = levels.split(' ').sort((one, other) => Number(one) - Number(other));
    await expect(page.getByLabel('Output on own input')).toHaveText(`${sorted.join(' ')}\n`);
  });

test('a function gets a call, a search can be stopped, and a generator makes the inputs', async ({
  page,
}) => {
  const playground = await openPlayground(page, '#/problem/allpass%2Fstamps-for-a-crate');
  await playground.submit('def count_ways(prices, postage):\n    return 1', /^Wrong answer/, 'Reward 0.0');
  await playground.expectEnd();
  const section = page.getByRole('region', { name: 'Why is the program wrong?' });
  await section.getByRole('button', { name: WHY }).press('Enter');
  await expect(section.getByText(FOUND)).toBeVisible();
  await expect(page.getByRole('group', { name: 'Input of the counterexample' })).toHaveText(/^count_ways\(/);

  await section.getByText('Inputs from a Python program').click();
  const generator = section.getByRole('textbox', { name: /^A script that reads a seed/ });
  const search = section.getByRole('button', { name: 'Search with the generator' });
  await generator.fill('while True: pass');
  await search.press('Enter');
  await section.getByRole('button', { name: 'Stop' }).press('Enter');
  await expect(section.getByText(FOUND)).toBeVisible();
  await search.press('Enter');
  await expect(
    section.getByText('The generator does not end within 2 seconds for the seed 1.'),
  ).toBeVisible();
  await generator.fill('pass');
  await search.press('Enter');
  await expect(section.getByText('The generator prints nothing for the seed 1.')).toBeVisible();
  await expectClean(page, 'a generator that prints nothing');
  await generator.fill('print([2])\nprint(2 * int(input()) + 1)');
  await search.press('Enter');
  await expect(page.getByRole('group', { name: 'Input of the counterexample' })).toHaveText(
    /^count_ways\(\[2\], \d*[13579]\)$/,
  );

  // The generator remains when the program changes.
  await playground.submit('def count_ways(prices, postage):\n    return 2', /^Wrong answer/, 'Reward 0.0');
  await playground.expectEnd();
  await expect(generator).toHaveValue('print([2])\nprint(2 * int(input()) + 1)');
  await search.press('Enter');
  await expect(section.getByText(FOUND)).toBeVisible();
});

test('a program that Python cannot read gets no such button', async ({ page }) => {
  const playground = await openPlayground(page, LOWEST_BARREL);
  await playground.submit('print(', /^Syntax error/, 'Reward 0.0');
  await playground.expectEnd();
  await expect(page.getByRole('button', { name: WHY })).toHaveCount(0);
});
