/** Learn: the lessons by keyboard, and the lab with the real judge, wide and light, narrow and dark. */
import { expect, test, type Page } from '@playwright/test';
import { expectClean } from './expect-clean.ts';
import { dropFiles, fileOf, savedBy } from './files.ts';
import { giveLook, LOOKS } from './looks.ts';
import { withoutPython } from './without-python.ts';

/** Python starts with the first program of a visit, and the machine may be busy. */
const SKIP = 'Show me without guessing';
const SMALL_RUN = '#/learn/lab?seed=3&seeds=2&group=4&prompts=4&steps=3';

async function rewards(page: Page): Promise<string> {
  const chart = page.getByRole('figure').filter({ hasText: 'Reward and true pass rate' });
  await chart.getByText('Table', { exact: true }).click();
  const table = chart.getByRole('table');
  await expect(table.getByRole('row')).toHaveCount(4);
  return table.innerText();
}

async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name, exact: typeof name === 'string' }).press('Enter');
}

for (const look of LOOKS) {
  const { width } = look;
  test(
    `a run of the lab, and the same again from its address, at ${width} px`,
    { tag: '@long' },
    async ({ page, context }) => {
      await giveLook(page, look);
      await page.goto(`./${SMALL_RUN}`);
      await expect(page.getByRole('heading', { level: 1, name: 'The lab: train a policy' })).toBeVisible();
      await expectClean(page, 'the lab before a run');
      await press(page, 'Run');
      await expect(page.getByText('6 of 6 steps')).toBeVisible();
      await expect(page.getByText('Done. The same seed gives the same run.')).toBeVisible();
      await expect(page.getByText(/^The judge ran \d[\d,]* tests of \d+ programs/)).toBeVisible();
      await expect(page.getByText(/A toy: 22 thousand weights/)).toBeVisible();
      const first = await rewards(page);
      await page.getByLabel('Computed as in').selectOption({ label: 'rLLM' });
      await expect(page.getByText(/\(population standard deviation, n\)/).first()).toBeVisible();
      await page.getByRole('button', { name: '#1', exact: true }).press('Enter');
      await expect(page.getByRole('group', { name: 'Program #1' })).toContainText('def f(a, b):');
      await expectClean(page, 'the lab after a run');
      await page.getByRole('slider', { name: /^Step/ }).press('Home');
      await expect(page).toHaveURL(/[&?]at=1(&|$)/);
      if (width < 820) await page.getByText('More settings').click();
      await page.getByText('Loss', { exact: true }).click();
      await page.getByLabel('KL weight, β').fill('0.5');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/kl=0\.5/);
      await expect(page.getByText('Settings changed. Press Run again')).toBeVisible();
      await page.getByLabel('KL weight, β').fill('-1');
      await page.keyboard.press('Tab');
      await expect(page.getByText('Enter a number from 0 to 10. Until then it stays 0.5.')).toBeVisible();

      const again = await context.newPage();
      await giveLook(again, look);
      await again.goto(`./${SMALL_RUN}`);
      await press(again, 'One step');
      await expect(again.getByText('1 of 6 steps')).toBeVisible();
      await expect(again.getByText('Paused.')).toBeVisible();
      await again.keyboard.press('ControlOrMeta+Enter');
      await expect(again.getByText('6 of 6 steps')).toBeVisible();
      const programs = again.getByRole('region', { name: 'Programs of the latest step' });
      await expect(programs.getByRole('listitem').first()).toContainText('return');
      expect(await rewards(again)).toBe(first);
      if (width < 820) await again.getByText('More settings').click();
      await again.getByText('Loss', { exact: true }).click();
      await again.getByLabel('KL weight, β').fill('0.5');
      await again.keyboard.press('Enter');
      await press(again, 'One step');
      await expect(again.getByText('Changed since: KL weight, β: 0 → 0.5.')).toBeVisible();
      await expectClean(again, 'the lab with the previous run');
    },
  );

  test(`the lessons, by keyboard, at ${width} px`, { tag: '@long' }, async ({ page }) => {
    await giveLook(page, look);
    await page.goto('./#/learn');
    await expect(page.getByRole('heading', { level: 1, name: /^Learn/ })).toBeVisible();
    await expectClean(page, 'the list of lessons');
    await page.getByRole('link', { name: 'Start lesson 1: One answer, all tests, one bit' }).press('Enter');
    await expect(
      page.getByRole('heading', { level: 1, name: 'One answer, all tests, one bit' }),
    ).toBeFocused();
    await expect(page.getByText('A gardener keeps')).toBeVisible();
    await expect(page.getByRole('group', { name: 'The wrong program' })).toContainText('order = sorted');
    await expect(page.getByRole('button', { name: 'Run all tests' })).toHaveCount(0);
    await expect(page).toHaveTitle('One answer, all tests, one bit · Learn · Allpass');
    await page.getByRole('radio', { name: '10 to 20' }).check();
    await expectClean(page, 'before the prediction');
    await press(page, 'Predict');
    await expect(page.getByRole('group', { name: 'Experiment' })).toBeFocused();
    await press(page, 'Run all tests');
    await expect(page.getByRole('button', { name: 'Stop' })).toBeFocused();
    await expect(page.getByText(/^13 of 29 tests passed\. One bit pays 0\.0/)).toBeVisible();
    await expect(page.getByRole('figure').filter({ hasText: 'Reward, if only' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Run all tests' })).toBeFocused();
    await page.getByLabel('Open a test').selectOption({ label: 'Test 8: wrong answer' });
    await expect(page.getByRole('region', { name: 'One test' })).toContainText('Expected');
    await expect(page.getByRole('link', { name: /^See it in the lab/ })).toHaveAttribute(
      'href',
      '#/learn/lab?preset=fractional',
    );
    await press(page, 'Show the explanation');
    await expect(page.getByRole('group', { name: 'Explanation' })).toBeFocused();
    await expect(page.getByText(/^Correct\. It passes 13 of 29 tests/)).toBeVisible();
    // The address of a configured lesson may be shared, and holds no prediction.
    await expect(page).toHaveURL(/#\/learn\/one-bit\?test=8$/);
    await expectClean(page, 'one bit');

    await page.getByRole('link', { name: 'Extraction decides' }).press('Enter');
    await press(page, SKIP);
    const marked = page.getByRole('region', { name: 'The answer, with the extracted program marked' });
    await expect(page.getByRole('button', { name: '11 rules take: block 2 of 2, python' })).toBeVisible();
    await expect(marked.locator('mark')).toHaveText(['```python', "print('6 5 9')", '```']);
    await press(page, 'Compute the rewards');
    await expect(page.getByText('Graded in this browser.')).toBeVisible();
    await expect(
      page.getByRole('list', { name: 'Extracted programs' }).getByText(/^Reward [01]$/),
    ).toHaveText(['Reward 0', 'Reward 1', 'Reward 0']);
    await press(page, '1 rule takes: block 1 of 2, python');
    await expect(marked.locator('mark')).toContainText(['import sys']);
    await page.getByText('Edit the answer').click();
    await page.getByLabel('Answer text (editable)').fill('no program');
    await expect(page.getByRole('button', { name: '11 rules take: nothing' })).toBeVisible();
    await expectClean(page, 'extraction');

    await page.getByRole('link', { name: 'How many tests are enough?' }).press('Enter');
    await press(page, SKIP);
    await press(page, 'Judge all eight programs');
    await expect(page.getByText(/With 29\s+tests, 0 of the 8\s+wrong programs/)).toBeVisible();
    await page.getByRole('slider').press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByText(/With 3\s+tests, 4 of the 8\s+wrong programs/)).toBeVisible();
    await expect(page.getByText(/^With 1 test 5 earn 1, with 3 4, with all 29 0/)).toBeAttached();
    await page.getByLabel('Open a test').selectOption({ index: 7 });
    await page.getByLabel('Program', { exact: true }).selectOption({ label: '32 bits' });
    await expect(page.getByLabel('Open a test')).toContainText('Test 7: accepted');
    await page.locator('.cells button.failed').first().click();
    await expect(page).toHaveURL(/test=2&program=1/);
    await expectClean(page, 'how many tests');

    await page.getByRole('link', { name: 'One answer, every grader' }).press('Enter');
    await press(page, SKIP);
    await press(page, 'Run all graders');
    await expect(page.getByText('Graded in this browser.')).toBeVisible();
    const paid = page.getByRole('table').getByRole('row').filter({ hasText: '1.00' });
    await expect(paid).toHaveCount(2);
    await expect(paid.filter({ hasText: 'reward-kit' })).toHaveCount(1);
    await expectClean(page, 'graders');

    await page.getByRole('link', { name: 'Time limits between machines' }).press('Enter');
    await press(page, SKIP);
    await press(page, 'Run both programs');
    await expect(page.getByText('Graded in this browser.')).toBeVisible();
    const slow = page.getByRole('row', { name: /^The slow program/ });
    await expect(slow).toContainText(/was stopped: no duration|\d (m?s)/);
    await expect(page.getByText(/Time factor of this\s+machine in this visit: × \d\.\d\./)).toHaveCount(1);
    // At half the speed, the fast program misses the unchanged limit and meets the scaled one.
    const fast = page.getByRole('row', { name: /^The fast program/ });
    await expect(fast.getByText('in time')).toHaveCount(2);
    await page.getByRole('slider', { name: /^Machine speed/ }).fill('2');
    await expect(fast).toContainText(/late, reward 0.*in time$/s);
    await expectClean(page, 'time limits');

    await page.getByRole('link', { name: 'From rewards to advantages' }).press('Enter');
    await expect(page.getByText('▲ +2.47')).toHaveCount(0);
    await press(page, SKIP);
    await expect(page.getByText('▲ +2.47').first()).toBeVisible();
    await press(page, /^Reward of sample 1: 1/);
    await expect(page.getByText('this group teaches nothing')).toBeVisible();
    await expect(page).toHaveURL(/bits=00000000/);
    await expectClean(page, 'advantages');

    await page.getByRole('link', { name: 'Next: Truncated is not wrong' }).press('Enter');
    await press(page, SKIP);
    await expect(page.getByText(/^1 of the 3 answers is cut off/)).toBeVisible();
    await page.getByRole('slider').press('Home');
    await press(page, 'Judge the cut answers');
    await expect(page.getByRole('row').filter({ hasText: 'Truncated' })).toHaveCount(3);
    await expectClean(page, 'truncation');

    await page.getByRole('link', { name: 'Groups without variance' }).press('Enter');
    await expect(page.getByText(/^\d+ of these 32 groups/)).toHaveCount(0);
    await press(page, SKIP);
    await expect(page.getByText(/On average\s+8 %\s+have both/)).toBeVisible();
    await expectClean(page, 'no variance');
    await press(page, 'Show the explanation');
    await expect(page.getByRole('group', { name: 'Explanation' })).toContainText(
      /At p = 0\.01 and G = 8, the share 1 − pᴳ/,
    );
    await expect(page.getByRole('link', { name: 'The lab: train a policy' })).toBeVisible();
    await page.goto('./#/learn/results');
    await expect(page.getByText('One answer, all tests, one bit: 10 to 20')).toBeVisible();
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
  });
}

test('a link as a teacher set it up hides what is not to be touched', { tag: '@long' }, async ({ page }) => {
  await page.goto('./#/learn/no-variance?p=50&hide=answers,controls,ways');
  await page.getByRole('radio', { name: 'About 50' }).check();
  await page.getByRole('radio', { name: 'About 8' }).check();
  const groups = page.getByText(/^\d+ of these 32 groups/);
  await expect(groups).toHaveCount(0);
  await expect(page.getByRole('button', { name: SKIP })).toHaveCount(0);
  await page.getByRole('button', { name: 'Predict' }).click();
  await expect(page.getByText('Prediction saved.')).toBeVisible();
  await expect(groups).toHaveCount(0);
  await expect(page.getByRole('button', { name: /explanation/ })).toHaveCount(0);
  await page.goto('./#/learn/no-variance?p=50&hide=controls,ways');
  await expect(page.getByText(/On average\s+99 %\s+have both/)).toBeVisible();
  await expect(page.getByRole('slider')).toHaveCount(0);
  await page.goto('./#/learn/results');
  await expect(page.getByText('About 8 (outcome hidden)')).toBeVisible();
  await page.getByRole('button', { name: 'Save my results' }).click();
  await expect(page.getByText('Enter your name: your teacher gets one file per student.')).toBeVisible();
  await page.getByLabel('Your name').fill('Ada King');
  const file = await savedBy(page, 'Save my results');
  expect(file.name).toBe('allpass-lessons-Ada-King.json');
  expect(JSON.parse(file.text)).toMatchObject({
    name: 'Ada King',
    right: 1,
    of: 1,
    lessons: [{ lesson: 'no-variance' }],
  });
  await expectClean(page, 'results');
  await page.goto('./#/learn/teacher');
  await page.getByRole('checkbox', { name: /^the settings/ }).check();
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  await expect(link('Groups without variance teach nothing')).toHaveAttribute(
    'href',
    '#/learn/no-variance?hide=answers%2Ccontrols',
  );
  // The teacher shows what students do not see.
  await expect(link('Present Groups without variance teach nothing')).toHaveAttribute(
    'href',
    '#/learn/no-variance?present=1',
  );
  await page.getByLabel('Words that open the answers').fill('barrel Lantern');
  await expect(link('Groups without variance teach nothing')).toHaveAttribute(
    'href',
    /^#\/learn\/no-variance\?hide=answers%2Ccontrols&words=\w+\.\w+$/,
  );
  await expect(page.getByText(/^Students cannot open these links: 127\.0\.0\.1:\d+ is this/)).toBeVisible();
  await expectClean(page, 'for a class');
  await page
    .getByRole('button', { name: 'Show the QR code of Groups without variance teach nothing' })
    .click();
  await expect(
    page.getByRole('img', { name: /^QR code of http.*no-variance\?hide=answers%2Ccontrols&words=/ }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  // The second word is for the second lesson and all after it.
  await link('One answer, all tests, one bit').click();
  await page.getByRole('link', { name: 'Next: Extraction decides' }).click();
  await page.getByRole('radio').first().check();
  await page.getByRole('button', { name: 'Predict' }).click();
  await page.getByLabel('The word').fill('barrel');
  await page.getByRole('button', { name: 'Open the answers' }).click();
  await expect(page.getByText('“barrel” does not open this lesson. Check the spelling.')).toBeVisible();
  await page.getByLabel('The word').fill(' lantern');
  await page.getByRole('button', { name: 'Open the answers' }).click();
  await expect(page.getByRole('group', { name: 'Experiment' })).toBeFocused();
  await page.getByRole('link', { name: 'Learn', exact: true }).last().click();
  const first = { name: 'One answer, all tests, one bit', exact: true };
  // The film names the lesson, too.
  await expect(page.getByRole('link', first)).toHaveCount(2);
  for (const each of await page.getByRole('link', first).all())
    await expect(each).toHaveAttribute('href', /hide=answers%2Ccontrols/);
  await page.getByRole('heading', { name: 'One answer, all tests, one bit' }).getByRole('link').click();
  await expect(page).toHaveURL(/hide=answers%2Ccontrols/);
});

test('a class: results come back, questions go to paper', async ({ page }) => {
  await withoutPython(page.context());
  await page.goto('./#/learn/class-results');
  await expect(page).toHaveTitle('Results of a class · Learn · Allpass');
  const resultsOf = (name: string, guess: number) => {
    const lessons = [{ lesson: 'one-bit', guess, right: true }];
    const results = { format: 'allpass-lessons', version: 1, name, right: 8, of: 8, lessons };
    return fileOf(`allpass-lessons-${name}.json`, JSON.stringify(results));
  };
  const students = Array.from({ length: 30 }, (_, at) => resultsOf(`Student ${at + 1}`, at % 3));
  const broken = fileOf('notes.txt', 'no results');
  await page.getByLabel('Result files of the students').setInputFiles([...students, broken]);
  await expect(page.getByText(/^30\s+students\. Not stored/)).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('notes.txt: The file is not JSON.');
  const table = page.getByRole('group', { name: 'Predictions of the class' });
  await expect(table.getByRole('row')).toHaveCount(31);
  await expect(table.getByRole('row', { name: /^Student 2 / })).toContainText('1 of 1');
  await expect(
    page.getByRole('list', { name: 'Predictions in lesson 1' }).getByRole('listitem'),
  ).toContainText(['Fewer than 10', '10 to 20 (correct)', 'More than 20']);
  const rows = (await savedBy(page, 'Export CSV')).text.trim().split('\r\n');
  expect(rows).toHaveLength(31);
  expect(rows[1]).toMatch(/^Student 1,0,1,/);
  await expectClean(page, 'results of a class');

  await page.goto('./#/learn/handout');
  await expect(page.getByText('(correct)')).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'With answers' }).check();
  await expect(page.getByText('(correct)')).toHaveCount(8);
  await expect(page).toHaveURL(/handout\?answers=yes/);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  const { cut, height } = await page.evaluate(() => {
    const { scrollHeight, clientHeight } = document.querySelector('main')!;
    return { cut: scrollHeight - clientHeight, height: document.documentElement.scrollHeight };
  });
  expect(cut).toBeLessThanOrEqual(1);
  expect(height).toBeGreaterThan(1000);

  // Plain http in a local network, which is no secure context.
  await page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }));
  await page.emulateMedia({ media: 'screen' });
  await page.goto('./?lan#/learn/teacher');
  await expect(page.getByText(/^This page is open over http at /)).toBeVisible();
  await expect(page.getByText('35 MB per laptop, once.')).toBeVisible();
});

