/** Statements that once froze the page: each is opened, and nothing takes the page's thread for long. */
import { writeFileSync } from 'node:fs';
import { expect, test, type Page, type TestInfo } from '@playwright/test';
import { BOMBS } from './bombs.ts';
import { watchStall, whileMeasured } from './stall.ts';

/** The worst of each kind; the long tier opens all. */
const SAMPLED = [
  'formulas in one paragraph',
  'formulas in paragraphs of their own',
  'link references',
  'two million characters in lines',
];
const REST = Object.keys(BOMBS).filter((name) => !SAMPLED.includes(name));

test(
  'statements that are too much are shown as they were written',
  { tag: '@long' },
  async ({ page }, info) => {
    await openAll(page, info, SAMPLED);
  },
);

test('so are all the others', { tag: '@long' }, async ({ page }, info) => {
  await openAll(page, info, REST);
});

async function openAll(page: Page, info: TestInfo, names: readonly string[]): Promise<void> {
  // The first opens with its file: what others cost is measured for itself.
  const lines = ['plain', ...names].map((id) =>
    JSON.stringify({ id, mode: 'stdin', prompt: BOMBS[id] ?? id, tests: [{ input: '', output: '1' }] }),
  );
  const file = info.outputPath('bombs.jsonl');
  writeFileSync(file, lines.join('\n'));
  await page.goto('./');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.locator('input[type=file][accept*=jsonl]').setInputFiles(file);
  await expect(page.getByText(`${lines.length} problems added from bombs.jsonl.`)).toBeVisible();
  for (const name of names) {
    await watchStall(page, name, async () => {
      await page.evaluate((id) => (location.hash = `#/problem/${encodeURIComponent(id)}`), name);
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
      // Blocks of it may still be on their way.
      await whileMeasured(500);
    });
  }
}
