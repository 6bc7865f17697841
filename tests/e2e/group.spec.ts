/** A group of answers from anywhere: pasted, out of a file, out of a dropped report; judged, and compared as GRPO does. */
import { expect, test } from '@playwright/test';
import { expectClean } from './expect-clean.ts';
import { fileOf, giveFile } from './files.ts';
import { giveLook, LOOKS } from './looks.ts';

/** Python starts with the first program of a visit, and the machine may be busy. */
const PROBLEM = 'allpass/lowest-barrel';

const choice = (content: string, finish_reason: string) => ({ message: { content }, finish_reason });
const RESPONSE = JSON.stringify({
  choices: [
    choice('```python\nprint(1)\n```', 'stop'),
    {
      ...choice('```python\nprint(', 'length'),
      logprobs: {
        content: [
          { token: 'print', logprob: -0.6931471805599453 },
          { token: '(', logprob: -0.01 },
        ],
      },
    },
  ],
});
const row = (problem_id: string, id: number, code: string) => JSON.stringify({ problem_id, id, code });
const SAMPLES = [
  row(PROBLEM, 1, 'print(1)'),
  row(PROBLEM, 2, 'print(2)'),
  row('allpass/snow-posts', 1, 'print(3)'),
].join('\n');

for (const look of LOOKS) {
  test(`answers from anywhere as a group, at ${look.width} px`, { tag: '@long' }, async ({ page }) => {
    await giveLook(page, look);
    await page.goto(`./#/learn/group?problem=${encodeURIComponent(PROBLEM)}`);
    await expect(page.getByRole('heading', { level: 2, name: /^The Lowest Barrel/ })).toBeVisible();
    await expect(page.getByText('No answers yet.')).toBeVisible();
    await expectClean(page, 'an empty group');

    await page.getByRole('button', { name: /^Add \d+ example answers/ }).press('Enter');
    const inGroup = page.getByRole('list', { name: 'Answers in the group' }).getByRole('listitem');
    const recorded = await inGroup.count();
    expect(recorded).toBeGreaterThan(1);
    await page.getByLabel('Answers', { exact: true }).fill(RESPONSE);
    await page.getByRole('button', { name: 'Add to the group' }).press('Enter');
    await page.getByLabel('Answers', { exact: true }).fill('no program\n=====\n```python\nprint(3)\n```');
    await page.getByRole('button', { name: 'Add to the group' }).press('Enter');
    await expect(inGroup).toHaveCount(recorded + 4);
    await page.getByRole('button', { name: `Remove #${recorded + 4}` }).press('Enter');
    await expect(inGroup).toHaveCount(recorded + 3);
    await expect(page.getByRole('button', { name: 'Remove all' })).toBeFocused();

    await page.getByRole('button', { name: `Judge all ${recorded + 3}` }).press('Enter');
    await expect(page.getByText('Graded in this browser.')).toBeVisible();
    const table = page.getByRole('group', { name: /^Rewards and advantages, The Lowest Barrel/ });
    const rowOf = (at: number) =>
      table.getByRole('row').filter({ has: page.getByRole('button', { name: `#${at}`, exact: true }) });
    await expect(rowOf(recorded + 3)).toContainText('no code');
    await expect(
      table
        .getByRole('row')
        .filter({ hasText: /1\.0\s*accepted/ })
        .first(),
    ).toContainText('▲');
    const cut = `#${recorded + 2}`;
    const cutRow = rowOf(recorded + 2);
    await expect(cutRow).toContainText('truncated');
    await expect(cutRow).not.toContainText('≈');
    await page.getByLabel('Computed as in').selectOption({ label: 'TRL' });
    await expect(cutRow).toContainText('masked');
    await expect(page).toHaveURL(/rules=trl/);
    await table.getByRole('button', { name: cut, exact: true }).press('Enter');
    await expect(table.getByText('The number under a token is its probability p.')).toBeVisible();
    await table.getByRole('button', { name: `#${recorded + 1}`, exact: true }).press('Enter');
    await expect(table.getByText('This sample has no token probabilities (logprobs).')).toBeVisible();
    await expectClean(page, 'a group');

    await page.getByLabel('Grader', { exact: true }).selectOption({ label: 'LiveCodeBench' });
    await expect(page).toHaveURL(/profile=lcb/);
    await expect(page.getByRole('button', { name: `Judge all ${recorded + 3}` })).toBeEnabled();
    await page.getByLabel('Problem').fill('nothing');
    await page.keyboard.press('Tab');
    await expect(page.getByText('No problem has the id “nothing”')).toBeVisible();

    // A file with rows for another problem brings that problem; the one that is shown is preferred.
    const picker = page.getByLabel('A file with answers');
    await picker.setInputFiles(fileOf('samples.jsonl', row('allpass/snow-posts', 1, 'print(3)')));
    await expect(page.getByRole('heading', { level: 2, name: /^Snow on the Ridge/ })).toBeVisible();
    await expect(page).toHaveURL(/problem=allpass%2Fsnow-posts/);
    await expect(inGroup).toHaveCount(1);
    await page.reload();
    await expect(page.getByRole('heading', { level: 2, name: /^Snow on the Ridge/ })).toBeVisible();
    await expect(page.getByLabel('Grader', { exact: true })).toHaveValue('lcb');
    await expect(page.getByText('No answers yet.')).toBeVisible();

    // From a run of a file of samples.
    await page.goto('./');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await giveFile(page, 'samples.jsonl', SAMPLES);
    await page.getByRole('button', { name: 'Start the run' }).press('Enter');
    await expect(page.getByText('3 of 3 judged', { exact: true })).toBeVisible();
    await page.getByRole('tab', { name: 'Samples' }).click();
    await page
      .getByRole('link', { name: /^The Lowest Barrel/ })
      .first()
      .press('Enter');
    await page.getByRole('button', { name: 'See as a group' }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: /^A group of answers/ })).toBeVisible();
    await expect(inGroup).toHaveCount(2);
    await page.getByRole('button', { name: 'Judge all 2' }).press('Enter');
    await expect(page.getByText('every advantage is 0, and this group teaches nothing')).toBeVisible();
    await page.goto('./#/learn/group?profile=nobody');
    await expect(page.getByText('The address names the unknown grader “nobody”')).toBeVisible();
  });
}
