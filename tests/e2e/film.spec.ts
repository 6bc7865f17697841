/** The film on the first page of Learn: a run of the lab that plays by itself, and whose programs open. */
import { expect, test, type Locator } from '@playwright/test';
import { expectClean } from './expect-clean.ts';
import { giveLook, LOOKS } from './looks.ts';

/** Returns the figures of the first step. */
async function firstStep(place: Locator): Promise<string> {
  const chart = place.getByRole('figure').filter({ hasText: 'Reward and true pass rate' });
  await chart.getByText('Table', { exact: true }).press('Enter');
  return chart.getByRole('row').nth(1).innerText();
}

for (const look of LOOKS) {
  test(`a program of the film, and its run in the lab, at ${look.width} px`, async ({ page }) => {
    await giveLook(page, look);
    await page.goto('./#/learn');
    const film = page.getByRole('region', { name: 'A policy in training' });
    await expect(film.getByText('step 1 of 40, seed 1')).toBeVisible();
    await expect(film.getByRole('button', { name: 'Play' })).toBeVisible();
    await expectClean(page, 'the film');
    await film.getByRole('button', { name: /^square max: / }).press('ArrowLeft');
    await expect(film.getByRole('button', { name: /^negative max: / })).toBeFocused();
    await film.getByRole('list').getByRole('button').first().press('Enter');
    await expect(film.getByText(/\d+ of 10 tests pass: the reward is [01]\.0/)).toBeVisible();
    await expect(film.getByRole('group', { name: 'Tests of “negative max”' })).toContainText('f(2, 5)');
    await expect(film.getByText('The same prompt one step later: press Play.')).toBeVisible();
    await expectClean(page, 'a program of the film');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(look.width);
    const figures = await firstStep(film);
    expect(figures).toMatch(/^1\s+0\.\d+\s+0\.\d+/);

    await film.getByRole('link', { name: 'This run in the lab' }).press('Enter');
    await page.getByRole('button', { name: 'One step' }).press('Enter');
    await expect(page.getByText('1 of 40 steps')).toBeVisible();
    await expect(page.getByText('Paused.')).toBeVisible();
    expect(await firstStep(page.getByRole('main'))).toBe(figures);
  });
}

test('the film plays by itself, holds, and shows the same prompt one step later', async ({ page }) => {
  await page.goto('./#/learn');
  const film = page.getByRole('region', { name: 'A policy in training' });
  await expect(film.getByText(/^step ([2-9]|\d\d) of 40/)).toBeVisible();
  await film.getByRole('list').getByRole('button').first().click();
  await expect(film.getByRole('button', { name: 'Play' })).toBeVisible();
  await expect(film.getByText(/This program is \d of 8; it was [1-8] of 8/)).toBeVisible();
  const held = await film.getByText(/^step \d+ of 40/).innerText();
  await film.getByRole('button', { name: 'Play' }).click();
  await expect(film.getByText(held)).toHaveCount(0);
});

for (const look of LOOKS) {
  test(`a weak test pays a cheat, and a better one is added while it trains, at ${look.width} px`, async ({
    page,
  }) => {
    await giveLook(page, look);
    await page.goto('./#/learn/reward');
    const train = page.getByRole('button', { name: 'Train on these tests' });
    await expect(page.getByText('f(5, 2) = 5')).toBeVisible();
    await expectClean(page, 'the tests');
    await train.press('Enter');
    await expect(page.getByText(/^Score: 0 of 100$/)).toBeVisible();
    const learned = page.getByRole('region', { name: 'The program that it learned' });
    await expect(learned).toContainText(/\d\d of 64 are the same paid program, and it is wrong/);
    await learned.getByRole('button', { name: 'Why is it wrong?' }).press('Enter');
    await expect(
      learned.getByText('f(2, 5) is 5, and it returns 2. Your tests do not ask that.'),
    ).toBeVisible();
    await expectClean(page, 'a cheat');

    await train.press('Enter');
    await page.getByLabel('New test').press('Enter');
    await expect(page).toHaveURL(/tests=5%2C2%2C5%3B2%2C7%2C7/);
    await expect(page.getByText(/^Score: (9\d|100) of 100$/)).toBeVisible();
    await expect(learned).toContainText('it is right');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(look.width);
    await page.getByLabel('New test').fill('f(2, 7)');
    await page.getByRole('button', { name: 'Add the test' }).press('Enter');
    await expect(page.getByText('“f(2, 7)” is no test.')).toBeVisible();
    const wrong = page.getByText('The task asks for 7 at f(2, 7). A right program fails this test.');
    for (const [nth, expected] of [8, 9].entries()) {
      await page.getByLabel('New test').fill(`f(2, 7) = ${expected}`);
      await page.getByRole('button', { name: 'Add the test' }).press('Enter');
      await expect(wrong).toHaveCount(nth + 1);
    }
  });
}

test('lesson 1 compares two runs of the film', async ({ page }) => {
  await page.goto('./#/learn/one-bit');
  await page.getByRole('button', { name: 'Show me without guessing' }).click();
  await page.getByRole('button', { name: 'Show the explanation' }).click();
  const stop = page.getByRole('region', { name: 'The same in training' });
  await stop.getByRole('button', { name: 'Train both' }).click();
  await expect(stop.getByText(/^Step \d+: reward 0\.\d+, really right 0\.\d+$/)).toHaveCount(2);
  await stop.getByRole('button', { name: 'Pause' }).click();
  await expect(stop.getByRole('button', { name: 'Train both' })).toBeVisible();
  await expect(stop.getByRole('link', { name: 'in the lab' }).last()).toHaveAttribute(
    'href',
    /preset=small&seeds=1&reward=fractional$/,
  );
});
