/**
 * Makes `first-version.json`: everything the page stored while it had one database for each kind of record. The page
 * of that time is built from the repository's history and used as a user would, in a real Chromium.
 *
 *     npx tsx tests/storage-fixtures/make-first-version.ts [DIST]
 *
 * DIST is that page, already built; without it, it is built in a worktree of its own.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, expect, type Locator, type Page } from '@playwright/test';
import { launchOptions } from '../../src/node/bootstrap/chromium.mjs';
import { serveFolder } from '../../src/node/bootstrap/static-server.mjs';
import { PlaygroundPage } from '../e2e/playground-page.ts';
import { startModelServer, type ModelServer } from '../model-fixtures/server.ts';
import type { StoredPage } from './stored-page.ts';

/** The last commit whose page stored in this way. */
const COMMIT = '5cfa353';
const root = fileURLToPath(new URL('../../', import.meta.url));
const target = fileURLToPath(new URL('first-version.json', import.meta.url));

async function withOldPage(work: (dist: string) => Promise<StoredPage>): Promise<StoredPage> {
  const tree = mkdtempSync(join(tmpdir(), 'allpass-first-version-'));
  try {
    execFileSync('git', ['worktree', 'add', '--detach', tree, COMMIT], { cwd: root, stdio: 'inherit' });
    symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
    execFileSync('npx', ['vite', 'build'], { cwd: tree, stdio: 'inherit' });
    return await work(join(tree, 'dist'));
  } finally {
    rmSync(tree, { recursive: true, force: true });
    execFileSync('git', ['worktree', 'prune'], { cwd: root });
  }
}

async function drive(dist: string): Promise<StoredPage> {
  const { address, close } = await serveFolder(dist);
  const models = await startModelServer();
  const endpoint = await startEndpoint();
  const options = launchOptions();
  const browser = await chromium.launch({
    ...options,
    args: [...options.args, '--enable-unsafe-webgpu'],
  });
  try {
    const page = await browser.newPage({ baseURL: address, reducedMotion: 'reduce' });
    const playground = new PlaygroundPage(page);
    await playground.open();
    await importProblems(page);
    await solve(page, playground);
    await setUpEndpoint(page, endpoint);
    await composePrompt(page);
    await askEndpoint(page, playground);
    await compare(page);
    await useCpu(page, models);
    await useGpu(page, playground, models);
    await page.getByRole('button', { name: /^Theme: system/ }).click();
    await leaveDraft(page, playground);
    return await dump(page);
  } finally {
    await browser.close();
    endpoint.closeAllConnections();
    endpoint.close();
    await models.close();
    await close();
  }
}

function problem(id: string, title: string, statement: string, count = 3): object {
  const tests = Array.from({ length: count }, (_, n) => ({ input: `${n} 4\n`, output: `${n + 4}\n` }));
  return { id, title, mode: 'stdin', prompt: statement, tests, public_tests: 1 };
}

const SUM = 'Print the sum of the numbers in a line.';
const SLOW = `${SUM} [[0/20]]`;
const RIGHT = 'print(sum(map(int, input().split())))';
const SETS: Readonly<Record<string, readonly object[]>> = {
  'sums.jsonl': [
    problem('own/sum', 'A sum', SUM),
    problem('own/slow', 'A slow sum', SLOW),
    problem('own/stopped', 'A stopped sum', SLOW),
  ],
  // One id is new; the other two stand in a set that was there before, and were left out.
  'later.jsonl': [
    problem('own/later', 'A later sum', SUM, 4),
    problem('own/sum', 'The same id', SUM, 4),
    problem('allpass/sticky-keys', 'The same id as a bundled one', SUM, 4),
  ],
  // Removed again at the end: what was done on its problem stays.
  'removed.jsonl': [problem('own/removed', 'A removed sum', SUM)],
};

async function importProblems(page: Page): Promise<void> {
  for (const [name, problems] of Object.entries(SETS)) {
    const buffer = Buffer.from(problems.map((one) => JSON.stringify(one)).join('\n'));
    await page
      .locator('input[type=file][accept*=jsonl]')
      .setInputFiles({ name, mimeType: 'application/jsonl', buffer });
    await expect(page.getByText(new RegExp(`added from ${name}`))).toBeVisible();
  }
}

async function judged(playground: PlaygroundPage, headline: string | RegExp, reward: string): Promise<void> {
  await playground.expectVerdict(headline, reward);
  // The verdict comes first; what is kept comes with the last test.
  await expect(playground.page.getByRole('button', { name: 'Stop' })).toHaveCount(0, { timeout: 60_000 });
}

