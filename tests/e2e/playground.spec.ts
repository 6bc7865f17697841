/** The main job, end to end, on the built page under a base path, from a server that sends no headers. */
import { expect, test } from '@playwright/test';
import { giveFile } from './files.ts';
import { LOWEST_BARREL, openPlayground } from './playground-page.ts';

test('the first page says what it is, and shows no settings before there is a model', async ({ page }) => {
  const playground = await openPlayground(page);
  await expect(page.getByText('A language model writes a program, and Allpass runs it')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Start the lessons' })).toHaveAttribute('href', '#/learn');
  for (const name of [/^Sampling/, /^Connection/, /^Compare/, /^Rules/, 'X-ray'])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  await expect(page.getByText('Show prompt')).toHaveCount(0);
  await page.getByRole('button', { name: 'Write your own program' }).click();
  await expect(playground.editor).toBeFocused();
  await page.getByRole('tab', { name: 'Answer' }).click();
  await page.getByRole('button', { name: 'Watch an answer get graded' }).click();
  await playground.expectVerdict('Accepted', 'Reward 1.0');
  await playground.expectEnd();
  // A program that another author wrote does not count as the user's.
  await page.getByRole('button', { name: 'Use as my program' }).click();
  await page.getByRole('button', { name: 'Submit' }).click();
  await playground.expectVerdict('Accepted', 'Reward 1.0');
  await expect(page.getByText('solved by you after you change it')).toBeVisible();
  const row = page.getByRole('link', { name: /Boardwalk Lamps/ });
  await expect(row).toContainText('an example solves it');
  await expect(row).not.toContainText('solved by you');
  await playground.setUpServer();
  await page.getByRole('tab', { name: 'Answer' }).click();
  await expect(page.getByRole('button', { name: 'Sampling…' })).toBeVisible();
});

test('the first click: a recorded answer is judged, with no model, no key and no other host', async ({
  page,
  baseURL,
}) => {
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== new URL(baseURL!).origin) elsewhere.push(request.url());
  });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  const playground = await openPlayground(page);
  await playground.ask();
  await playground.expectVerdict('Accepted', 'Reward 1.0');
  await expect(playground.verdict.getByText(/^All \d+ tests passed/)).toBeVisible();
  // The program's own time, without that of Python's start.
  await expect(playground.verdict.getByText(/^slowest test [\d.]+ m?s, [\d.]+ m?s in all$/)).toBeVisible();
  await expect(playground.verdict.getByRole('button', { name: /: Accepted/ }).first()).toBeVisible();
  expect(
    await playground.verdict.getByRole('button', { name: /, hidden: Accepted/ }).count(),
  ).toBeGreaterThanOrEqual(15);
  // The block that was taken is marked, with the rule that chose it.
  await expect(page.getByText(/Took the last closed python block/)).toBeVisible();
  expect(elsewhere).toEqual([]);
  expect(errors).toEqual([]);
});

test('a recorded wrong answer earns nothing, and the first difference is shown', async ({ page }) => {
  const playground = await openPlayground(page, LOWEST_BARREL);
  await playground.ask('Example: wrong answer');
  await playground.expectVerdict(/^Wrong answer on test \d+$/, 'Reward 0.0');
  await expect(playground.verdict.getByText(/^First failure: test \d+\. /)).toBeVisible();
  // The test that decided is open already; a hidden one shows its data only when asked to.
  await expect(playground.verdict.getByText('This test is hidden by default.')).toBeVisible();
  await expect(playground.verdict.getByLabel(/^Expected output of test/)).toHaveCount(0);
  await playground.verdict.getByRole('button', { name: 'Show this test' }).click();
  await expect(playground.verdict.getByLabel(/^Expected output of test/)).toBeVisible();
  await expect(playground.verdict.locator('mark').first()).toBeVisible();
  await expect(playground.verdict.getByRole('heading', { name: /^Test \d+, hidden/ })).toBeFocused();
  await playground.verdict.getByRole('button', { name: /^Close test/ }).click();
  await expect(playground.verdict.getByRole('toolbar', { name: 'Tests' }).locator(':focus')).toHaveCount(1);
  // A later visit that names no model finds the picker at the answer in view.
  await page.goto('about:blank');
  await playground.open(LOWEST_BARREL);
  await expect(page.getByLabel('Model', { exact: true }).locator(':checked')).toHaveText(
    'Example: wrong answer',
  );
});

test('an answer without code, and one that was cut off, say so', async ({ page }) => {
  const playground = await openPlayground(page, LOWEST_BARREL);
  await playground.ask('Example: no code');
  await playground.expectVerdict('No code', 'Reward 0.0');
  await playground.open('#/problem/allpass%2Fbell-gates');
  await playground.ask('Example: cut off');
  await playground.expectVerdict('Truncated', 'Reward 0.0');
});

/** With a limit that is soon over: where another journey runs beside it, a time-out is tried again. */
const LITTLE_TIME = JSON.stringify({
  id: 'little-time',
  mode: 'stdin',
  prompt: 'Be quick.',
  time_limit_s: 0.3,
  tests: [{ input: '', output: '1' }],
});

