/** How strong are these tests? On a problem, on a set that is resumed, in lesson 3, and as a game in the gym. */
import { readFileSync } from 'node:fs';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { expectClean } from './expect-clean.ts';
import { giveFile, savedBy } from './files.ts';
import { giveLook, LOOKS } from './looks.ts';

const RESULT = /^The tests reject (all|\d+ %)/;

for (const look of LOOKS)
  test(`a problem shows what its tests do not tell apart, at ${look.width} px`, async ({ page }) => {
    await giveLook(page, look);
    await page.goto('./#/problems?problem=allpass%2Fcarousel-floor');
    const button = page.getByRole('button', { name: 'How strong are these tests?' });
    await button.press('Enter');
    await expect(page.getByRole('button', { name: 'Stop' })).toBeFocused();
    await expect(page.getByText(RESULT)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Measure again' })).toBeFocused();
    const survivors = page.getByRole('region', { name: 'Mutants that were not told apart' });
    await survivors.locator('summary').first().click();
    await expect(survivors.getByText(/1 line removed, 1 line added\./)).toBeVisible();
    await expectClean(page, 'the strength of tests');
    const result = await page.getByText(RESULT).innerText();

    // The result is stored. The playground shows its figures, and no program.
    await page.reload();
    await expect(page.getByText(result)).toBeVisible();
    await page.goto('./#/problem/allpass%2Fcarousel-floor');
    await page.getByRole('button', { name: 'How strong are these tests?' }).press('Enter');
    await expect(page.getByText(result)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Measure again' })).toBeFocused();
    await expect(page.getByRole('region', { name: /not told apart/ })).toHaveCount(0);
    await expectClean(page, 'the strength of tests in the playground');
  });

/** A set whose last problem takes some seconds. */
const SET = ['least', 'most', 'sum', 'slow']
  .map((id) =>
    JSON.stringify({
      ...{ id, title: `The ${id}`, source: 'own', mode: 'stdin', prompt: 'Print it.', public_tests: 1 },
      tests: [
        { input: '1 2\n', output: '1\n' },
        { input: '2 1\n', output: '1\n' },
        { input: '3 3\n', output: '3\n' },
        { input: '1 2\n', output: '1\n' },
      ],
      meta: {
        solution: `${id === 'slow' ? 'import time\ntime.sleep(0.2)\n' : ''}a, b = map(int, input().split())\nprint(a if a < b else b)`,
      },
    }),
  )
  .concat(
    JSON.stringify({
      ...{ id: 'none', title: 'No solution', source: 'own', mode: 'stdin', prompt: 'Print it.' },
      tests: [{ input: '', output: '1' }],
    }),
  )
  .join('\n');

async function openSet(page: Page): Promise<void> {
  await page.goto('./#/problems');
  await giveFile(page, 'small.jsonl', SET);
  await expect(page.getByText('5 problems added from small.jsonl.')).toBeVisible();
  await page.getByRole('button', { name: 'Close the report' }).click();
  await page.getByRole('link', { name: 'Measure the tests of small.jsonl' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Strength of tests' })).toBeFocused();
}

test('a set is measured, resumed after a reload, and listed with its figures', async ({ page }) => {
  await openSet(page);
  await expect(page).toHaveURL(/#\/problems\/strength\?set=small\.jsonl$/);
  await page.getByRole('button', { name: 'Measure the tests' }).press('Enter');
  await expect(page.getByText(/^\d+ of \d+ mutants rejected/).first()).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: /^Measure the other [1-4]$/ }).press('Enter');
  await expect(page.getByRole('button', { name: 'Stop' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Try 1 unmeasured problem again' })).toBeVisible();
  await expect(page.getByText(/^\d+ of \d+ mutants rejected/)).toHaveCount(4);
  await expect(page.getByText(/^Not measured\. No accepted program/)).toBeVisible();
  await expectClean(page, 'the strength of a set');
  // The problems with a solution repeat a test.
  const rows = page.getByRole('link', { name: /^(The|No) / });
  await expect(rows.filter({ hasText: 'repeated tests' })).toHaveCount(4);
  await page.getByLabel('Show').selectOption({ label: 'repeated tests: 4' });
  await expect(page).toHaveURL(/set=small\.jsonl&check=tests\.repetition$/);
  await expect(rows).toHaveCount(4);
  const report = (await savedBy(page, 'Save the report')).text.trim().split('\n');
  expect(report.map((line) => (JSON.parse(line) as { problem_id: string }).problem_id)).toEqual([
    ...['least', 'most', 'sum', 'slow', 'none'],
  ]);
  await page.getByRole('link', { name: 'The least' }).click();
  // Results of a set have no survivors.
  await expect(page.getByText(RESULT)).toBeVisible();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Problems' }).click();
  await expect(page.getByRole('link', { name: /^The sum.*\d+ % killed/ })).toBeVisible();
});

/**
 * Solutions that need 0.3 s, under limits of which each is 1.6 times the next: a machine multiplies limits by
 * 1.6 to 5, and by whichever, one of the solutions needs more than half of its limit, and passes.
 */
const CLOSE_SET = [0.222, 0.138, 0.1]
  .map((seconds) => ({ id: `limit-${seconds}`, title: `Within ${seconds} s`, time_limit_s: seconds }))
  .map((problem) =>
    JSON.stringify({
      ...{ source: 'own', mode: 'stdin', prompt: 'Print the power.', public_tests: 1, ...problem },
      tests: [{ input: '3 4', output: '81' }],
      meta: { solution: 'import time\ntime.sleep(0.3)\na, b = map(int, input().split())\nprint(a**b)' },
    }),
  )
  .join('\n');

for (const look of LOOKS)
  test(`a solution is close to the time limit, at ${look.width} px`, { tag: '@long' }, async ({ page }) => {
    await giveLook(page, look);
    await page.goto('./#/problems');
    await giveFile(page, 'close.jsonl', CLOSE_SET);
    await page.getByRole('button', { name: 'Close the report' }).click();
    await page.goto('./#/problems/strength?set=close.jsonl');
    await page.getByRole('button', { name: 'Measure the tests' }).press('Enter');
    const row = page.getByRole('link', { name: /^Within .*close to the time limit/ }).first();
    await expect(row).toBeVisible({ timeout: 300_000 });
    await page.getByLabel('Show').selectOption('tests.time_limit');
    await expect(page).toHaveURL(/&check=tests\.time_limit$/);
    await expect(row).toBeVisible();
    await expectClean(page, 'solutions close to the time limit');
    const [first] = (await savedBy(page, 'Save the report')).text
      .split('\n')
      .filter((line) => line.includes('tests.time_limit'));
    expect(first).toMatch(/an accepted program needs [5-9]\d(\.\d)? % of the time limit on test 1/);
    await row.click();
    await expect(
      page.getByText(/^An accepted program needs [5-9]\d(\.\d)? % of the time limit/),
    ).toBeVisible();
  });

test('lesson 3 shows which mutants live with the kept tests', { tag: '@long' }, async ({ page }) => {
  await page.goto('./#/learn/how-many-tests?tests=29');
  await page.getByRole('button', { name: 'Show me without guessing' }).click();
  const section = page.getByRole('region', { name: /^Mutants/ });
  await expect(section.getByText('With 29 tests, 5 of the 14 mutants live.')).toBeVisible();
  await expect(section.getByText('These results are recorded.')).toBeVisible();
  const slider = page.getByRole('slider', { name: /^Tests kept/ });
  await slider.fill('3');
  const few = await section.getByText(/^With 3 tests, \d+ of the 14 mutants live/).innerText();
  const rejecting = () =>
    section.getByText(/^(no test rejects it|\d+ of all 29 tests reject it)$/).allInnerTexts();
  const recorded = await rejecting();
  await section.getByRole('button', { name: 'Run the 14 mutants here' }).press('Enter');
  await expect(section.getByText('These are the results of this browser.')).toBeVisible();
  // The recorded results are those of the judge.
  expect(await rejecting()).toEqual(recorded);
  await expect(section.getByText(few.split('.')[0]!)).toBeVisible();
  await expectClean(page, 'the mutants of lesson 3');
});

test('a test kills a mutant in the gym', async ({ page }) => {
  await page.goto('./#/learn/gym');
  await page.getByRole('link', { name: 'Kill a mutant' }).press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: /^Write the test/ })).toBeFocused();
  await expect(page).toHaveURL(/gym\?mutant=twin-rows$/);
  await page.getByRole('button', { name: 'Run both programs' }).press('Enter');
  await expect(page.getByText('The mutant lives: both programs give the same output.')).toBeVisible();
  const input = page.getByRole('textbox', { name: 'Your input' });
  await input.fill('');
  await page.getByRole('button', { name: 'Run both programs' }).press('Enter');
  await expect(page.getByText(/^This input is not valid: the accepted program fails on it/)).toBeVisible();
  await input.fill('1K\n1P\n');
  await input.press('ControlOrMeta+Enter');
  await expect(page.getByText(/^Killed: the outputs differ/)).toBeVisible();
  await expect(page.getByRole('group', { name: 'Output of the mutant' })).toContainText('1');
  await expectClean(page, 'a killed mutant');
  await page.getByRole('link', { name: 'Next mutant' }).press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: /^Write the test/ })).toBeFocused();
  await expect(page.getByLabel('Mutant', { exact: true })).toHaveValue('one-repair-stand');
  await expect(page.getByText(/^Killed/)).toHaveCount(0);
});