async function solve(page: Page, playground: PlaygroundPage): Promise<void> {
  await playground.open('#/problem/allpass%2Fsticky-keys');
  await expect(page.getByRole('heading', { level: 1, name: 'Sticky Keys' })).toBeVisible();
  await playground.ask('Recorded: wrong answer');
  await judged(playground, /^Wrong answer on test \d+$/, 'Reward 0.0');
  await playground.open('#/problem/own%2Fsum?tab=program');
  await expect(page.getByRole('heading', { level: 1, name: 'A sum' })).toBeVisible();
  await playground.write(RIGHT);
  await page.getByRole('button', { name: 'Submit' }).click();
  await judged(playground, 'Accepted', 'Reward 1.0');
  await playground.open('#/problem/own%2Fremoved?tab=program&set=removed.jsonl');
  await expect(page.getByRole('heading', { level: 1, name: 'A removed sum' })).toBeVisible();
  await playground.write('print(0)');
  await page.getByRole('button', { name: 'Submit' }).click();
  await judged(playground, 'Wrong answer on test 1', 'Reward 0.0');
  await page.getByRole('button', { name: 'Remove this set' }).click();
  await expect(page.getByRole('button', { name: 'Remove this set' })).toBeHidden();
}

async function setUpEndpoint(page: Page, server: Server): Promise<void> {
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const { port } = server.address() as AddressInfo;
  await dialog.getByLabel('Base URL').fill(`http://127.0.0.1:${port}/v1`);
  await dialog.getByLabel('API key (optional)').fill('not-a-key');
  await dialog.getByRole('checkbox', { name: /[Rr]emember/ }).check();
  await dialog.getByRole('button', { name: 'Load models' }).click();
  await expect(dialog.locator('option[value="tiny-coder"]').first()).toBeAttached();
  await dialog.getByLabel('Model', { exact: true }).fill('tiny-coder');
  await dialog.getByLabel('Seed').fill('7');
  await dialog.getByRole('button', { name: 'Done' }).click();
}

