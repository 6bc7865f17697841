/** Problems of one's own: dropped on the page, kept, reported on. */
import { expect, test } from '@playwright/test';
import { PlaygroundPage } from './playground-page.ts';

const LINES = [
  '{"id":"own/double","title":"Double it","mode":"call","fn_name":"double","prompt":"Return $2x$.","tests":[{"input":[2],"output":4},{"input":[36893488147419103232],"output":73786976294838206464}],"public_tests":1}',
  '{"id":"own/broken"',
  '{"id":"own/no-mode","prompt":"","tests":[]}',
].join('\n');

test('a dropped problems.jsonl: the good lines are kept, the others named, all of it survives a reload', async ({
  page,
}) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'mine.jsonl'));
    return transfer;
  }, LINES);
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: data });
  await page.dispatchEvent('body', 'dragover', { dataTransfer: data });
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
  await expect(page.getByText(/1 problem added.*2 lines left out/)).toBeVisible();
  await page.getByText('Details').first().click();
  await expect(page.getByText(/[Ll]ine 3/).first()).toBeVisible();
  await page.goto('#/problem/own%2Fdouble?tab=program');
  await expect(page.getByRole('heading', { level: 1, name: 'Double it' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Double it' })).toBeVisible();
  await playground.write('class Solution:\n    def double(self, x):\n        return x + x');
  await page.keyboard.press('ControlOrMeta+Enter');
  await playground.expectVerdict('Accepted', 'Reward 1.0');
});
