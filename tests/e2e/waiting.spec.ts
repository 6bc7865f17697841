/** The waits of a question and a submission, runs that are avoided, and texts that are no program. */
import { expect, test, type Frame, type Page } from '@playwright/test';
import { expectClean } from './expect-clean.ts';
import { giveFile } from './files.ts';
import { SIZES } from './looks.ts';
import { openPlayground, PlaygroundPage } from './playground-page.ts';

/** With a limit that is soon over: a time-out that something disturbs is tried again. */
const SLOW_SECOND = JSON.stringify({
  id: 'slow-second',
  title: 'The Slow Second',
  mode: 'stdin',
  prompt: 'Print what you read.',
  time_limit_s: 1,
  tests: ['1', '2', '3', '4'].map((text) => ({ input: text, output: text })),
  public_tests: 1,
});

/** How often a timer of 20 ms rings in three seconds, in the page or in a frame of it. */
const rings = (frame: Frame) =>
  frame.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let count = 0;
        const timer = setInterval(() => (count += 1), 20);
        setTimeout(() => resolve(clearInterval(timer) ?? count), 3000);
      }),
  );

test('a question that comes before its problem waits for it', async ({ page }) => {
  let bring = (): void => undefined;
  const held = new Promise<void>((resolve) => (bring = resolve));
  await page.route('**/problems/lowest-barrel.json', (route) => held.then(() => route.continue()));
  const playground = await openPlayground(page, '#/problem/allpass%2Flowest-barrel?present=1');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Loading the problem…');
  await playground.ask();
  bring();
  await playground.expectVerdict('Accepted', 'Reward 1.0');
});

test('the sandbox hears its timers as often as the page does', async ({ page }) => {
  await openPlayground(page);
  const sandbox = await page.locator('iframe[title="Python sandbox"]').elementHandle();
  const frame = await sandbox!.contentFrame();
  const [here, there] = await Promise.all([rings(page.mainFrame()), rings(frame!)]);
  expect(there).toBeGreaterThan(here / 4);
});

