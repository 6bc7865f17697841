/** Which messages are sent is chosen, seen before, and kept with the answer. */
import { expect, test, type Locator } from '@playwright/test';
import { fileOf, savedBy } from './files.ts';
import type { PlaygroundPage } from './playground-page.ts';
import { openPlayground } from './playground-page.ts';
import { chunk, DONE, startChatServer, type ChatServer } from './scripted-endpoint.ts';
import { withoutPython } from './without-python.ts';

test.beforeEach(({ context }) => withoutPython(context));

const KEY = 'sk-secret-p7';

interface Asked {
  readonly temperature: number;
  readonly seed?: number;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

/** Answers at once, with a program that is wrong. */
async function startServer(): Promise<ChatServer & { readonly asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = await startChatServer<Asked>(
    (question, response) => {
      asked.push(question);
      const more = { model: 'tiny-coder-0711', system_fingerprint: 'fp_7' };
      response.end(`${chunk({ content: '```python\nprint(0)\n```\n' }, 'stop', more)}${DONE}`);
    },
    { model: { id: 'tiny-coder', max_model_len: 8192 } },
  );
  return { ...server, asked };
}

/** The texts of all messages of a list, in order. */
function texts(within: Locator): Promise<string[]> {
  return within.locator('pre').allTextContents();
}

async function setUp(playground: PlaygroundPage, base: string): Promise<void> {
  const { page } = playground;
  await playground.setUpServer(base, 'tiny-coder', KEY);
  await playground.command('Sampling');
  await page.getByRole('dialog', { name: 'Sampling' }).getByLabel('Seed').fill('7');
  await page.keyboard.press('Escape');
}

test('the messages shown are the messages sent, and stand with the answer after a reload', async ({
  page,
}) => {
  const { server, base, asked } = await startServer();
  const playground = await openPlayground(page);
  await setUp(playground, base);
  const prompt = page.locator('details', { hasText: 'Show prompt' });
  await prompt.locator('summary').click();
  await prompt.getByLabel('Prompt', { exact: true }).selectOption({ label: 'LiveCodeBench' });
  await expect(page).toHaveURL(/[?&]prompt=livecodebench(&|$)/);
  await expect(prompt.locator('pre')).toHaveCount(2);
  const shown = await texts(prompt);
  expect(shown[0]).toMatch(/^You are an expert Python programmer\./);
  await playground.ask();
  const how = page.locator('details', { hasText: 'How it was asked' });
  await expect(how).toBeVisible();
  await expect.poll(() => asked.length).toBe(1);
  expect(asked[0]!.messages.map(({ role }) => role)).toEqual(['system', 'user']);
  expect(asked[0]!.messages.map(({ content }) => content)).toEqual(shown);
  expect(asked[0]).toMatchObject({ temperature: 0.6, seed: 7 });

  // Another prompt is chosen, and the page comes back: what was sent is still told.
  await prompt.getByLabel('Prompt', { exact: true }).selectOption({ label: 'DeepCoder' });
  await expect(prompt.getByText('The answer below was asked otherwise, with LiveCodeBench')).toBeVisible();
  await expect(page.getByText('print(0)').first()).toBeVisible();
  await page.reload();
  await how.locator('summary').click();
  await expect(how.locator('pre')).toHaveCount(2);
  expect(await texts(how)).toEqual(shown);
  for (const fact of ['tiny-coder-0711', 'fp_7', '8,192 tokens', /temperature 0\.6, top-p 0\.95, seed 7/])
    await expect(how.getByText(fact)).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await how.getByRole('button', { name: 'Copy how it was asked, as JSON' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(JSON.parse(copied)).toMatchObject({ messages: asked[0]!.messages, fingerprint: 'fp_7' });
  expect(copied).not.toContain(KEY);
  server.close();
});

test('a prompt of one’s own is composed, exported, deleted and imported again', async ({ page }) => {
  const playground = await openPlayground(page);
  await playground.setUpServer();
  const prompt = page.locator('details', { hasText: 'Show prompt' });
  await prompt.locator('summary').click();
  await prompt.getByRole('button', { name: 'Compose…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Message 1', { exact: true }).fill('Solve {{statment}}');
  await expect(dialog.getByRole('status').last()).toContainText('{{statment}}, which is no placeholder');
  await dialog.getByLabel('Message 1', { exact: true }).fill('In short: {{statement}}');
  await dialog.getByLabel('Name').fill('Short');
  await expect(dialog.locator('pre')).toContainText(/^In short: [A-Z]/);
  const file = await savedBy(page, 'Export');
  await dialog.getByRole('button', { name: 'Save and use' }).click();
  await expect(page).toHaveURL(/prompt=own%3AShort/);
  await page.reload();
  await expect(prompt.locator('summary')).toHaveText('Show prompt: Short');

  await prompt.locator('summary').click();
  await prompt.getByRole('button', { name: 'Compose…' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.keyboard.press('Escape');
  await expect(prompt.locator('summary')).toHaveText('Show prompt: DeepCoder');
  await page.goBack();
  await expect(page.getByText('This device has no prompt named “Short”.')).toBeVisible();
  await prompt.getByRole('button', { name: 'Compose…' }).click();
  await dialog.locator('input[type=file]').setInputFiles(fileOf('short.prompt.json', file.bytes));
  await expect(dialog.getByLabel('Message 1', { exact: true })).toHaveValue('In short: {{statement}}');
  await dialog.getByRole('button', { name: 'Save and use' }).click();
  await expect(prompt.locator('summary')).toHaveText('Show prompt: Short');
});
