/** The page under a translator, which puts elements in the place of the text nodes that Svelte holds on to. */
import { expect, test, type Page } from '@playwright/test';
import { giveFile } from './files.ts';
import { openPlayground } from './playground-page.ts';
import { startEndpoint, useEndpoint } from './scripted-endpoint.ts';

const ECHO = JSON.stringify({
  id: 'echo',
  title: 'Echo',
  mode: 'stdin',
  prompt: 'Print what you read.',
  tests: ['1', '2', '3', '4', '5'].map((text) => ({ input: text, output: text })),
  public_tests: 1,
});

interface Translator {
  readonly name: string;
  /** How it puts its element in the place of a text node. */
  readonly way: 'replace' | 'insert-and-remove' | 'wrap' | 'text';
  /** Whether it keeps out of elements with `translate="no"`. */
  readonly heeds: boolean;
  /** Whether it translates again whatever the page writes later. */
  readonly goesOn: boolean;
}

const TRANSLATORS: readonly Translator[] = [
  { name: 'Chrome’s, once', way: 'replace', heeds: true, goesOn: false },
  { name: 'Chrome’s, all the time', way: 'replace', heeds: true, goesOn: true },
  { name: 'one that heeds no translate="no"', way: 'replace', heeds: false, goesOn: false },
  { name: 'one that heeds none, all the time', way: 'replace', heeds: false, goesOn: true },
  { name: 'one that inserts first', way: 'insert-and-remove', heeds: false, goesOn: true },
  { name: 'one that wraps', way: 'wrap', heeds: false, goesOn: false },
  { name: 'one that writes texts', way: 'text', heeds: false, goesOn: false },
];

/** Translates into the same words, so that the page can be read here. */
async function translate(page: Page, { way, heeds, goesOn }: Translator): Promise<number> {
  return page.evaluate(
    ({ way, heeds, goesOn }) => {
      const isOwn = (node: Node): boolean => node.parentElement?.closest('font') != null;
      const isLeft = (node: Node): boolean =>
        node.parentElement === null ||
        node.parentElement.closest('script, style, textarea, select, svg') !== null ||
        (heeds && node.parentElement.closest('[translate="no"]') !== null);
      function replaceIn(root: Node): number {
        const texts: Text[] = [];
        if (root instanceof Text) texts.push(root);
        else {
          const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
          for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
            texts.push(node as Text);
        }
        const wanted = texts.filter((node) => node.data.trim() !== '' && !isOwn(node) && !isLeft(node));
        for (const node of wanted) {
          const outer = document.createElement('font');
          const inner = outer.appendChild(document.createElement('font'));
          if (way === 'text') node.replaceWith(node.data);
          else if (way === 'wrap') {
            node.replaceWith(outer);
            inner.append(node);
          } else {
            inner.textContent = node.data;
            if (way === 'replace') node.replaceWith(outer);
            else {
              node.before(outer);
              node.remove();
            }
          }
        }
        return wanted.length;
      }
      const count = replaceIn(document.body);
      if (goesOn)
        new MutationObserver((records) => {
          for (const { target, addedNodes } of records) {
            if (target instanceof Text && target.isConnected) replaceIn(target);
            for (const node of addedNodes) if (node.isConnected) replaceIn(node);
          }
        }).observe(document.body, { childList: true, subtree: true, characterData: true });
      return count;
    },
    { way, heeds, goesOn },
  );
}

for (const translator of TRANSLATORS) {
  test(`a verdict is shown under a translator: ${translator.name}`, async ({ page }) => {
    const playground = await openPlayground(page);
    const { verdict } = playground;
    await giveFile(page, 'echo.jsonl', ECHO);
    await expect(page).toHaveTitle('Echo · Allpass');
    await page.getByRole('tab', { name: 'Program' }).click();
    await expect(verdict.getByRole('heading', { level: 2 })).toHaveText('Not judged yet');
    const firstTest = page.getByRole('button', { name: 'Test 1, public' });
    expect(await translate(page, translator)).toBeGreaterThan(20);

    await playground.submit('print(input())', 'Accepted', 'Reward 1.0');
    await expect(verdict).toContainText('5/5 passed');
    await expect(verdict).not.toContainText('Not judged yet');
    await expect(verdict).not.toContainText('0/5');
    await expect(firstTest).toHaveText(/^\s*Test 1, public: Accepted.*AC\s*$/);

    await playground.submit(
      'text = input()\nprint(text if text != "3" else "no")',
      'Wrong answer on test 3',
      'Reward 0.0',
    );
    await expect(verdict).toContainText('4/5 passed');
    await expect(page.getByRole('button', { name: 'Test 3, hidden' })).toHaveText(/Wrong answer.*WA/);
    // The blocks of a test come and go.
    await verdict.getByRole('button', { name: 'Show this test' }).click();
    await expect(verdict.getByRole('group', { name: 'Output of test 3', exact: true })).toHaveText(/no/);
    await firstTest.click();
    await expect(verdict.getByRole('heading', { level: 3 })).toHaveText(/^Test 1/);
    await expect(verdict.getByRole('heading', { level: 3 })).toHaveCount(1);

    await playground.submit('print(input())', 'Accepted', 'Reward 1.0');
    await expect(verdict).toContainText('5/5 passed');
    await expect(verdict).not.toContainText('Wrong answer');
  });
}

for (const translator of TRANSLATORS.filter(({ way }) => way === 'replace')) {
  test(`a run shows its progress under a translator: ${translator.name}`, async ({ page }) => {
    const endpoint = await startEndpoint();
    await useEndpoint(page, endpoint.base);
    await page.goto('./#/runs');
    await page.getByRole('button', { name: 'New run…' }).click();
    await page.getByLabel('Limit').fill('3');
    await page.getByLabel('Samples per problem').fill('2');
    await page.getByLabel('Parallel requests').fill('2');
    await expect(page.getByText('3 problems, 6 samples in all.')).toBeVisible();
    await translate(page, translator);
    await page.getByLabel('Limit').fill('2');
    await page.keyboard.press('Tab');
    await expect(page.getByText('2 problems, 4 samples in all.')).toBeVisible();
    await page.getByLabel('Name of the run').fill('Tiny');
    await page.getByRole('button', { name: 'Start the run' }).click();
    await expect(page.getByText(/^0 of 4 judged/)).toBeVisible();
    await translate(page, translator);
    endpoint.let(1);
    await expect(page.getByText(/^1 of 4 judged/)).toBeVisible();
    endpoint.let(3);
    await expect(page.getByText('4 of 4 judged', { exact: true })).toBeVisible();
    await expect(page.getByText(/^[0-3] of 4 judged/)).toHaveCount(0);
    await expect(page.getByRole('tabpanel').getByRole('button', { name: /NOCODE/ })).toHaveText(
      /4\s·\s100.0 %/,
    );
    endpoint.server.close();
  });
}

test('the lab and a lesson show their figures under a translator', async ({ page }) => {
  const [translator] = TRANSLATORS;
  await page.goto('./#/learn/lab?seed=3&seeds=1&group=4&prompts=4&steps=3');
  await expect(page.getByRole('button', { name: 'One step' })).toBeVisible();
  await translate(page, { ...translator!, heeds: false });
  await page.getByRole('button', { name: 'One step' }).click();
  await expect(page.getByText('1 of 3 steps')).toBeVisible();
  await expect(page.getByText('Paused.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText('3 of 3 steps')).toBeVisible();
  await expect(page.getByText(/^[012] of 3 steps/)).toHaveCount(0);
  await expect(page.getByText('Paused.')).toHaveCount(0);
});