test('a tab that nobody sees is judged on time, though its timers ring as rarely as browsers like', async ({
  page,
}) => {
  const playground = await openPlayground(page);
  await giveFile(page, 'slow.jsonl', SLOW_SECOND);
  await expect(page).toHaveTitle('The Slow Second · Allpass');
  await playground.submit('print(input())', 'Accepted', 'Reward 1.0');
  await expect.poll(() => page.workers().length).toBe(2);

  const sandbox = await (await page
    .locator('iframe[title="Python sandbox"]')
    .elementHandle())!.contentFrame();
  // A browser that is driven shows each of its tabs.
  await sandbox!.evaluate(() => {
    Object.assign(window, { setTimeout: () => 0 });
    Object.defineProperty(document, 'hidden', { configurable: true, value: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  // No worker ends this by itself.
  await playground.submit(
    'from itertools import repeat\ntext = input()\nif text == "2":\n    sum(repeat(0))\nprint(text)',
    'Time limit exceeded on test 2',
    'Reward 0.0',
  );
});

declare global {
  interface Window {
    /** The texts that the clock has shown. */
    clocks: string[];
    /** Names of the cells that were marked. */
    marks: string[];
  }
}

/** Collects even texts that are shown briefly, so that no test depends on the time of its look. */
async function collectClocks(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.clocks = [];
    window.marks = [];
    new MutationObserver(() => {
      const shown = document.querySelector('[aria-label="Verdict"] progress + p')?.textContent;
      if (shown) window.clocks.push(shown.replace(/\s+/g, ' ').trim());
      const mark = document.querySelector('#verdict button[title$=": Running"]');
      if (mark !== null) window.marks.push(mark.getAttribute('title') ?? '');
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });
}

for (const { width, height, tag } of SIZES) {
  test(
    `a test that takes its time is named, and nothing runs after it unasked, ${width} px`,
    { tag },
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      const playground = new PlaygroundPage(page);
      const { verdict } = playground;
      await playground.open();
      await giveFile(page, 'slow.jsonl', SLOW_SECOND);
      // The first problem of the file is in front, and the title of the tab says so.
      await expect(page).toHaveTitle('The Slow Second · Allpass');

      // A text that is no program is not judged.
      await playground.write('# nothing but words');
      await page.keyboard.press('ControlOrMeta+Enter');
      await expect(verdict.getByRole('heading', { level: 2 })).toHaveText('Nothing to judge');
      await expect(page).toHaveTitle('Nothing to judge · The Slow Second · Allpass');
      await expect(verdict.getByText('Write some code, then submit it.')).toBeVisible();
      await expect(verdict.getByText('Reward')).toHaveCount(0);

      await playground.write('text = input()\nwhile text == "2":\n    pass\nprint(text)');
      await expect(verdict.getByRole('heading', { level: 2 })).toHaveText('Not judged yet');
      await collectClocks(page);
      await page.keyboard.press('ControlOrMeta+Enter');
      await playground.expectVerdict('Time limit exceeded on test 2', 'Reward 0.0');
      await expect(page).toHaveTitle('Time limit exceeded on test 2 · The Slow Second · Allpass');
      await playground.expectEnd();
      const { clocks, marks } = await page.evaluate(() => ({ clocks: window.clocks, marks: window.marks }));
      // On a narrow window the tests are folded away.
      if (width >= 700) expect(marks).toContain('Test 2, hidden: Running');
      // A busy machine may take its time to load, too.
      expect(clocks.some((clock) => clock.startsWith('Test 2: '))).toBe(true);
      const words =
        /^(Test \d|Loading the program): \d+\.\d of \d+\.\d s: 1 s × [\d.]+, (this computer|retry)$/;
      for (const clock of clocks) expect(clock).toMatch(words);
      if (width < 700) await verdict.getByRole('button', { name: 'Tests' }).click();
      await expect(verdict.getByText('It decides the reward; 2 tests did not run.')).toBeVisible();
      await expect(verdict.getByText('one test exceeded the time limit')).toBeVisible();
      await expect(verdict.getByRole('button', { name: /: Not run$/ })).toHaveCount(2);

      // In a later visit, too.
      if (width < 700) await page.reload();
      await verdict.getByRole('button', { name: 'Run the remaining tests' }).click();
      await expect(verdict.getByText('3 of 4 passed; partial credit would pay 0.75.')).toBeVisible();
      await playground.expectVerdict('Time limit exceeded on test 2', 'Reward 0.0');
      await expect(verdict.getByRole('button', { name: /: Accepted/ })).toHaveCount(3);
      await expect(verdict.getByRole('button', { name: 'Run the remaining tests' })).toHaveCount(0);
      // The history has the one entry, with what the rest came to.
      await page.getByRole('button', { name: 'History' }).click();
      const rows = page.getByRole('list', { name: /^Judged submissions/ }).getByRole('button');
      await expect(rows).toHaveCount(1);
      await expect(rows).toContainText('3/4');
    },
  );
}

test('a room sees the clock too', { tag: '@long' }, async ({ page }) => {
  const playground = await openPlayground(page);
  await giveFile(page, 'slow.jsonl', SLOW_SECOND);
  await expect(page).toHaveTitle('The Slow Second · Allpass');
  await playground.write('text = input()\nwhile text == "2":\n    pass\nprint(text)');
  await page.evaluate(() => (location.hash += '&present=1'));
  const room = page.locator('main.presentation');
  await expect(room).toBeVisible();
  await expect(room.getByRole('listitem').filter({ hasText: 'Test 2: Not run' })).toContainText(/2$/);
  await collectClocks(page);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(room.getByRole('heading', { level: 2 })).toHaveText('Time limit exceeded on test 2');
  const clocks = await page.evaluate(() => window.clocks);
  expect(clocks.some((clock) => clock.startsWith('Test 2: '))).toBe(true);
});

test('a time-out that is checked says so, and can be accepted by keyboard', async ({ page }) => {
  const playground = await openPlayground(page);
  const { verdict } = playground;
  await giveFile(page, 'slow.jsonl', SLOW_SECOND);
  await expect(page).toHaveTitle('The Slow Second · Allpass');
  await playground.submit('print(input())', 'Accepted', 'Reward 1.0');
  // Timers of the frame ring late, as on a busy machine.
  const sandbox = await (await page
    .locator('iframe[title="Python sandbox"]')
    .elementHandle())!.contentFrame();
  await sandbox!.evaluate(() => {
    setInterval(() => {
      const end = performance.now() + 150;
      while (performance.now() < end);
    }, 250);
  });
  await playground.write('while True: pass');
  await page.keyboard.press('ControlOrMeta+Enter');
  const heading = verdict.getByRole('heading', { level: 2 });
  await expect(heading).toHaveText('Time limit exceeded on test 1, being checked');
  await expect(verdict).toContainText(/This computer may be to blame.* up to \d/);
  await expect(page.getByText(/^Time limit exceeded on test 1\. It is being checked/)).toHaveCount(1);
  const accept = verdict.getByRole('button', { name: 'Accept the verdict now' });
  await expectClean(page, 'a time-out being checked');
  await accept.press('Enter');
  await expect(heading).toHaveText('Time limit exceeded on test 1, not confirmed');
  await expect(heading).toBeFocused();
  await expect(verdict).toContainText('Reward 0.0');
  await expect(verdict).toContainText('The time limit is not confirmed');
  await playground.expectEnd();
  // The mark stands wherever the verdict does.
  await page.reload();
  await expect(heading).toHaveText('Time limit exceeded on test 1, not confirmed');
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.getByRole('dialog')).toContainText('not confirmed');
});
