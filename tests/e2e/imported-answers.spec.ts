/** Imported answers: one that is pasted, and the samples of a file. */
import { expect, test, type Page } from '@playwright/test';
import { dropFiles, fileOf } from './files.ts';
import type { PlaygroundPage } from './playground-page.ts';
import { openPlayground } from './playground-page.ts';
import { withoutPython } from './without-python.ts';

const PROBLEM =
  '{"id":"own/double","title":"Double it","mode":"stdin","prompt":"Double it.","public_tests":1,"tests":[{"input":"2\\n","output":"4\\n"},{"input":"5\\n","output":"10\\n"}]}';
const RIGHT = 'print(2 * int(input()))';
const ANSWER = `<think>\nA draft:\n\`\`\`python\nprint(0)\n\`\`\`\n</think>\nSo:\n\`\`\`python\n${RIGHT}\n\`\`\`\nDone.`;
const EXIT = '```python\nimport sys\nprint(2 * int(input()))\nsys.exit(0)\n```';

async function openOwn(page: Page, query = ''): Promise<PlaygroundPage> {
  const playground = await openPlayground(page);
  await dropFiles(page, { 'own.jsonl': PROBLEM });
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
  await files.setInputFiles(fileOf('broken.json', '{"code":1}'));
  await expect(dialog.getByText(/^broken\.json holds no answer/)).toBeVisible();
  await files.setInputFiles(
    fileOf('answer.json', JSON.stringify({ response: ANSWER, model: 'their-model' })),
  );
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

test('a samples.jsonl dropped in the playground becomes a run: matched, judged, opened and X-rayed', async ({
  page,
}) => {
  const playground = await openOwn(page);
  const samples = [
    { problem_id: 'own/double', id: 0, response: ANSWER },
    { problem_id: 'own/double', id: 1, code: 'print(1)' },
    { problem_id: 'own/duoble', id: 2, code: RIGHT },
    { problem_id: 'own/double', id: 'last', response: 'No idea.' },
  ].map((row) => JSON.stringify(row));
  await dropFiles(page, { 'samples.jsonl': [...samples, '{"problem_id":'].join('\n') });
  await expect(page).toHaveURL(/new=samples/);
  await expect(page.getByText('3 samples of 1 problem, at most 3 of each')).toBeVisible();
  await expect(
    page.getByText(/^1 sample of the file is of problems .*\(“own\/duoble”\).*Did you mean “own\/double”\?/),
  ).toBeVisible();
  await expect(page.getByText('1 line of the file could not be read as a sample.')).toBeVisible();
  await expect(page.getByText(/^Line 5: not JSON/)).toBeVisible();
  await page.getByRole('button', { name: 'Start the run' }).click();
  await expect(page.getByText('3 of 3 judged', { exact: true })).toBeVisible();

  await page.getByRole('tab', { name: 'Samples' }).click();
  await page.getByRole('link', { name: /Double it.*Wrong answer/ }).click();
  await page.getByRole('button', { name: 'X-ray' }).click();
  const xray = page.getByRole('dialog', { name: 'X-ray' });
  await expect(xray.getByText('X-ray of sample 1 of Double it')).toBeVisible();
  await expect(xray.getByText(/^All \d+ graders agree: reward 0\.0\./)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'All samples' }).click();
  await page.getByRole('link', { name: /Double it.*Accepted/ }).click();
  await page.getByRole('button', { name: 'Open in the playground' }).click();
  await playground.expectVerdict('Accepted', 'Reward 1.0');
  await expect(page.getByText(/^Pasted: samples, sample 0/)).toBeVisible();
});

const MANY = 'ten thousand samples at 390 px, dropped on another page, and a file that the palette asks for';
test(MANY, { tag: '@long' }, async ({ page, context }) => {
  await withoutPython(context);
  await page.setViewportSize({ width: 390, height: 844 });
  await openOwn(page);
  await page.goto('#/models');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const samples = Array.from({ length: 10_000 }, (_, id) =>
    JSON.stringify({ problem_id: 'own/double', id, response: `No idea, and no code: ${'x'.repeat(500)}` }),
  );
  await dropFiles(page, { 'many.jsonl': samples.join('\n') });
  await page.getByRole('button', { name: 'Start the run' }).click();
  await expect(page.getByText('10,000 of 10,000 judged', { exact: true })).toBeVisible();

  await page.goto('#/problem/own%2Fdouble');
  await expect(page.getByRole('heading', { level: 1, name: 'Double it' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.type('samples of a file');
  await page.keyboard.press('Enter');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file…' }).click();
  await (await chooser).setFiles(fileOf('few.jsonl', samples.slice(0, 3).join('\n')));
  await expect(page.getByText('3 samples of 1 problem, at most 3 of each')).toBeVisible();
});