test('one’s own program: samples, submission, errors, and a time limit that ends it', async ({ page }) => {
  const playground = await openPlayground(page, LOWEST_BARREL);
  await playground.write('print("nothing like it")');
  await page.getByRole('button', { name: 'Run samples' }).click();
  await playground.expectVerdict('Wrong answer on test 1', 'No reward: samples only');
  await playground.write('def broken(:\n');
  await page.getByRole('button', { name: 'Submit' }).click();
  await playground.expectVerdict('Syntax error', 'Reward 0.0');
  await playground.submit(
    'import sys\nsys.stdin.read()\n{}["missing"]',
    'Runtime error: KeyError on test 1',
    'Reward 0.0',
  );
  await expect(playground.verdict.getByLabel('Error of test 1')).toContainText('line 3, in <module>');
  // The editor marks the line, and the traceback leads there.
  await expect(playground.editor).toContainText("KeyError: 'missing'");
  await playground.verdict.getByRole('button', { name: 'line 3' }).click();
  await expect(playground.editor).toBeFocused();
  await page.keyboard.insertText('# ');
  await expect(playground.editor).toContainText('# {}["missing"]');
  await expect(playground.editor).not.toContainText("KeyError: 'missing'");
  await giveFile(page, 'little.jsonl', LITTLE_TIME);
  await expect(page.getByText('1 problem added from little.jsonl.')).toBeVisible();
  await page.goto('#/problem/little-time?tab=program');
  await expect(page.getByRole('heading', { level: 1, name: 'little-time' })).toBeVisible();
  await playground.submit('while True: pass', 'Time limit exceeded on test 1', 'Reward 0.0');
});

test('the editor that loads behind a dialog has the focus after it', async ({ page }) => {
  let load = (): void => undefined;
  const asked = new Promise<void>((resolve) => (load = resolve));
  await page.route(/\/code-editor-[^/]*\.js$/, (route) => asked.then(() => route.continue()));
  const playground = await openPlayground(page, LOWEST_BARREL);
  await playground.write('print(1)');
  await page.keyboard.press('ControlOrMeta+k');
  const commands = page.getByRole('dialog');
  await expect(commands).toBeVisible();
  await expect(page.locator('[data-editor] .cm-content')).toHaveCount(0);
  load();
  await expect(page.locator('[data-editor] .cm-content')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(commands).toHaveCount(0);
  await expect(page.locator('[data-editor] .cm-content')).toBeFocused();
});

test('Escape stops a running program first and closes second, and the next one is judged', async ({
  page,
}) => {
  const playground = await openPlayground(page, LOWEST_BARREL);
  await playground.write('while True: pass');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('button', { name: 'Stop' }).first()).toBeVisible();
  // Before that Python was starting.
  await expect(playground.verdict.getByRole('heading', { level: 2 })).toHaveText('Judging…');
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('sampling', { delay: 30 });
  await page.keyboard.press('Enter');
  const sampling = page.getByRole('dialog', { name: 'Sampling' });
  await expect(sampling).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sampling).toBeVisible();
  await playground.expectVerdict('Stopped', 'No reward: stopped');
  await page.keyboard.press('Escape');
  await expect(sampling).toHaveCount(0);
  await expect(playground.editor).toBeFocused();
  await playground.submit('print(1)', /^Wrong answer/, 'Reward 0.0');
});

test('a reload keeps the program, the verdict and the view; a link reopens the view', async ({
  page,
  context,
}) => {
  const playground = await openPlayground(page, LOWEST_BARREL);
  await playground.submit('# my own work\nprint(0)', /^Wrong answer/, 'Reward 0.0');
  await playground.expectEnd();
  await playground.verdict.getByRole('button', { name: /^Test 2,/ }).click();
  await page.reload();
  await expect(playground.editor).toContainText('# my own work');
  await expect(playground.verdict.getByRole('heading', { level: 2 })).toHaveText(/^Wrong answer/);
  await expect(playground.verdict.getByRole('heading', { name: /^Test 2,/ })).toBeVisible();
  const link = page.url();
  const other = await context.newPage();
  await other.goto(link);
  await expect(other.getByRole('heading', { level: 1, name: 'The Lowest Barrel' })).toBeVisible();
  await expect(other.getByRole('tab', { name: 'Program' })).toHaveAttribute('aria-selected', 'true');
});

test('the keyboard alone: find a problem, ask, read a test', async ({ page }) => {
  const playground = await openPlayground(page);
  await page.keyboard.press('/');
  await page.keyboard.type('Lowest');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.type('Lowest Barrel');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'The Lowest Barrel' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('Ask the model');
  await page.keyboard.press('Enter');
  await playground.expectVerdict('Accepted', 'Reward 1.0');
  await playground.verdict.getByRole('toolbar', { name: 'Tests' }).getByRole('button').first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(playground.verdict.getByRole('heading', { name: 'Test 2, public' })).toBeVisible();
});
