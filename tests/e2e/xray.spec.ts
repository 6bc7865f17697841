/** The rules of every public grader, side by side: which of them decided, and a verdict by rules of choice. */
import { expect, test, type Locator } from '@playwright/test';
import { giveFile } from './files.ts';
import { PlaygroundPage } from './playground-page.ts';
import { chunk, DONE, startChatServer } from './scripted-endpoint.ts';

/** Doubles a number, and says "end" on a second line. */
const doubles = (id: string, tests: number): string =>
  JSON.stringify({
    id,
    title: id,
    mode: 'stdin',
    prompt: 'Double it.',
    tests: Array.from({ length: tests }, (_, n) => ({ input: `${n}\n`, output: `${2 * n}\nend\n` })),
  });
const PROBLEMS = [
  doubles('own/few', 4),
  doubles('own/many', 200),
  '{"id":"own/asserted","title":"own/asserted","mode":"assert","prompt":"Double it.","check":"assert double(2) == 4, \\"double(2) must be 4\\""}',
].join('\n');

const RIGHT = 'n = int(input())\nprint(2 * n)\nprint("end")';
const BUFFER = 'import sys\nn = int(sys.stdin.buffer.read())\nprint(2 * n)\nprint("end")';
const PREFIX = 'n = int(input())\nprint(2 * n)';
const EXIT = `${RIGHT}\nimport sys\nsys.exit(1)`;
const ALL_BUT_ONE = 'n = int(input())\nprint(2 * n + (n == 7))\nprint("end")';

class Xray {
  readonly dialog: Locator;
  readonly #playground: PlaygroundPage;

  constructor(playground: PlaygroundPage) {
    this.#playground = playground;
    this.dialog = playground.page.getByRole('dialog', { name: 'X-ray' });
  }

  async take(): Promise<void> {
    await this.#playground.page.getByRole('button', { name: 'X-ray' }).click();
    await expect(this.dialog.getByRole('button', { name: 'Run again' })).toBeVisible();
  }