test('the keyboard alone: from a problem and its survivors to a problem with more tests', async ({
  page,
}) => {
  /** Presses Tab, or Shift and Tab, until an element has the focus. */
  const tabTo = async (target: Locator, key = 'Tab'): Promise<void> => {
    for (let presses = 0; presses < 80; presses++) {
      await page.keyboard.press(key);
      if ((await target.count()) === 1 && (await target.evaluate((each) => each.matches(':focus')))) return;
    }
    await expect(target).toBeFocused();
  };
  const survivors = page.getByRole('region', { name: 'Mutants that were not told apart' });
  const openSurvivor = async (): Promise<void> => {
    await expect(survivors).toBeVisible();
    await tabTo(survivors.locator('summary').first());
    await page.keyboard.press('Enter');
    await expect(survivors.getByText(/removed, .* added\./)).toBeVisible();
  };
  await page.goto('./#/problems');
  await tabTo(page.getByRole('link', { name: /^Carousel Floor/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Carousel Floor' })).toBeFocused();
  await tabTo(page.getByRole('button', { name: 'How strong are these tests?' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Stop' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Measure again' })).toBeFocused();
  await openSurvivor();

  await tabTo(
    page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Problems' }),
    'Shift+Tab',
  );
  await page.keyboard.press('Enter');
  await tabTo(page.getByRole('link', { name: 'Write a problem' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Write a problem' })).toBeFocused();
  await tabTo(page.getByLabel('Title'));
  await page.keyboard.type('The least');
  await tabTo(page.getByRole('textbox', { name: /^Statement/ }));
  await page.keyboard.type('Print the least.');
  await tabTo(page.getByLabel('Input of test 1'));
  await page.keyboard.type('3 3');
  await tabTo(page.getByLabel('Expected output of test 1'));
  await page.keyboard.type('3');
  await tabTo(page.getByRole('textbox', { name: 'Accepted program' }));
  await page.keyboard.insertText('a, b = map(int, input().split())\nprint(a if a < b else b)');
  await expect(page.getByText('The program passes 1 test.')).toBeVisible();
  await page.keyboard.press('Escape');
  await tabTo(page.getByRole('button', { name: 'How strong are these tests?' }));
  await page.keyboard.press('Enter');
  await openSurvivor();
  const survivorCount = await survivors.locator('summary').count();
  await tabTo(page.getByRole('button', { name: 'Add a test' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await tabTo(page.getByLabel('Input of test 2'), 'Shift+Tab');
  await page.keyboard.type('1 2');
  await tabTo(page.getByLabel('Expected output of test 2'));
  await page.keyboard.type('1');
  await expect(page.getByText('The program passes 2 tests.')).toBeVisible();
  await tabTo(page.getByRole('textbox', { name: 'Accepted program' }));
  await page.keyboard.press('Escape');
  await tabTo(page.getByRole('button', { name: 'How strong are these tests?' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText(RESULT)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Measure again' })).toBeFocused();
  expect(await survivors.locator('summary').count()).toBeLessThan(survivorCount);
  await tabTo(page.getByRole('button', { name: 'Export problems.jsonl' }));
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const text = readFileSync(await (await download).path(), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ id: 'own/the-least', tests: [{}, { input: '1 2', output: '1' }] });
});
