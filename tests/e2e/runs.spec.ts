/** Evaluation runs: a server asked, its answers judged, the tab closed in the middle, and all of it looked at. */
import { gunzipSync } from 'node:zlib';
import { expect, test, type Page } from '@playwright/test';
import { expectClean } from './expect-clean.ts';
import { fileOf, savedBy, type GivenFile, type SavedFile } from './files.ts';
import { startEndpoint, useEndpoint } from './scripted-endpoint.ts';

/** The file of a run, as the one of another user. */
function ofAnotherUser({ name, bytes }: SavedFile): GivenFile {
  return fileOf(
    name,
    gunzipSync(bytes)
      .toString()
      .replace(/"id":"[^"]+"/, '"id":"theirs"'),
  );
}

/** The export in a format, by the form that is open. */
async function exported(page: Page, format: string): Promise<SavedFile> {
  await page.getByLabel('Format').selectOption(format);
  return savedBy(page, 'Export');
}

test(
  'a run outlives its tab, repeats nothing, and can be looked at, judged by other rules and compared',
  { tag: '@long' },
  async ({ context, baseURL }) => {
    const endpoint = await startEndpoint();
    const first = await context.newPage();
    await useEndpoint(first, endpoint.base);

    await first.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Runs' }).click();
    await expect(first.getByRole('heading', { level: 1, name: 'Runs' })).toBeFocused();
    await expectClean(first, 'no run yet');
    await first.getByRole('button', { name: 'New run…' }).click();
    await expectClean(first, 'a new run');
    await first.getByLabel('Limit').fill('6');
    await first.getByLabel('Samples per problem').fill('2');
    await first.getByLabel('Parallel requests').fill('2');
    await first.getByText('Sampling:').click();
    await first.getByLabel('Seed').fill('0');
    await expect(first.getByText('6 problems, 12 samples in all.')).toBeVisible();
    await first.getByLabel('Name of the run').fill('Tiny on six');
    await first.getByRole('button', { name: 'Start the run' }).click();
    await expect(first.getByRole('heading', { level: 1, name: 'Tiny on six' })).toBeVisible();
    endpoint.let(5);
    await expect(first.getByText(/^5 of 12 judged/)).toBeVisible();
    // Two are on their way, and the tab is closed.
    const url = first.url();
    await first.close({ runBeforeUnload: false });

    const page = await context.newPage();
    await page.goto(url);
    await expect(page.getByText('5 of 12 judged', { exact: true })).toBeVisible();
    endpoint.let(1000);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByText('12 of 12 judged', { exact: true })).toBeVisible();
    expect(new Set(endpoint.answered).size).toBe(12);
    expect(endpoint.answered).toHaveLength(12);

    const verdicts = page.getByRole('tabpanel').getByRole('button', { name: /NOCODE/ });
    await expect(verdicts).toHaveText(/6\s·\s50.0 %/);
    await expect(page.getByText('pass@1', { exact: true }).first()).toBeVisible();
    await page.getByText('Codeforces rating').click();
    await page.getByRole('button', { name: /^Try made-up contests/ }).click();
    await expect(page.getByRole('group', { name: 'Contests' })).toBeVisible();
    // None of its problems is of a benchmark: no published figure stands beside it.
    await expect(page.getByLabel('pass@1 on')).toHaveCount(0);
    await expectClean(page, 'the figures of a run');
    await verdicts.click();
    await expect(page).toHaveURL(/part=samples&verdict=no-code/);
    await expect(page.getByText('6 samples')).toBeVisible();
    await expectClean(page, 'the samples of a run');
    await page.getByRole('button', { name: 'Grid' }).click();
    await expect(page).toHaveURL(/layout=grid/);
    await expect(page.getByRole('link', { name: /^NOCODE ?, sample 1 of / })).toHaveCount(6);
    await expectClean(page, 'the grid of samples');
    await page.getByRole('button', { name: 'Grid' }).click();
    await page.getByLabel('Sort by').selectOption('Most tokens');
    await expect(page).toHaveURL(/sort=tokens/);
    await page
      .getByRole('link', { name: /No code/ })
      .first()
      .click();
    await expect(page.getByText('I do not know.')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Samples of this problem' })).toContainText('sample 1');
    await expectClean(page, 'a sample of a run');
    const failure = page.url();
    await page.getByRole('link', { name: 'Next failure' }).click();
    await page.getByRole('link', { name: 'Previous failure' }).click();
    await expect(page).toHaveURL(failure);
    await page.reload();
    await expect(page.getByText('I do not know.')).toBeVisible();

    // A receipt of it is verified by judging it again; one that was changed says so.
    const receipt = await savedBy(page, 'Save a receipt');
    const sample = page.url();
    await page.goto(`${baseURL}#/runs`);
    const check = page.getByLabel('Verify a receipt…');
    await check.setInputFiles(receipt.path);
    await expect(page.getByText(/the same verdict, test by test/)).toBeVisible();
    const changed = receipt.text.replace('I do not know.', 'I do know it.');
    await check.setInputFiles(fileOf('changed.json', changed));
    await expect(page.getByRole('alert')).toContainText('The answer in the receipt is not the one');
    await expectClean(page, 'a receipt checked');
    await page.goto(sample);

    // The X-ray opens over the sample, in the run; a link leads to it.
    await page.getByRole('button', { name: 'X-ray' }).click();
    await expect(page).toHaveURL(/#\/runs\?.*&xray=1$/);
    const xray = page.getByRole('dialog', { name: 'X-ray' });
    await expect(xray).toContainText('X-ray of sample 1 of');
    // Escape would stop what still runs first.
    await expect(xray.getByRole('button', { name: 'Run again' })).toBeVisible();
    await expectClean(page, 'the X-ray of a sample');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(sample);
    await expect(page.getByRole('button', { name: 'X-ray' })).toBeFocused();
    await page.goBack();
    await page.reload();
    await xray.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeFocused();
    await expect(page).toHaveURL(sample);
    await expect(page.getByText('I do not know.')).toBeVisible();

    await page.getByRole('link', { name: 'All samples' }).click();
    await page.getByRole('tab', { name: 'Time' }).click();
    await expect(page.getByRole('img', { name: /^Requests: / })).toBeVisible();
    await page.getByRole('tab', { name: 'Settings' }).click();
    await expectClean(page, 'the settings of a run');
    // An exported run that is imported as another user's appears beside the original, with its answers.
    await page.getByRole('button', { name: 'Export…' }).click();
    const saved = await savedBy(page, 'Export');
    expect(saved.name).toBe('Tiny-on-six.allpass-run.gz');
    await page.goto(`${baseURL}#/runs`);
    await page.getByLabel('Import a run…').setInputFiles(ofAnotherUser(saved));
    await expect(page.getByText('12 of 12 judged', { exact: true })).toBeVisible();
    await page.getByRole('tab', { name: 'Samples' }).click();
    await page
      .getByRole('link', { name: /No code/ })
      .first()
      .click();
    await expect(page.getByText('I do not know.')).toBeVisible();
    await page.getByRole('link', { name: 'All samples' }).click();
    await page.getByRole('button', { name: 'Export…' }).click();
    for (const [kind, words] of [
      ['html', '<title>Tiny on six'],
      ['verdicts', '"verdict":"no-code"'],
      ['samples', '"response":"I do not know."'],
      ['csv', 'problem_id,sample_id'],
      ['markdown', '## Tiny on six'],
      ['junit', '<testsuites'],
    ] as const) {
      expect((await exported(page, kind)).text).toContain(words);
    }
    // The palette leads to the same forms.
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.type('Regrade the run');
    await page.keyboard.press('Enter');
    await expectClean(page, 'the form of a regrade');
    await page.getByLabel('Grader').selectOption('tinker');
    await page.getByRole('button', { name: 'Regrade', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Tiny on six, by tinker' })).toBeVisible();
    await expect(page.getByText('12 of 12 judged', { exact: true })).toBeVisible();
    expect(endpoint.answered).toHaveLength(12);
    await page.getByRole('button', { name: 'Compare…' }).click();
    await page.getByRole('checkbox', { name: 'Tiny on six', exact: true }).first().check();
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await expect(
      page.getByText(/On the 6 problems that both have judged,\s+none differs: both runs solve/),
    ).toBeVisible();
    await expectClean(page, 'two runs compared');
    for (const [label, words] of [
      ['Markdown', '| Tiny on six |'],
      ['LaTeX', '\\begin{tabular}'],
      ['CSV', 'run,profile,samples,problems,pass@1'],
    ] as const) {
      expect((await savedBy(page, `Export as ${label}`)).text).toContain(words);
    }
    // Any number of runs, chosen in the list.
    await page.goto(`${baseURL}#/runs`);
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    await page.getByRole('button', { name: 'Compare selected runs' }).click();
    await expect(page.getByRole('row')).toHaveCount(4);
    await expectClean(page, 'three runs compared');

    await page.goto(`${baseURL}#/runs`);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page
      .getByRole('link', { name: /^Tiny on six 0.0 %|^Tiny on six Endpoint/ })
      .first()
      .click();
    await expect(page.getByRole('tab', { name: 'Figures' })).toBeVisible();
    await expectClean(page, 'a run, narrow and dark');
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Delete this run…' }).click();
    await page.getByRole('button', { name: 'Delete the run and its answers' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Runs' })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Tiny on six/ })).toHaveCount(2);
    endpoint.server.close();
  },
);

test('cut-off answers are asked again with a larger limit only, and are marked everywhere', async ({
  context,
  baseURL,
}) => {
  // The second sample of a problem needs more than 64 tokens.
  const endpoint = await startEndpoint(({ seed, max_tokens = 0 }) =>
    seed === 1 && max_tokens <= 64
      ? { content: 'Let me think about', cut: true }
      : { content: '```python\nprint(1)\n```', cut: false },
  );
  endpoint.let(4);
  const first = await context.newPage();
  await useEndpoint(first, endpoint.base);
  await first.goto('./#/runs?new=yes');
  await first.getByLabel('Limit').fill('2');
  await first.getByLabel('Samples per problem').fill('2');
  await first.getByText('Sampling:').click();
  await first.getByLabel('Max tokens').fill('64');
  await first.getByLabel('Seed').fill('0');
  await first.getByLabel('Name of the run').fill('Short');
  await first.getByRole('button', { name: 'Start the run' }).click();
  await expect(first.getByText('4 of 4 judged', { exact: true })).toBeVisible();

  await first.getByRole('button', { name: 'Ask 2 cut-off answers again…' }).click();
  await expect(first).toHaveURL(/action=redraw/);
  await expect(first.getByText('The old limit is 64 tokens.')).toBeVisible();
  await first.getByLabel('Max tokens').fill('64');
  await first.keyboard.press('Tab');
  await expect(first.getByRole('alert')).toHaveText(
    'The new limit must be larger than the old one, 64 tokens.',
  );
  await expectClean(first, 'the form of a redraw');
  await first.getByLabel('Max tokens').press('Enter');
  await first.getByLabel('Max tokens').fill('256');
  await first.keyboard.press('Tab');
  await first.getByRole('button', { name: 'Ask 2 answers again' }).click();
  endpoint.let(1);
  await expect(first.getByText(/^3 of 4 judged/)).toBeVisible();
  const url = first.url();
  await first.close({ runBeforeUnload: false });

  const page = await context.newPage();
  await page.goto(url);
  await expect(page.getByText('3 of 4 judged', { exact: true })).toBeVisible();
  endpoint.let(100);
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByText('4 of 4 judged', { exact: true })).toBeVisible();
  expect(endpoint.answered.map((each) => each[0]).sort()).toEqual(['0', '0', '1', '1', '1', '1']);
  const caveat =
    '2 of 4 samples were asked again with a larger token limit (64 → 256) after they were cut off: pass@1 is that of the larger limit for these alone.';
  await expect(page.getByText(caveat)).toBeVisible();
  await expect(page.getByRole('button', { name: /cut-off answer/ })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Samples' }).click();
  const marked = page.getByRole('link', { name: /asked again with 256 tokens/ });
  await expect(marked).toHaveCount(2);
  await marked.first().click();
  await expect(page.getByText(/This sample was asked again with 256 tokens: its first answer/)).toBeVisible();
  await expectClean(page, 'a sample that was asked again');
  await page.getByRole('link', { name: 'All samples' }).click();
  await page.getByRole('button', { name: 'Export…' }).click();
  expect((await exported(page, 'verdicts')).text).toContain(
    '"redrawn":{"old_limit":64,"old_tokens":64,"limit":256}',
  );
  expect((await exported(page, 'markdown')).text).toContain(caveat);
  const saved = await exported(page, 'run');
  await page.goto(`${baseURL}#/runs`);
  await page.getByLabel('Import a run…').setInputFiles(ofAnotherUser(saved));
  await expect(page.getByText(caveat)).toBeVisible();
  endpoint.server.closeAllConnections();
  endpoint.server.close();
});

test('a server that is down halts a run, which loses nothing by it', { tag: '@long' }, async ({ page }) => {
  const endpoint = await startEndpoint();
  await useEndpoint(page, endpoint.base);
  endpoint.server.closeAllConnections();
  endpoint.server.close();
  await page.goto('./#/runs?new=yes');
  await page.getByLabel('Limit').fill('9');
  await page.getByRole('button', { name: 'Start the run' }).click();
  await expect(page.getByRole('alert')).toContainText(/127\.0\.0\.1/);
  await expect(page.getByText('0 of 9 judged')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start' })).toBeVisible();
});

test(
  'the recorded answers are a whole run: no model, no key, every kind of verdict',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('./#/runs');
    await page.getByRole('button', { name: 'Judge the recorded answers' }).click();
    await expect(page.getByText('67 of 67 judged', { exact: true })).toBeVisible({ timeout: 400_000 });
    for (const [code, count] of [
      ['AC', 31],
      ['WA', 24],
      ['TLE', 1],
      ['RE', 4],
      ['TRUNC', 4],
      ['NOCODE', 3],
    ] as const)
      await expect(
        page.getByRole('tabpanel').getByRole('button', { name: new RegExp(`^${code}\\b`) }),
      ).toContainText(String(count));
    await expect(page.getByText('46.5 %').first()).toBeVisible();
    await expect(page.getByText('5 more recorded answers exceed the time limit')).toBeVisible();
  },
);