test('a class in one link: questions, a lesson and an own problem, and its table', async ({ page }) => {
  const line = (title: string, tests: readonly unknown[]) =>
    JSON.stringify({
      ...{ id: `own/${title}`, source: 'own', title, prompt: 'Add them.', mode: 'stdin', tests },
      ...{ public_tests: 1, solutions: ['print("the secret program")'] },
    });
  await page.goto('./#/learn/teacher');
  await dropFiles(page, { 'mine.jsonl': `${line('lamps', [{ input: '1 2\n', output: '3\n' }])}\n` });
  await expect(page.getByText('1 problem added from mine.jsonl.')).toBeVisible();
  await page.goto('./#/learn/teacher');
  const compose = page.getByRole('region', { name: 'A class in one link' });
  await compose.getByRole('button', { name: 'Make the link' }).click();
  await expect(compose.getByText('Enter a title for the class.')).toBeVisible();
  await compose.getByLabel('Title of the class').fill('Tuesday');
  await compose.getByRole('checkbox', { name: '8. Groups without variance' }).check();
  await compose.getByRole('checkbox', { name: 'Problem: lamps' }).check();
  await compose.getByLabel('Questions before and after').fill('What pays? | one bit | a half\nWhy?');
  await compose.getByRole('button', { name: 'Make the link' }).click();
  const file = await savedBy(page, 'Save as a file');
  expect(file.text).not.toContain('secret');
  expect(file.text).toContain('hide=answers');
  await expectClean(page, 'a class is composed');
  await page.getByRole('link', { name: 'Open it as a student' }).click();
  await expect(page.getByText('0 of 4 done')).toBeVisible();
  await expect(page).toHaveURL(/#\/learn\/class$/);
  await page.getByRole('radio', { name: 'a half' }).check();
  await page.getByLabel('Why?').fill('Because.');
  await page.getByRole('button', { name: 'Save my answers' }).click();
  await expect(page.getByText('1 of 4 done')).toBeVisible();
  await page.getByRole('radio', { name: 'one bit' }).last().check();
  await page.getByLabel('Why?').last().fill('It cannot be gamed.');
  await page.getByRole('button', { name: 'Save my answers' }).click();
  await expectClean(page, 'a class');
  await page.getByRole('link', { name: 'Problem: lamps' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'lamps' })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText(['Program']);
  await expect(page.getByText(/Connect to a server|Ask the model/)).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Program' }).click();
  await page.keyboard.insertText('print(sum(map(int, input().split())))');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('heading', { name: 'Accepted' })).toBeVisible();
  await page.getByRole('link', { name: 'Your class' }).click();
  await expect(page.getByText('3 of 4 done')).toBeVisible();
  await page.getByRole('link', { name: 'save your results' }).click();
  await page.getByLabel('Your name').fill('Ada');
  const result = await savedBy(page, 'Save my results');
  // Result files are read wherever they are dropped.
  await page.goto('./#/problems');
  await dropFiles(page, { [result.name]: result.text });
  await expect(page).toHaveURL(/class-results/);
  await page.getByRole('button', { name: 'Judge the programs again' }).click();
  const table = page.getByRole('group', { name: 'Rewards of the programs' });
  await expect(table.getByRole('row', { name: 'Ada 1' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Answers before and after: What pays?' })).toContainText(
    /a half\s*1\s*0/,
  );
  await expectClean(page, 'the table of a class');
  const csv = await savedBy(page, 'Export CSV');
  expect(csv.text.replace('\uFEFF', '')).toMatch(
    /Ada,0,0,.*a half,one bit,Because\.,It cannot be gamed\.,1,/,
  );
});

for (const [width, height] of [
  [1440, 900],
  [720, 450],
] as const) {
  test(`a lesson and the lab are presented, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('./#/learn/one-bit?hide=words');
    await page.getByRole('button', { name: 'Present', exact: true }).click();
    const step = page.getByRole('status').filter({ hasText: /^\d of 5: / });
    const fits = () =>
      page.evaluate(() => {
        const { scrollWidth, scrollHeight } = document.documentElement;
        return scrollWidth <= innerWidth && scrollHeight <= innerHeight;
      });
    await expect(step).toHaveText('1 of 5: Problem');
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByText('A gardener keeps')).toBeInViewport();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('group', { name: 'The wrong program' })).toBeInViewport();
    if (width === 1440) {
      const letters = await page
        .getByRole('group', { name: 'The wrong program' })
        .evaluate((node) => Number.parseFloat(getComputedStyle(node).fontSize));
      // A letter as high as a fortieth of the screen is read from ten metres.
      expect(letters).toBeGreaterThan(height / 40);
    }
    await page.keyboard.press('PageDown');
    await page.getByRole('radio', { name: '10 to 20' }).check();
    // The arrow keys belong to the choice.
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: 'More than 20' })).toBeChecked();
    await page.getByRole('radio', { name: '10 to 20' }).check();
    await page.getByRole('button', { name: 'Predict', exact: true }).click();
    await expect(step).toHaveText('4 of 5: Experiment');
    await page.getByRole('button', { name: 'Run all tests' }).click();
    await expect(page.getByText(/^13 of 29 tests passed\. One bit pays 0\.0/)).toBeVisible();
    expect(await fits()).toBe(true);
    await expectClean(page, 'a presented lesson');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByText(/^Correct\. It passes 13 of 29 tests/)).toBeInViewport();
    await page.reload();
    await expect(step).toHaveText('5 of 5: Explanation');
    await expect(page.getByText(/^To think about: Which tests does it fail/)).toBeInViewport();
    await page.getByRole('button', { name: 'Next: Extraction decides' }).press('Enter');
    await expect(step).toHaveText('1 of 5: Problem');
    await page.goBack();
    await expect(step).toHaveText('5 of 5: Explanation');
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/one-bit\?hide=words$/);
    await expect(page.getByText(/^Correct\. It passes 13 of 29 tests/)).toBeVisible();

    await page.goto('./#/learn/lab?seeds=5&steps=200&present=1');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Programs of the latest step' })).toContainText(/step \d/);
    expect(await fits()).toBe(true);
    await page.keyboard.press('Escape');
    await expect(page.getByText('Training, seed 1.')).toBeVisible();
    await expect(page).not.toHaveURL(/present/);
    await page.getByRole('button', { name: 'Present', exact: true }).click();
    await expectClean(page, 'the presented lab');
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible();
  });
}
