/** One problem, several models side by side: asked at once, judged as each ends, kept, and linked to. */
import { expect, test } from '@playwright/test';
import { LOWEST_BARREL, openPlayground } from './playground-page.ts';
import { chunk, DONE, startChatServer, type ChatServer } from './scripted-endpoint.ts';

const KEY = 'sk-secret-compare';

interface Question {
  readonly temperature: number;
  readonly seed?: number;
  /** Ends its answer. */
  readonly end: () => void;
}

interface Endpoint extends ChatServer {
  readonly asked: Question[];
}

/** Begins every answer at once, and ends it when the test says so. */
async function startServer(): Promise<Endpoint> {
  const asked: Question[] = [];
  const server = await startChatServer<Omit<Question, 'end'>>((question, response) => {
    response.write(chunk({ content: 'It goes like this:\n\n' }));
    const end = (): void =>
      void response.end(`${chunk({ content: '```python\nprint(0)\n```\n' }, 'stop')}${DONE}`);
    asked.push({ ...question, end });
  });
  return { ...server, asked };
}

test('three answers side by side: asked at once, judged as each ends, kept, linked to', async ({ page }) => {
  const { server, base, asked } = await startServer();
  const dialog = page.getByRole('dialog', { name: 'Side by side' });
  const summary = dialog.getByRole('table', { name: 'The columns compared' });
  const row = (letter: string) => summary.getByRole('row').nth('ABC'.indexOf(letter) + 1);
  const column = (letter: string) => dialog.getByRole('region', { name: `Column ${letter}` });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const playground = await openPlayground(page, LOWEST_BARREL);
  await playground.setUpServer(base, 'tiny', KEY);

  await page.getByRole('button', { name: 'Compare…' }).click();
  await expect(page).toHaveTitle('Side by side · The Lowest Barrel · Allpass');
  await dialog.getByLabel('Model of column A').selectOption({ label: 'Example: correct answer' });
  await dialog.getByLabel('Model of column B').selectOption({ label: 'Example: wrong answer' });
  await dialog.getByRole('button', { name: 'Add a column' }).click();
  await dialog.getByLabel('Model of column C').selectOption({ label: 'Endpoint: tiny' });
  await column('C').locator('summary', { hasText: 'Settings' }).click();
  await column('C').getByLabel('Temperature').fill('0');
  await column('C').getByLabel('Seed').fill('7');
  await column('C').getByLabel('Seed').press('Tab');
  const link = /compare=recorded%3Aright\*recorded%3Awrong\*endpoint%3Atiny\*temp_0\*seed_7$/;
  await expect(page).toHaveURL(link);

  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(column('C').getByText('It goes like this:')).toBeVisible();
  await expect(row('C')).toContainText('Answering…');
  // The first program of a visit waits for Python to start.
  await expect(dialog.getByText('Reward 1.0: A. Reward 0.0: B.')).toBeVisible();
  await expect(dialog.getByText('On their way: C.')).toBeVisible();
  asked[0]?.end();
  await expect(dialog.getByText('Reward 1.0: A. Reward 0.0: B, C.')).toBeVisible();
  expect(asked[0]).toMatchObject({ temperature: 0, seed: 7 });
  await expect(row('A')).toContainText(/Accepted.*29 of 29/s);
  await expect(row('B')).toContainText(/Wrong answer.*test 8/s);
  await expect(row('C')).toContainText(/temperature 0, seed 7.*Wrong answer.*complete/s);
  await expect(dialog.getByText(/^They differ on 28 tests: 1, 2, 3, 5, /)).toBeVisible();
  const said = dialog.locator('[aria-live="polite"] p');
  await expect(said.filter({ hasText: 'Column A: Accepted. Reward 1.0.' })).toHaveCount(1);

  // The dialog is the same after a reload, and by its link from another page.
  await page.reload();
  await expect(dialog.getByText('Reward 1.0: A. Reward 0.0: B, C.')).toBeVisible();
  await expect(row('C')).toContainText(/Wrong answer.*complete/s);
  await expect(said).toHaveCount(0);
  const address = page.url();
  expect(address).not.toContain(KEY);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page).not.toHaveURL(/compare=/);
  await page.goto('#/problem/allpass%2Fbell-gates');
  await page.goto(address);
  await expect(dialog.getByText('Reward 1.0: A. Reward 0.0: B, C.')).toBeVisible();

  // One column is asked again and stopped alone; Escape stops before it closes.
  await column('C').getByRole('button', { name: 'Ask again' }).click();
  // The answer before begins with the same words, and stays when nothing has been asked yet.
  await expect.poll(() => asked.length).toBe(2);
  await expect(column('C').getByText('It goes like this:')).toBeVisible();
  await column('C').getByRole('button', { name: 'Stop' }).click();
  await expect(row('C')).toContainText(/Not judged.*stopped/s);
  await expect(row('A')).toContainText('Accepted');
  await column('C').getByRole('button', { name: 'Ask again' }).click();
  await expect(row('C')).toContainText('Answering…');
  await page.keyboard.press('Escape');
  await expect(row('C')).toContainText('stopped');
  await expect(dialog).toBeVisible();

  await column('B').getByRole('button', { name: 'To the playground' }).click();
  await expect(dialog).toHaveCount(0);
  await playground.expectVerdict('Wrong answer on test 8', 'Reward 0.0');
  await expect(page.getByLabel('Model', { exact: true })).toHaveValue('recorded:wrong');
  server.closeAllConnections();
  server.close();
});