async function composePrompt(page: Page): Promise<void> {
  await page.goto('#/problem/own%2Flater');
  const prompt = page.locator('details', { hasText: 'Show prompt' });
  await prompt.locator('summary').click();
  await prompt.getByRole('button', { name: 'Compose…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Message 1', { exact: true }).fill('In short: {{statement}}');
  await dialog.getByLabel('Name').fill('Short');
  await dialog.getByRole('button', { name: 'Save and use' }).click();
  await expect(page).toHaveURL(/prompt=own%3AShort/);
}

async function askEndpoint(page: Page, playground: PlaygroundPage): Promise<void> {
  await playground.ask('Endpoint: tiny-coder');
  await judged(playground, 'Wrong answer on test 1', 'Reward 0.0');
}

async function compare(page: Page): Promise<void> {
  await page.goto(
    '#/problem/allpass%2Fsticky-keys?compare=recorded:right*recorded:wrong*endpoint:tiny-coder*seed_9',
  );
  const dialog = page.getByRole('dialog', { name: 'Side by side' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(dialog.getByText('Reward 1.0: A. Reward 0.0: B, C.')).toBeVisible({ timeout: 45_000 });
  await page.keyboard.press('Escape');
}

const machine = (page: Page): Locator => page.getByRole('dialog', { name: 'Models on this machine' });

async function useCpu(page: Page, models: ModelServer): Promise<void> {
  await page.goto('#/problem/own%2Fsum?models=cpu');
  const field = machine(page).getByRole('textbox', { name: 'Add the address of a .gguf file' });
  await field.fill(`${models.url}/gguf/fixture/tiny-right.gguf`);
  await machine(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(machine(page).getByRole('button', { name: 'Download tiny-right' })).toBeVisible();
  await page.keyboard.press('Escape');
}

async function useGpu(page: Page, playground: PlaygroundPage, models: ModelServer): Promise<void> {
  await page.goto('#/problem/own%2Fslow?models=gpu');
  await addGpuModel(page, models, 'paused');
  models.control({ path: 'paused/.*shard_[123]', bytesPerSecond: 20_000 });
  await machine(page).getByRole('button', { name: 'Download paused' }).click();
  await expect(machine(page).getByText(/kB of \d+ kB|MB of \d+ MB/)).toBeVisible();
  await machine(page).getByRole('button', { name: 'Pause paused' }).click();
  await expect(machine(page).getByText(/Paused at/)).toBeVisible();
  models.obey();
  await addGpuModel(page, models, 'scripted');
  await machine(page).getByRole('button', { name: 'Download scripted' }).click();
  await machine(page).getByRole('button', { name: 'Use scripted', exact: true }).click();
  await expect(machine(page)).toBeHidden();
  await page.goto('#/problem/own%2Fsum?model=gpu:scripted');
  await playground.ask();
  await judged(playground, 'Accepted', 'Reward 1.0');
  const begun = page.getByRole('img', { name: /reasoning [1-9]/ });
  await page.goto('#/problem/own%2Fstopped?model=gpu:scripted');
  await playground.ask();
  await expect(begun).toBeVisible({ timeout: 20_000 });
  await page.getByRole('button', { name: 'Stop' }).first().click();
  await expect(page.getByRole('button', { name: 'Go on where it broke off' })).toBeVisible();
  await page.goto('#/problem/own%2Fslow?model=gpu:scripted');
  await playground.ask();
  await expect(begun).toBeVisible({ timeout: 20_000 });
  // Not before: downloads would come from there.
  await page.goto('#/problem/own%2Fslow?models=gpu');
  await page.reload();
  await machine(page).getByText('Download from a mirror').click();
  const mirror = machine(page).getByRole('textbox', { name: /\(weights\)/ });
  await mirror.fill('https://mirror.example/');
  await mirror.press('Tab');
  await page.keyboard.press('Escape');
}

async function addGpuModel(page: Page, models: ModelServer, name: string): Promise<void> {
  const form = machine(page).getByRole('textbox', { name: 'As JSON' });
  if (!(await form.isVisible())) await page.getByText('Add a model of your own').click();
  await form.fill(
    JSON.stringify({
      model: `${models.url}/models/${name}/`,
      model_id: name,
      model_lib: `${models.url}/libraries/${name}.wasm`,
      overrides: { context_window_size: 8192 },
    }),
  );
  await machine(page).getByRole('button', { name: 'Add to the list' }).last().click();
  await expect(machine(page).getByRole('button', { name: `Download ${name}` })).toBeVisible();
}

async function leaveDraft(page: Page, playground: PlaygroundPage): Promise<void> {
  await page.goto('#/problem/allpass%2Fbell-gates?tab=program');
  await expect(page.getByRole('heading', { level: 1, name: /[Bb]ell/ })).toBeVisible();
  await playground.write('# not finished\n');
  await page.waitForTimeout(1000);
}

/** Answers at once, with a program that is wrong. */
async function startEndpoint(): Promise<Server> {
  const server = createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', '*');
    request.resume().on('end', () => {
      if (request.method === 'OPTIONS') return void response.writeHead(204).end();
      if (request.url?.endsWith('/models')) {
        response.writeHead(200, { 'content-type': 'application/json' });
        return void response.end('{"data":[{"id":"tiny-coder","max_model_len":8192}]}');
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const delta = { reasoning_content: 'Nothing comes to mind. ', content: '```python\nprint(0)\n```\n' };
      const choices = [{ index: 0, delta, finish_reason: 'stop' }];
      const said = { model: 'tiny-coder-0711', system_fingerprint: 'fp_7', choices };
      response.end(`data: ${JSON.stringify(said)}\n\ndata: [DONE]\n\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** What the page has stored, as it is. Fails on a value that JSON would not keep. */
async function dump(page: Page): Promise<StoredPage> {
  // What tsx makes of a function calls a helper that the page lacks.
  await page.evaluate('globalThis.__name = (named) => named');
  return page.evaluate(async () => {
    const databases: Record<string, [string, unknown][]> = {};
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error!);
      });
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.startsWith('allpass-')) continue;
      const database = await done(indexedDB.open(name));
      if (database.version !== 1 || [...database.objectStoreNames].join() !== 'records')
        throw new Error(`${name} is of another shape`);
      const records = database.transaction('records').objectStore('records');
      const [keys, values] = await Promise.all([done(records.getAllKeys()), done(records.getAll())]);
      databases[name] = keys.map((key, index) => {
        plain(values[index]);
        if (typeof key !== 'string') throw new Error(`${name} has keys of another shape`);
        return [key, values[index]];
      });
      database.close();
    }
    return { databases, localStorage: { ...localStorage }, sessionStorage: { ...sessionStorage } };

    function plain(value: unknown): void {
      if (value === null || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value)) return;
      const inside = Array.isArray(value) ? value : Object.values(value as object);
      if (typeof value !== 'object' || !(Array.isArray(value) || value.constructor === Object))
        throw new Error(`JSON keeps no ${typeof value}`);
      inside.forEach(plain);
    }
  });
}

const [built] = process.argv.slice(2);
const stored = built === undefined ? await withOldPage(drive) : await drive(built);
writeFileSync(target, `${JSON.stringify(stored)}\n`);
