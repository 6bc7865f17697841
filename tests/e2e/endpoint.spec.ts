/** Any OpenAI-compatible endpoint: a real server that streams, refuses, or is not there. */
import { expect, test, type Page } from '@playwright/test';
import { openPlayground, PlaygroundPage } from './playground-page.ts';
import { chunk, DONE, startChatServer, type ChatServer } from './scripted-endpoint.ts';

const KEY = 'sk-secret-7c1';
const CODE = 'print("not the answer")';

interface Endpoint extends ChatServer {
  /** The bodies of the questions. */
  readonly asked: { readonly messages: readonly { readonly role: string }[] }[];
}

/** @param cors whether the server admits pages of other origins */
async function startEndpoint(cors: boolean): Promise<Endpoint> {
  const asked: Endpoint['asked'][number][] = [];
  const server = await startChatServer<Endpoint['asked'][number]>(
    (question, response) => {
      asked.push(question);
      response.write(chunk({ reasoning_content: 'Let me think about it. ' }));
      response.write(chunk({ content: 'Here it is:\n\n```python\n' }));
      response.write(chunk({ content: `${CODE}\n\`\`\`\n` }));
      response.end(`${chunk({}, 'stop')}${DONE}`);
    },
    { model: { id: 'tiny-coder', max_model_len: 8192 }, cors, key: KEY },
  );
  return { ...server, asked };
}

async function setUp(page: Page, base: string, key: string): Promise<void> {
  await new PlaygroundPage(page).command('Connection');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Base URL').fill(base);
  await dialog.getByLabel('API key (optional)').fill(key);
}

test('a model is listed, asked, and its answer judged; the key goes nowhere else', async ({ page }) => {
  const { server, base, asked } = await startEndpoint(true);
  const playground = await openPlayground(page);
  await setUp(page, base, KEY);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Load models' }).click();
  await expect(
    dialog.getByText('tiny-coder').or(dialog.locator('option[value="tiny-coder"]')).first(),
  ).toBeAttached();
  await dialog.getByLabel('Model').fill('tiny-coder');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await playground.ask('Endpoint: tiny-coder');
  await playground.expectVerdict(/^Wrong answer on test 1$/, 'Reward 0.0');
  await expect(page.getByText(CODE).first()).toBeVisible();
  const [request] = asked;
  expect(request).toMatchObject({ model: 'tiny-coder', temperature: 0.6, top_p: 0.95, stream: true });
  expect(request!.messages.map(({ role }) => role)).toEqual(['user']);
  expect(page.url()).not.toContain(KEY);
  const kept = await page.evaluate(async () => {
    const databases = await indexedDB.databases();
    return JSON.stringify([{ ...localStorage }, databases.map(({ name }) => name)]);
  });
  expect(kept).not.toContain(KEY);
  server.close();
});

test('a refusal names its layer and its remedy', async ({ page }) => {
  const open = await startEndpoint(true);
  const closed = await startEndpoint(false);
  await openPlayground(page);
  await setUp(page, open.base, 'sk-wrong');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Load models' }).click();
  await expect(dialog.getByText(/401/)).toBeVisible();
  await dialog.getByLabel('Base URL').fill(closed.base);
  await dialog.getByRole('button', { name: 'Load models' }).click();
  await expect(dialog.getByText(/does not admit|origin/i).first()).toBeVisible();
  await dialog.getByLabel('Base URL').fill('http://127.0.0.1:9/v1');
  await dialog.getByRole('button', { name: 'Load models' }).click();
  await expect(dialog.getByText(/forbid/).first()).toBeVisible();
  closed.server.closeAllConnections();
  closed.server.close();
  await dialog.getByLabel('Base URL').fill(closed.base);
  await dialog.getByRole('button', { name: 'Load models' }).click();
  await expect(dialog.getByText(/not running|not be reached|reach/i).first()).toBeVisible();
  open.server.close();
});

test('the check names what is wrong and what to type, and passes when it is mended', async ({ page }) => {
  const open = await startEndpoint(true);
  const closed = await startEndpoint(false);
  await openPlayground(page);
  await setUp(page, closed.base, KEY);
  const dialog = page.getByRole('dialog');
  const check = dialog.getByRole('button', { name: 'Check the connection' });
  const step = (name: string) => dialog.getByRole('listitem').filter({ hasText: name });
  await dialog.getByLabel('Model', { exact: true }).fill('tiny-coder');
  await check.click();
  await expect(dialog.getByText('The connection fails at: Origin (CORS).')).toBeVisible();
  const { origin } = new URL(page.url());
  await expect(step('Failed: Origin (CORS)')).toContainText(`--allowed-origins '["${origin}"]'`);
  await expect(step('Failed: Origin (CORS)')).toContainText(`OLLAMA_ORIGINS=${origin}`);
  await expect(step('Passed: Server')).toBeVisible();

  closed.server.closeAllConnections();
  closed.server.close();
  await check.click();
  await expect(dialog.getByText('The connection fails at: Server.')).toBeVisible();
  await expect(step('Failed: Server')).toContainText('not running');

  await dialog.getByLabel('Base URL').fill(open.base);
  await dialog.getByLabel('API key (optional)').fill('sk-wrong');
  await check.click();
  await expect(dialog.getByText('The connection fails at: Key.')).toBeVisible();
  await dialog.getByLabel('API key (optional)').fill(KEY);
  await check.click();
  await expect(dialog.getByText('The connection works, with a warning: Context.')).toBeVisible();
  await expect(step('Passed: Answer')).toContainText('first token');
  await expect(step('Warning: Context')).toContainText('8,192 tokens');
  open.server.close();
});
