/** The judge in Firefox and WebKit: a recorded answer, programs of one's own, and programs that do not end. */
import { expect } from 'vitest';
import { NO_COOKIES, PRIVATE_WINDOW } from './firefox.ts';
import { journey } from './journey.ts';
import type { Tab } from './tab.ts';

const BARREL = '#/problem/allpass%2Flowest-barrel';
/** A problem with a short limit. */
const ENDLESS =
  '{"id":"endless","title":"Endless","mode":"stdin","prompt":"Wait.","time_limit_s":0.3,"tests":[{"input":"","output":"1"}]}';
const PRESS = /^(Ask the model|Play the example|Watch an answer get graded)$/;

async function pressFirst(tab: Tab, address: string): Promise<void> {
  await tab.open(address);
  await tab.click('button', PRESS);
  await tab.read(/Accepted/, '^Verdict$');
  await tab.read(/Reward 1\.0/);
}

journey('the first press shows a recorded answer and its verdict', pressFirst);
journey('the same in a private window', pressFirst, { preferences: PRIVATE_WINDOW });
journey('the same where the user lets pages store nothing', pressFirst, { preferences: NO_COOKIES });

const ended = (tab: Tab) => tab.until('the end', "return find('button', '^Stop$').length === 0");

journey('after endless loops in C and in bytecode, the next program is judged', async (tab, address) => {
  await tab.open(address);
  await tab.drop({ 'endless.jsonl': ENDLESS });
  await tab.see('heading', /^Endless$/);
  for (const [nth, loop] of ['from itertools import count\nsum(count())', 'while True: pass'].entries()) {
    await tab.judge(loop, /Time limit exceeded/);
    // The check of the time-out ends before the next program begins.
    await ended(tab);
    await tab.judge(`print(1)  # ${nth}`, /Accepted/);
    await ended(tab);
  }
});

journey('a size error that the program catches is no crash', async (tab, address) => {
  await tab.open(address + BARREL);
  const program = 'try:\n    [0] * 10**30\nexcept OverflowError:\n    print("caught")';
  const headline = await tab.judge(program, /[^\n]* on test 1\b/);
  await ended(tab);
  expect(headline).not.toMatch(/Runtime error|Judge error/);
});

journey(
  'an own program is right, wrong, and broken',
  async (tab, address) => {
    await tab.open(address + BARREL);
    const right = [
      'n, m = map(int, input().split())',
      'a = list(map(int, input().split()))',
      'order = sorted(range(n), key=lambda i: a[i])',
      'level = [a[i] for i in order]',
      'k, used = 1, 0',
      'while k < n and used + (level[k] - level[k - 1]) * k <= m:',
      '    used += (level[k] - level[k - 1]) * k',
      '    k += 1',
      'each, rest = divmod(m - used, k)',
      'low = sorted(order[:k])',
      'for i in low: a[i] = level[k - 1] + each',
      'for i in low[:rest]: a[i] += 1',
      'print(*a)',
    ].join('\n');
    await tab.judge(right, /Accepted/);
    await tab.judge('print(0)', /Wrong answer on test 1/);
    await tab.judge('1 / 0', /ZeroDivisionError/);
    await tab.judge('def', /Syntax error/i);
  },
  { isLong: true },
);
