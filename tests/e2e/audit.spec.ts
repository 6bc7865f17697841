/** The audit of a training run on the page of runs, from files that verl and TRL wrote. */
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import type { AuditRow } from '../../src/domain/audit.ts';
import { expectClean } from './expect-clean.ts';
import { dropFiles, fileOf, savedBy } from './files.ts';
import { giveLook, LOOKS } from './looks.ts';

const inRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const VERL = inRoot('docs/example/rollouts');
/** The four steps of the example, repeated so that there is time to stop. */
const STEPS = Array.from({ length: 16 }, (_, at) => at + 1);
const TRL = [1, 2].map((step) => `completions_0000${step}.parquet`);

test(
  'a folder of verl: stopped, resumed after a reload with its files, opened row by row, exported and deleted',
  { tag: '@long' },
  async ({ page }, testInfo) => {
    const folder = testInfo.outputPath('rollouts');
    mkdirSync(folder, { recursive: true });
    for (const step of STEPS)
      copyFileSync(`${VERL}/${[1, 4, 7, 10][step % 4]}.jsonl`, `${folder}/${step}.jsonl`);
    await giveLook(page, LOOKS[0]);
    await page.goto('#/runs');
    await page.getByRole('button', { name: 'Open a training run…' }).click();
    await expect(page).toHaveURL(/new=training/);
    await expectClean(page, 'the form without files');
    await page.getByLabel('Folder of rollouts').setInputFiles(folder);
    await expect(page.getByText('rollouts: 16 files of verl, 260 kB.')).toBeVisible();
    await expect(page.getByLabel('Grader of the trainer')).toHaveValue('verl-prime-code');
    await expectClean(page, 'the form with files');
    await page.getByRole('button', { name: 'Audit the run' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'rollouts' })).toBeFocused();
    await expect(page.getByText(/^[1-9]\d* of 192 rollouts audited/)).toBeVisible();
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Verdict' })).toBeVisible();

    // Rows are stored; the files are not.
    await page.reload();
    await expect(page.getByText(/^[1-9]\d* of 192 rollouts audited$/)).toBeVisible();
    const files = page.getByLabel('Files of rollouts');
    await files.setInputFiles([`${folder}/1.jsonl`]);
    await expect(page.getByRole('alert')).toContainText('are not the 192 with which this audit began');
    await page.getByLabel('Folder of rollouts').setInputFiles(folder);
    await expect(page.getByText('192 of 192 rollouts audited', { exact: true })).toBeVisible();
    await expect(page.getByText('The audit is done.')).toBeAttached();
    const verdict = page.getByRole('region', { name: 'Verdict' });
    await expect(verdict).toContainText(
      /(In all steps|From step \d+ on), .* of the rewards of 1 go to programs that/,
    );
    await expect(verdict).toContainText(
      /Under the standard rules the mean reward falls from 0\.\d\d to 0\.\d\d/,
    );
    await expectClean(page, 'an audit');

    await page.getByText('Steps as a table').click();
    await expect(page.getByRole('group', { name: 'Figures of each step' }).getByRole('row')).toHaveCount(17);
    await page.getByRole('link', { name: 'patched-output', exact: true }).click();
    await expect(page).toHaveURL(/reason=patched-output/);
    const row = page.getByRole('link', { name: /^step \d+ ?, rollout \d+ patched-output/ }).first();
    await row.click();
    await expect(page.getByRole('heading', { level: 2, name: /patched-output$/ })).toBeFocused();
    await expect(page.getByText(/\d+ of \d+ tests pass by the standard rules/)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Completion' })).toContainText('Program that was graded');
    await expectClean(page, 'a rollout of an audit');
    await page.getByRole('button', { name: 'X-ray' }).click();
    const xray = page.getByRole('dialog', { name: 'X-ray' });
    await expect(xray.getByText(/^X-ray of rollout/)).toBeVisible();
    await expect(xray.getByRole('button', { name: 'Run again' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(xray).toBeHidden();
    await page.getByRole('link', { name: 'All reasons' }).click();
    await expect(row).toBeFocused();

    const saved = async (format: string) => {
      await page.getByLabel('Export as').selectOption(format);
      return savedBy(page, 'Export');
    };
    const html = await saved('One page for a colleague (HTML)');
    expect([html.name, html.text.startsWith('<!doctype html>')]).toEqual(['audit-rollouts.html', true]);
    const [sentence] = await verdict.getByRole('paragraph').allTextContents();
    expect((await saved('A report (Markdown)')).text).toContain(sentence!);
    const { text } = await saved('A row for each rollout (JSON Lines)');
    const rows = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as AuditRow);
    expect(rows.map(({ sample_id: id }) => id)).toEqual(
      STEPS.flatMap((step) => Array.from({ length: 12 }, (_, place) => `${step}/${place}`)),
    );

    await page.getByRole('link', { name: 'All runs' }).click();
    const entry = page.getByRole('link', { name: /rollouts.*verl.*192 of 192 rollouts audited.*done/ });
    await expectClean(page, 'the list with an audit');
    await entry.click();
    await page.getByRole('button', { name: 'Delete this audit…' }).click();
    await page.getByRole('button', { name: 'Delete the audit and its rows' }).click();
    await expect(page.getByText('No runs yet')).toBeVisible();
    await expect(entry).toHaveCount(0);
  },
);

test('files of TRL, dropped: bad files and missing problems are reported, and nothing is lost', async ({
  page,
}) => {
  await giveLook(page, LOOKS[1]);
  await page.goto('#/runs?new=training');
  await page.getByLabel('Files of rollouts').setInputFiles(fileOf('a.jsonl', '{"x":1}\n'));
  await expect(page.getByRole('alert')).toContainText('a.jsonl has no rollouts: choose the folder in which');
  await expect(page.getByRole('button', { name: 'Audit the run' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('link', { name: 'All runs' }).click();
  await dropFiles(
    page,
    Object.fromEntries(
      TRL.map((name) => [name, readFileSync(inRoot(`tests/rollouts/trl/completions/${name}`))]),
    ),
  );
  await expect(page).toHaveURL(/new=training/);
  await expect(page.getByText('2 files of TRL, 14 kB.')).toBeVisible();
  await expect(page.getByLabel('Grader of the trainer')).toHaveValue('');
  await page.getByLabel('Name of the run').fill('Of TRL');
  await page.getByRole('button', { name: 'Audit the run' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    /^The rollouts could not be read: no rollout has tests, so give the problems/,
  );
  await page.getByRole('link', { name: 'Change the files or settings' }).click();
  await page.getByLabel('File of problems').setInputFiles(inRoot('public/gym/problems.jsonl'));
  await expect(page.getByText('problems.jsonl', { exact: true })).toBeVisible();
  await expectClean(page, 'the form with a file of problems');
  await page.getByRole('button', { name: 'Audit the run' }).click();
  await expect(page.getByText('8 of 8 rollouts audited', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Verdict' })).toContainText('the mean reward');
  await expectClean(page, 'an audit of TRL');
});
