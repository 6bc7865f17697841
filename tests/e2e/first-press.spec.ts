/** The first press of "Watch an answer get graded" in a browser that has never seen the page: nothing may speak of a time-out. */
import { expect, test } from '@playwright/test';
import { firstPress, lateWords, seenVerdict, watchVerdict } from '../bench/page.ts';
import { giveFile } from './files.ts';
import { openPlayground } from './playground-page.ts';

// As in a newcomer's browser: the page is kept for later visits while its first program is judged.
test.use({ serviceWorkers: 'allow' });

/** The first is what a newcomer finds. */
const VIEWS = [
  '',
  '#/problem/allpass%2Fbell-gates',
  '#/problem/allpass%2Fcrate-tags',
  '#/problem/allpass%2Fmural-in-one-day',
  '#/problem/allpass%2Fstepped-fence',
];
const PRESSES = [...VIEWS, ...VIEWS];
const LAST_PRESS_MILLISECONDS = 4000;

for (const [nth, view] of PRESSES.entries()) {
  const delay = Math.round((nth / (PRESSES.length - 1)) * LAST_PRESS_MILLISECONDS);
  const where = view === '' ? 'the problem in front' : decodeURIComponent(view.slice('#/problem/'.length));
  test(`a first press ${delay} ms after the load says nothing of a time-out: ${where}`, async ({
    page,
    baseURL,
  }) => {
    const { verdict, said } = await firstPress(page, `${baseURL}${view}`, delay);
    expect(verdict).toBe('accepted');
    expect(said.length).toBeGreaterThan(1);
    expect(lateWords(said)).toEqual([]);
  });
}

test('what a time-out says is heard', async ({ page }) => {
  await watchVerdict(page);
  const playground = await openPlayground(page);
  const problem = { id: 'endless', mode: 'stdin', prompt: 'Wait.', time_limit_s: 0.3 };
  const tests = [{ input: '', output: '' }];
  await giveFile(page, 'endless.jsonl', JSON.stringify({ ...problem, tests }));
  await expect(page).toHaveTitle(/^endless/i);
  await playground.write('while True: pass');
  await page.keyboard.press('ControlOrMeta+Enter');
  const { verdict, said } = await seenVerdict(page);
  expect(verdict).toBe('time-limit-exceeded');
  expect(lateWords(said)).not.toEqual([]);
});
