/** Imported answers: one that is pasted, and the samples of a file. */
import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { PlaygroundPage } from './playground-page.ts';
import { withoutPython } from './without-python.ts';

const PROBLEM =
  '{"id":"own/double","title":"Double it","mode":"stdin","prompt":"Double it.","public_tests":1,"tests":[{"input":"2\\n","output":"4\\n"},{"input":"5\\n","output":"10\\n"}]}';
const RIGHT = 'print(2 * int(input()))';
const ANSWER = `<think>\nA draft:\n\`\`\`python\nprint(0)\n\`\`\`\n</think>\nSo:\n\`\`\`python\n${RIGHT}\n\`\`\`\nDone.`;
const EXIT = '```python\nimport sys\nprint(2 * int(input()))\nsys.exit(0)\n```';

const file = (name: string, text: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
});

async function drop(page: Page, name: string, text: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([called, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content!], called!));
      return transfer;
    },
    [name, text],
  );
  for (const type of ['dragenter', 'dragover', 'drop'])
    await page.dispatchEvent('body', type, { dataTransfer: data });
}

async function openOwn(page: Page, query = ''): Promise<PlaygroundPage> {
  const playground = new PlaygroundPage(page);
  await playground.open();
  await drop(page, 'own.jsonl', PROBLEM);
  await expect(page.getByText(/1 problem added/)).toBeVisible();
  await page.getByRole('button', { name: 'Close the report' }).click();
  await page.goto(`#/problem/own%2Fdouble${query}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Double it' })).toBeVisible();
  return playground;
}

test('a pasted answer on a phone: shown before it is judged, named as pasted, there after a reload', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const playground = await openOwn(page);
  await page.getByRole('tab', { name: 'Answer' }).click();
  await page.getByLabel('Model', { exact: true }).selectOption({ label: 'Paste an answer…' });
  const dialog = page.getByRole('dialog', { name: 'Paste an answer' });
  const judge = dialog.getByRole('button', { name: 'Judge this answer' });
  await expect(judge).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByLabel('Answer', { exact: true }).fill('No idea.');
  await expect(dialog.getByText(/There is no program in it/)).toBeVisible();
  // A program without a fence is taken as one, and the other one can be had back.
  await dialog.getByLabel('Answer', { exact: true }).fill(RIGHT);
  await expect(dialog.getByText(/This text is a Python program without a code block/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Load into the editor' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(playground.editor).toContainText(RIGHT);
  await expect(playground.editor).toBeFocused();
  await page.getByRole('tab', { name: 'Answer' }).click();
  await page.getByLabel('Model', { exact: true }).selectOption({ label: 'Paste an answer…' });
  const files = dialog.getByLabel('A file with an answer');
  await files.setInputFiles(file('broken.json', '{"code":1}'));
  await expect(dialog.getByText(/^broken\.json holds no answer/)).toBeVisible();
  await files.setInputFiles(file('answer.json', JSON.stringify({ response: ANSWER, model: 'their-model' })));
  await expect(dialog.getByLabel('Model name (optional)')).toHaveValue('their-model');
  await expect(
    dialog.getByText(/^To be judged: Block 2 of 2, python\. \d+ characters of reasoning are kept apart/),
  ).toBeVisible();
  await expect(dialog.locator('mark', { hasText: RIGHT })).toBeVisible();
  await judge.click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Pasted: their-model', { exact: true })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Answer', exact: true })).toBeFocused();
  await expect(page.getByRole('region', { name: 'The program taken from the answer' })).toContainText(RIGHT);
  await page.getByRole('tab', { name: 'Verdict' }).click();
  await playground.expectVerdict('Accepted', 'Reward 1.0');
  await playground.expectEnd();
  await page.reload();
  await page.getByRole('tab', { name: 'Answer' }).click();
  await expect(page.getByText('Pasted: their-model', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Recorded/)).toHaveCount(0);

  // In the X-ray, which takes it at once.
  await page.goto('#/problem/own%2Fdouble?xray=1');
  const xray = page.getByRole('dialog', { name: 'X-ray' });
  await xray.getByRole('button', { name: 'Paste an answer…' }).click();
  await dialog.getByLabel('Answer', { exact: true }).fill(EXIT);
  await judge.click();
  await expect(xray.getByRole('button', { name: 'Run again' })).toBeVisible();
  await expect(xray.getByRole('row').filter({ hasText: 'reward-kit' })).toContainText(
    'an exit, of which this program’s text speaks, loses it. Here test 1 fails: nothing came out.',
  );
});

test('a dropped samples.jsonl: matched, judged, browsed, opened and saved', async ({ page }) => {
  const playground = await openOwn(page);
  const samples = [
    { problem_id: 'own/double', id: 0, response: ANSWER },
    { problem_id: 'own/double', id: 1, code: 'print(1)' },
    { problem_id: 'own/duoble', id: 2, code: RIGHT },
    { problem_id: 'own/double', id: 'last', response: 'No idea.' },
  ].map((row) => JSON.stringify(row));
  await drop(page, 'samples.jsonl', [...samples, '{"problem_id":'].join('\n'));
  const dialog = page.getByRole('dialog', { name: 'Samples' });
  await expect(dialog.getByText('3 of 3 judged', { exact: true }).first()).toBeVisible();
  await expect(dialog.getByText('mean reward 0.333')).toBeVisible();
  await expect(dialog.getByText(/these|kept while this page is open/)).toBeVisible();
  const line = (id: string) => dialog.getByRole('listitem').filter({ hasText: `sample ${id}` });
  await expect(line('0')).toContainText(/AC\s*Accepted.*1\.0/s);
  await expect(line('1')).toContainText(/WA\s*Wrong answer.*0\.0/s);
  await expect(line('last')).toContainText(/NOCODE\s*No code.*0\.0/s);
  await expect(line('2')).toContainText(
    'Line 3: "own/duoble" is not among the problems here (did you mean own/double?)',
  );
  await dialog.getByText('1 line skipped, 1 sample without a problem here').click();
  await expect(dialog.getByText(/^Line 5: not JSON/)).toBeVisible();

  await dialog.getByLabel('Show').selectOption('Wrong answer: 1');
  await expect(dialog.getByRole('listitem').filter({ hasText: 'sample' })).toHaveCount(1);
  await dialog.getByLabel('Show').selectOption('All 4');
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save verdicts' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('samples-verdicts.jsonl');
  const rows = (await readFile(await download.path(), 'utf8')).trimEnd().split('\n');
  expect(rows.map((row) => JSON.parse(row) as object)).toMatchObject([
    { problem_id: 'own/double', sample_id: '0', reward: 1, verdict: 'accepted', tests_run: 2 },
    { sample_id: '1', reward: 0, verdict: 'wrong-answer', first_failed: 0, tests_run: 1 },
    { sample_id: '2', reward: null, verdict: 'unknown-problem' },
    { sample_id: 'last', reward: 0, verdict: 'no-code' },
  ]);

  // Closed, it leaves the focus where it can be had again.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Show the samples' })).toBeFocused();
  await page.keyboard.press('Enter');
  await line('0').getByRole('button', { name: /^Open/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('group', { name: 'Answer', exact: true })).toBeFocused();
  await playground.expectVerdict('Accepted', 'Reward 1.0');
  await expect(page.getByText('Pasted: sample 0', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Show the samples' }).click();
  await line('1')
    .getByRole('button', { name: /^X-ray.*sample 1 of Double it$/ })
    .click();
  const xray = page.getByRole('dialog', { name: 'X-ray' });
  await expect(xray.getByText('X-ray of sample 1 of Double it')).toBeVisible();
  await expect(xray.getByText(/^All \d+ graders agree: reward 0\.0\./)).toBeVisible();
  await expect(xray.getByText(/Fractional.* not counted\./)).toBeVisible();
  // Looking has changed nothing, and goes back to where it began.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await expect(line('1').getByRole('button', { name: /^X-ray/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Pasted: sample 0', { exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Program' }).click();
  await expect(playground.editor).not.toContainText('print(1)');
  // In front of a room, nothing speaks of it.
  await expect(page.getByRole('button', { name: 'Show the samples' })).toBeVisible();
  await page.goto(page.url().replace(/(\?.*)?$/, (query) => `${query === '' ? '?' : `${query}&`}present=1`));
  await expect(page.locator('main.presentation')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show the samples' })).toHaveCount(0);
});

test(
  'a dropped eval_all of LiveCodeBench: judged, and held against its own grades',
  { tag: '@long' },
  async ({ page }) => {
    await openOwn(page);
    const rows = [
      { question_id: 'own/double', code_list: [RIGHT, 'print(1)', RIGHT], graded_list: [true, false, false] },
    ];
    await drop(page, 'eval_all.json', JSON.stringify(rows, null, 2));
    const dialog = page.getByRole('dialog', { name: 'Samples' });
    await expect(dialog.getByText('3 of 3 judged', { exact: true }).first()).toBeVisible();
    await expect(dialog.getByText('same verdict as the file: 2 of 3')).toBeVisible();
    await dialog.getByLabel('Show').selectOption('Another verdict in the file: 1');
    await expect(dialog.getByRole('listitem').filter({ hasText: 'sample' })).toHaveCount(1);
    await expect(dialog.getByRole('listitem').filter({ hasText: 'sample 2' })).toContainText(/AC\s*Accepted/);
  },
);

const MANY =
  'ten thousand samples at 390 px, dropped on another page: judged, browsed, put away and found again';
test(MANY, { tag: '@long' }, async ({ page, context }) => {
  await withoutPython(context);
  await page.setViewportSize({ width: 390, height: 844 });
  await openOwn(page);
  await page.goto('#/models');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const samples = Array.from({ length: 10_000 }, (_, id) =>
    JSON.stringify({ problem_id: 'own/double', id, response: `No idea, and no code: ${'x'.repeat(500)}` }),
  );
  await drop(page, 'many.jsonl', samples.join('\n'));
  const dialog = page.getByRole('dialog', { name: 'Samples' });
  const all = dialog.getByText('10,000 of 10,000 judged', { exact: true }).first();
  await expect(all).toBeVisible();
  await expect(dialog.getByText('mean reward 0.000')).toBeVisible();
  const rows = dialog.getByRole('group', { name: 'Samples and their verdicts' });
  expect(await rows.getByRole('listitem').count()).toBeLessThan(60);
  // The height of rows that were never drawn is a guess: the end moves as it comes nearer.
  await expect
    .poll(async () => {
      await rows.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      return rows.getByRole('listitem').filter({ hasText: 'sample 9999' }).count();
    })
    .toBe(1);
  await page.keyboard.press('Escape');
  await expect(page.getByText(/many\.jsonl.*10,000 of 10,000 judged/)).toBeVisible();
  await page.getByRole('button', { name: 'Put this line away; the samples stay' }).click();
  await expect(page.getByText(/many\.jsonl/)).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.type('samples of a file');
  await page.keyboard.press('Enter');
  await expect(all).toBeVisible();

  // A visit that has none yet is asked for a file.
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Double it' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.type('samples of a file');
  await page.keyboard.press('Enter');
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose a file…' }).click();
  await (await chooser).setFiles(file('few.jsonl', samples.slice(0, 3).join('\n')));
  await expect(dialog.getByText('3 of 3 judged', { exact: true }).first()).toBeVisible();
});
