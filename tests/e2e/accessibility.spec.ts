/** axe over every state of the page, wide and light, narrow and dark. */
import { expect, test } from '@playwright/test';
import { expectClean } from './expect-clean.ts';
import { giveFile } from './files.ts';
import { giveLook, LOOKS } from './looks.ts';
import { openPlayground } from './playground-page.ts';

// Widths differ in layout, schemes in colour: two of the four see both. The short tier takes the narrow one.
for (const look of LOOKS) {
  const { width, colorScheme } = look;
  const tag = width === 1440 ? '@long' : [];
  test(`axe finds nothing at ${width} px, ${colorScheme}`, { tag }, async ({ page }) => {
    await giveLook(page, look);
    const playground = await openPlayground(page);
    await expectClean(page, 'statement');
    if (width < 800) await page.getByRole('tab', { name: 'Answer' }).click();
    await playground.ask('Example: wrong answer');
    await playground.expectVerdict(/^Wrong answer/, 'Reward 0.0');
    await expectClean(page, 'answer judged');
    if (width < 800) await page.getByRole('tab', { name: 'Verdict' }).click();
    await expectClean(page, 'the deciding test open');
    await playground.verdict.getByRole('button', { name: /^Test 1, public/ }).click();
    await expectClean(page, 'a public test open');
    await page.getByRole('button', { name: 'History' }).click();
    await expect(page.getByRole('list', { name: /^Judged submissions/ })).toBeVisible();
    await expectClean(page, 'the history');
    await page
      .getByRole('list', { name: /^Judged submissions/ })
      .getByRole('button')
      .first()
      .click();
    await expectClean(page, 'an entry of the history');
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('tab', { name: 'Program' }).click();
    await expect(playground.editor).toBeVisible();
    await expectClean(page, 'editor');
    await playground.write('while True: pass');
    await page.keyboard.press("ControlOrMeta+'");
    await expect(page.getByRole('textbox', { name: 'Own input' })).toBeFocused();
    await page.keyboard.press("ControlOrMeta+'");
    await expect(page.getByRole('progressbar')).toBeVisible();
    await expectClean(page, 'own input, with the clock of its run');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Close own input' }).click();
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectClean(page, 'palette');
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Answer' }).click();
    await playground.setUpServer();
    await page.getByText('Show prompt').click();
    await page.getByRole('button', { name: 'Compose…' }).click();
    // Escape closes what is there, not what is still to come.
    await expect(page.getByRole('dialog', { name: 'Compose a prompt' })).toBeVisible();
    await expectClean(page, 'a prompt being composed');
    await page.keyboard.press('Escape');
    await expectClean(page, 'prompt');
    await playground.command('Connection');
    await expect(page.getByLabel('Base URL')).toBeVisible();
    await expectClean(page, 'endpoint settings');
    await page.getByRole('button', { name: 'Check the connection' }).click();
    await expect(page.getByText('The connection fails at: Address.')).toBeVisible();
    await expectClean(page, 'a connection that fails');
    await page.keyboard.press('Escape');
    await playground.command('Sampling');
    await page.getByLabel('Max tokens').fill('512');
    await page.keyboard.press('Tab');
    await expect(page.getByText('cut off before there is a program')).toBeVisible();
    await expectClean(page, 'sampling');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+.');
    await expect(page.getByText('Recorded earlier, not generated now')).toBeVisible();
    await expectClean(page, 'presentation');
  });

  const inRules = `axe finds nothing in the rules and the X-ray at ${width} px, ${colorScheme}`;
  test(inRules, { tag: '@long' }, async ({ page }) => {
    await giveLook(page, look);
    const playground = await openPlayground(page, '#/problem/allpass%2Fmural-in-one-day');
    if (width < 800) await page.getByRole('tab', { name: 'Answer' }).click();
    await playground.ask('Example: wrong answer');
    await playground.expectVerdict(/^Wrong answer/, 'Reward 0.0');
    if (width < 800) await page.getByRole('tab', { name: 'Verdict' }).click();
    await page.getByRole('button', { name: /^Rules:/ }).click();
    await expectClean(page, 'menu of rules');
    await page.getByRole('menuitemradio', { name: 'Open R1' }).click();
    await expectClean(page, 'a verdict of other rules');
    await page.getByRole('button', { name: 'X-ray' }).click();
    await expect(page.getByRole('button', { name: 'Run again' })).toBeVisible();
    await expectClean(page, 'X-ray');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Rules:/ }).click();
    await page.getByRole('menuitemradio', { name: 'Custom' }).click();
    await expect(page.getByRole('dialog', { name: 'Custom rules' })).toBeVisible();
    for (const summary of await page.getByRole('dialog').locator('summary').all()) await summary.click();
    await page.getByRole('radio', { name: 'The longest inputs' }).check();
    await expectClean(page, 'rules of one’s own');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.type('Paste an answer');
    await page.keyboard.press('Enter');
    const paste = page.getByRole('dialog', { name: 'Paste an answer' });
    await paste.getByLabel('Answer', { exact: true }).fill('```python\nprint(1)\n```');
    await expect(paste.getByText('Extracted program')).toBeVisible();
    await expectClean(page, 'an answer being pasted');
    await page.keyboard.press('Escape');
    const samples =
      '{"problem_id":"allpass/bead-strands","id":1,"response":"No code."}\n{"problem_id":"none"}';
    await giveFile(page, 'samples.jsonl', samples);
    await expect(page.getByText('1 line of the file could not be read as a sample.')).toBeVisible();
    await expectClean(page, 'samples of a file');
    await page.goto(
      '#/problem/allpass%2Fmural-in-one-day?compare=recorded:right*recorded:wrong*endpoint:tiny',
    );
    await expect(page.getByRole('button', { name: 'Ask all' })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByText(/^They differ on/)).toBeVisible();
    if (width < 800) await page.getByRole('tab', { name: 'Column C' }).click();
    await page.getByRole('region', { name: 'Column C' }).getByText('Settings as for all').click();
    await expectClean(page, 'a comparison');
    await page.goto('#/?models=here');
    const models = page.getByRole('dialog', { name: 'Models on this device' });
    await expect(models.getByText(/Expect .* tokens a second/).first()).toBeVisible();
    await models.getByText(/that cannot run here$/).click();
    await models.getByText('Window and details').first().click();
    await models.getByText('Add a model of your own').click();
    await models.getByText('Download from a mirror').click();
    await expectClean(page, 'models on this machine');
  });

  const elsewhere = `axe finds nothing on the other pages at ${width} px, ${colorScheme}`;
  test(elsewhere, { tag: '@long' }, async ({ page }) => {
    await giveLook(page, look);
    await page.goto('./#/models');
    await expect(page.getByRole('list', { name: 'Models for this machine' })).toBeVisible();
    await expectClean(page, 'the page of models: this machine');
    await page.getByRole('tab', { name: 'At an endpoint' }).click();
    await expect(page.getByLabel('Base URL')).toBeVisible();
    await expectClean(page, 'the page of models: endpoint');
    await page.getByRole('tab', { name: 'Measure' }).click();
    await expect(page.getByLabel('Model', { exact: true })).toBeVisible();
    await expectClean(page, 'the page of models: measurement');
    await page.getByRole('tab', { name: 'Stored data' }).click();
    await expect(page.getByText(/^These are sizes of the content/)).toBeVisible();
    await expectClean(page, 'the page of models: stored data');
    await page.goto('./#/nowhere');
    await expect(page.getByRole('heading', { level: 1, name: 'No such page' })).toBeVisible();
    await expectClean(page, 'an unknown address');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await expectClean(page, 'the help for the keyboard');
  });
}