  row(grader: string): Locator {
    return this.dialog
      .getByRole('row')
      .filter({ has: this.#playground.page.getByRole('rowheader', { name: grader }) });
  }

  async expectRow(grader: string, reward: string, why: string | RegExp): Promise<void> {
    await expect(this.row(grader).getByRole('cell').filter({ hasText: reward }).first()).toBeVisible();
    await expect(this.row(grader).getByRole('cell').last()).toContainText(why);
    if (why !== '')
      await expect(this.row(grader).getByRole('link')).toHaveAttribute('href', /^https:\/\/github\.com\//);
  }

  async close(): Promise<void> {
    await this.#playground.page.keyboard.press('Escape');
    await expect(this.dialog).toHaveCount(0);
  }
}

async function importProblems(playground: PlaygroundPage): Promise<void> {
  await playground.open();
  await giveFile(playground.page, 'own.jsonl', PROBLEMS);
  await expect(playground.page.getByText(/3 problems added/)).toBeVisible();
}

async function openProblem(playground: PlaygroundPage, id: string, query = ''): Promise<void> {
  await playground.page.goto(`#/problem/${encodeURIComponent(id)}?tab=program${query}`);
  await expect(playground.page.getByRole('heading', { level: 1, name: id })).toBeVisible();
}

test('programs on which graders part: the X-ray names the rule', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  const xray = new Xray(playground);
  await importProblems(playground);
  await openProblem(playground, 'own/few');

  await playground.write(RIGHT);
  await xray.take();
  await expect(xray.dialog.getByText(/^All \d+ graders agree: reward 1\.0\./)).toBeVisible();
  await xray.close();

  await playground.write(BUFFER);
  await xray.take();
  await xray.expectRow('Standard', '1.0', '');
  await xray.expectRow('rLLM', '0.0', /StringIO.*no buffer.*AttributeError/);
  await xray.expectRow('reward-kit', '0.0', /StringIO.*no buffer.*AttributeError/);
  await xray.expectRow('Open R1', '1.0', '');
  await xray.close();

  await playground.write(PREFIX);
  await xray.take();
  await xray.expectRow('Standard', '0.0', '');
  await xray.expectRow('Open R1', '1.0', 'Lines are compared in pairs');
  await xray.close();

  await playground.write(EXIT);
  await xray.take();
  await xray.expectRow('Standard', '1.0', '');
  await xray.expectRow('Open R1', '0.0', /status other than 0 fails.*SystemExit/);
  await xray.expectRow('reward-kit', '0.0', /an exit loses what was printed\..*SystemExit/);
  await xray.close();

  await openProblem(playground, 'own/many');
  await playground.write(ALL_BUT_ONE);
  await xray.take();
  await xray.expectRow('Standard', '0.0', '');
  await xray.expectRow(
    'Open R1',
    '1.0',
    'More than 99 % of the tests are enough. Here 199 of 200 tests passed.',
  );
  await xray.expectRow('Fractional', '0.99', 'Every test passed earns its share.');
  await expect(xray.dialog.getByText(/^The graders disagree/)).toBeVisible();
});

test('rules of choice judge, are named, and stand in the address', { tag: '@long' }, async ({ page }) => {
  const playground = new PlaygroundPage(page);
  await importProblems(playground);
  await openProblem(playground, 'own/many', '&rules=open-r1');
  const rules = page.getByRole('button', { name: /^Rules:/ });
  await expect(rules).toHaveText(/Open R1/);
  await playground.submit(ALL_BUT_ONE, 'Wrong answer on test 8', 'Reward 1.0');
  await expect(playground.verdict.getByText('by Open R1')).toBeVisible();
  await expect(
    playground.verdict.getByText(/199 of 200 passed, and more than 99 % are enough/),
  ).toBeVisible();

  // By the keyboard alone.
  await rules.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('r');
  await expect(page.getByRole('menuitemradio', { name: 'rLLM' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rules).toBeFocused();
  await expect(page).toHaveURL(/rules=rllm/);
  await playground.verdict.getByRole('button', { name: 'Judge again' }).click();
  await playground.expectVerdict('Wrong answer on test 8', 'Reward 0.0');
  await expect(playground.verdict.getByText('[true × 7, -2]')).toBeVisible();

  await rules.click();
  await page.getByRole('menuitemradio', { name: 'Custom' }).click();
  const composer = page.getByRole('dialog', { name: 'Custom rules' });
  await composer.getByLabel('Start from').selectOption('Fractional');
  await composer.locator('summary', { hasText: 'Selected tests' }).click();
  await composer.getByRole('radio', { name: 'The first tests' }).check();
  await composer.getByLabel('How many').fill('x');
  await page.keyboard.press('Enter');
  await expect(composer.getByText('Enter a whole number from 1 to 9,999.')).toBeVisible();
  // Put out of sight, it is shown again by the button that it keeps back.
  await composer.locator('summary', { hasText: 'Selected tests' }).click();
  await expect(composer.getByLabel('How many')).toBeHidden();
  await composer.getByRole('button', { name: 'Use' }).click();
  await expect(composer.getByLabel('How many')).toBeFocused();
  await composer.getByLabel('How many').fill('8');
  await page.keyboard.press('Tab');
  await expect(composer.getByText('custom:tests=first-8,score=share')).toBeVisible();
  await composer.getByRole('button', { name: 'Use' }).click();
  await expect(page).toHaveURL(/rules=custom/);
  await playground.verdict.getByRole('button', { name: 'Judge again' }).click();
  await playground.expectVerdict('Wrong answer on test 8', 'Reward 0.88');
  await playground.expectEnd();
  await page.reload();
  await expect(rules).toHaveText(/Custom/);
  await expect(playground.verdict.getByText('Reward 0.88')).toBeVisible();
  await expect(playground.verdict.getByRole('button', { name: 'Judge again' })).toHaveCount(0);

  // Assert mode says what it is, and shows the assertion that failed.
  await openProblem(playground, 'own/asserted');
  await expect(page.getByText(/^Assert: the problem's own check runs beside the program/)).toBeVisible();
  await playground.submit('def double(x):\n    return x + 1', 'Wrong answer on test 1', 'Reward 0.0');
  await playground.verdict.getByRole('button', { name: 'Show this test' }).click();
  await expect(playground.verdict.getByLabel('Error of test 1')).toContainText('double(2) must be 4');
  await expect(playground.verdict.getByLabel('Check of test 1')).toContainText('assert double(2) == 4');
});

test(
  'an answer with a block behind its program: each grader’s block is shown',
  { tag: '@long' },
  async ({ page }) => {
    const answer = `Doubling:\n\n\`\`\`python\n${RIGHT}\n\`\`\`\n\nFor 3 it prints\n\n\`\`\`text\n6\nend\n\`\`\`\n`;
    const { server, base } = await startChatServer((_, response) =>
      response.end(`${chunk({ content: answer }, 'stop')}${DONE}`),
    );
    const playground = new PlaygroundPage(page);
    const xray = new Xray(playground);
    await importProblems(playground);
    await page.goto('#/problem/own%2Ffew');
    await playground.setUpServer(base);
    await playground.ask('Endpoint: tiny');
    await playground.expectVerdict('Accepted', 'Reward 1.0');
    server.close();
    await xray.take();
    for (const grader of ['rLLM', 'LiveCodeBench']) {
      await expect(xray.row(grader).getByRole('button')).toContainText('Block 2 of 2, text');
      await expect(xray.row(grader).getByRole('cell').last()).toContainText(
        grader === 'rLLM' ? 'The last closed block counts' : 'between the last two lines',
      );
    }
    await expect(xray.row('Standard').getByRole('button')).toContainText('Block 1 of 2, python');
    await expect(xray.dialog.locator('mark').first()).toHaveText('```python');
    await xray.row('rLLM').getByRole('button').click();
    await expect(xray.dialog.locator('mark').first()).toHaveText('```text');
    await xray.close();
    // The answer panel follows the chosen rules.
    await page.getByRole('button', { name: /^Rules:/ }).click();
    await page.getByRole('menuitemradio', { name: 'rLLM' }).click();
    await expect(page.getByText(/here one tagged text/)).toBeVisible();
    // These rules have taken a program, and given no verdict on it yet.
    await expect(page.getByText('Program that is graded')).toBeVisible();
    await page.getByRole('button', { name: 'Judge this answer' }).click();
    await expect(playground.verdict.getByText('by rLLM')).toBeVisible();
    await expect(page.getByText('Program that was graded')).toBeVisible();
    await expect(playground.verdict.getByText('Result codes')).toBeVisible();
  },
);

const AWAY =
  'a recorded answer without the network: the X-ray opens by the keyboard and its address, and stops';
test(AWAY, { tag: '@long' }, async ({ page, context }) => {
  const playground = new PlaygroundPage(page);
  const xray = new Xray(playground);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await playground.open('#/problem/allpass%2Fmural-in-one-day');
  await playground.ask('Example: correct answer');
  await playground.expectVerdict('Accepted', 'Reward 1.0');
  // The X-ray's code is fetched before it is needed.
  const loaded = () =>
    performance.getEntriesByType('resource').some(({ name }) => /XrayDialog.*js/.test(name));
  await expect.poll(() => page.evaluate(loaded)).toBe(true);
  await context.setOffline(true);
  await xray.take();
  await expect(page).toHaveURL(/xray=1/);
  await expect(
    xray.dialog.getByText(/^The graders disagree: \d+ give 1\.0 and 1 gives 0\.0\./),
  ).toBeVisible();
  await xray.expectRow('NeMo-Gym', '0.0', /holds a think tag/);
  await xray.dialog.getByRole('button', { name: 'Run again' }).click();
  await page.keyboard.press('Escape');
  await expect(xray.dialog.getByText(/Stopped after \d+ of \d+/)).toBeVisible();
  await expect(xray.dialog.getByRole('button', { name: 'Start again' })).toBeFocused();
  await xray.close();
  await expect(page).not.toHaveURL(/xray=1/);
  await context.setOffline(false);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.type('X-ray');
  await page.keyboard.press('Enter');
  await expect(xray.dialog).toBeVisible();
  await page.reload();
  await expect(xray.dialog.getByRole('button', { name: 'Run again' })).toBeVisible();
});
