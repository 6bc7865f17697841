/** A model on the GPU, from its address to the verdict: the real web-llm, a scripted library, WebGPU in software. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { launchOptions } from '../../src/node/bootstrap/chromium.mjs';
import { buildLibrary } from '../model-fixtures/build-library.ts';
import { mlcModelFiles } from '../model-fixtures/mlc-model.ts';
import { startModelServer, type ModelServer } from '../model-fixtures/server.ts';
import { giveFile } from './files.ts';
import { openPlayground } from './playground-page.ts';

test.use({
  launchOptions: { ...launchOptions(), args: [...launchOptions().args, '--enable-unsafe-webgpu'] },
});

let server: ModelServer;
test.beforeAll(async () => {
  server = await startModelServer();
});
test.afterAll(() => server.close());
test.afterEach(() => server.obey());

/** Makes a problem whose statement chooses the scripted model's answer. */
function sumProblem(id: string, statement: string): string {
  const tests = [1, 2, 3].map((n) => ({ input: `${n} 4\n`, output: `${n + 4}\n` }));
  return JSON.stringify({ id, title: id, mode: 'stdin', prompt: statement, tests, public_tests: 1 });
}

const PROBLEMS = [
  sumProblem('own/sum', 'Print the sum of the numbers in a line.'),
  // A token is a byte here: prompt and answer together need a little more than 2,048.
  sumProblem('own/long', `Print the sum of the numbers in a line${'.'.repeat(1310)}`),
  sumProblem('own/slow', 'Print the sum of the numbers in a line. [[0/20]]'),
].join('\n');

async function importProblems(page: Page): Promise<void> {
  await giveFile(page, 'sums.jsonl', PROBLEMS);
  await expect(page.getByText(/3 problems added/)).toBeVisible();
}

function record(name: string) {
  return JSON.stringify({
    model: `${server.url}/models/${name}/`,
    model_id: name,
    model_lib: `${server.url}/libraries/${name}.wasm`,
    overrides: { context_window_size: 8192 },
  });
}

async function addModel(page: Page, name: string): Promise<void> {
  await page.getByText('Add a model of your own').click();
  await page.getByRole('textbox', { name: 'As JSON' }).fill(record(name));
  await page.getByRole('button', { name: 'Add to the list' }).last().click();
  await expect(page.getByText('The models are in the list.')).toBeVisible();
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Models on this device' });

async function downloadAndUse(page: Page, name: string): Promise<void> {
  await addModel(page, name);
  await dialog(page)
    .getByRole('button', { name: `Download ${name}` })
    .click();
  await dialog(page)
    .getByRole('button', { name: `Use ${name}`, exact: true })
    .click();
  await expect(dialog(page)).toBeHidden();
}

test('download, pause, reload, resume, ask; then everything again with the network off', async ({
  page,
  context,
}) => {
  const playground = await openPlayground(page);
  await importProblems(page);
  await page.goto('#/problem/own%2Fsum?models=here');
  await expect(dialog(page).getByText('google swiftshader')).toBeVisible();
  await addModel(page, 'journey');
  server.control({ path: 'journey/.*shard_[123]', bytesPerSecond: 2_000 });
  await dialog(page).getByRole('button', { name: 'Download journey' }).click();
  await expect(dialog(page).getByRole('progressbar', { name: 'Download of journey' })).toBeVisible();
  await expect(dialog(page).getByText(/[kM]B of [\d.]+ [kM]B/)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Pause journey' }).click();
  await expect(dialog(page).getByText(/Paused at/)).toBeVisible();
  server.obey();
  await page.reload();
  await dialog(page).getByRole('button', { name: 'Resume journey' }).click();
  await dialog(page).getByRole('button', { name: 'Use journey', exact: true }).click();
  await expect(page.getByLabel('Model', { exact: true })).toHaveValue('gpu:journey');
  await playground.ask();
  await playground.expectVerdict('Accepted', 'Reward 1.0');
  await page.locator('summary', { hasText: /^\s*Reasoning/ }).click();
  await expect(page.getByText('Read the numbers, add them.')).toBeVisible();
  await expect(
    page.getByRole('img', { name: /^Window of 8,192 tokens: prompt \d+, reasoning/ }),
  ).toBeVisible();

  await context.setOffline(true);
  server.control({ path: '.*', status: 500 });
  await page.goto('#/problem/own%2Fslow?model=gpu:journey');
  await playground.ask();
  await playground.expectVerdict('Accepted', 'Reward 1.0');
  await context.setOffline(false);
});

test(
  'a full window is said, and the answer is asked for again with a larger one',
  { tag: '@long' },
  async ({ page }) => {
    const playground = await openPlayground(page);
    await importProblems(page);
    await page.goto('#/problem/own%2Flong?models=here');
    await downloadAndUse(page, 'window');
    await page.goto('#/problem/own%2Flong?model=gpu:window&models=here');
    await dialog(page).getByText('Window and details').first().click();
    const slider = dialog(page).getByRole('slider', { name: 'Window' });
    await slider.focus();
    await page.keyboard.press('Home');
    await expect(slider).toHaveAttribute('aria-valuetext', /^2,048 tokens/);
    await page.keyboard.press('Escape');
    await playground.ask();
    await expect(
      page.getByText(/The window of 2,048 tokens was full: window is asked again with 4,096/),
    ).toBeVisible();
    await playground.expectVerdict('Accepted', 'Reward 1.0');
  },
);

test('an answer that a reload cut off goes on where it was', { tag: '@long' }, async ({ page }) => {
  const playground = await openPlayground(page);
  await importProblems(page);
  await page.goto('#/problem/own%2Fslow?models=here');
  await downloadAndUse(page, 'resumed');
  await playground.ask();
  const meter = page.getByRole('img', { name: /reasoning [1-9]/ });
  await expect(meter).toBeVisible();
  await page.goto('#/problem/own%2Fsum?model=gpu:resumed');
  await page.reload();
  const banner = page.getByRole('complementary', { name: 'An interrupted answer' });
  await expect(banner).toContainText('resumed to own/slow');
  await banner.getByRole('button', { name: 'Resume the answer' }).click();
  await playground.expectVerdict('Accepted', 'Reward 1.0');
  await expect(page.getByRole('heading', { level: 1, name: 'own/slow' })).toBeVisible();
  await page.locator('summary', { hasText: /^\s*Reasoning/ }).click();
  await expect(page.getByText('Read the numbers, add them.')).toBeVisible();
  await expect(banner).toBeHidden();
});

test(
  'a model comes from a folder; a lost GPU is named, and the answer goes on in a new engine',
  { tag: '@long' },
  async ({ page, browser }, testInfo) => {
    const folder = testInfo.outputPath('lost');
    mkdirSync(folder, { recursive: true });
    for (const [name, bytes] of mlcModelFiles()) writeFileSync(join(folder, name), bytes);
    const playground = await openPlayground(page);
    await importProblems(page);
    await page.goto('#/problem/own%2Fslow?models=here');
    await page.getByText('Add a model of your own').click();
    const chooser = dialog(page).getByLabel('Choose a folder…');
    await chooser.setInputFiles(folder);
    await expect(dialog(page).getByText(/the compiled library \(\.wasm\) is missing/)).toBeVisible();
    writeFileSync(join(folder, 'lost-webgpu.wasm'), await buildLibrary());
    await chooser.setInputFiles(folder);
    await expect(dialog(page).getByText('Stored: lost.')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Use lost', exact: true }).click();
    await playground.ask();
    await expect(page.getByRole('img', { name: /reasoning [1-9]/ })).toBeVisible();
    // The process that holds the GPU dies, as it does when a driver gives up.
    await (await browser.newBrowserCDPSession()).send('Browser.crashGpuProcess');
    await expect(page.getByText(/The GPU was lost while lost used it/)).toBeVisible();
    await page.getByRole('button', { name: 'Continue the answer' }).click();
    await playground.expectVerdict('Accepted', 'Reward 1.0');
  },
);

test('Measure asks a model of web-llm, and the report names the engine that ran it', async ({ page }) => {
  await page.goto('./#/models');
  await addModel(page, 'measured');
  await page.getByRole('button', { name: 'Download measured' }).click();
  await expect(page.getByRole('button', { name: 'Measure measured' })).toBeVisible();
  await page.goto('./#/models?tab=measure&model=gpu%3Ameasured');
  await page.getByRole('button', { name: 'Measure measured' }).click();
  await expect(page.getByText(/^Measured: .*answer [\d.,]+ tokens\/s/)).toBeVisible();
  const report = page.getByText(/^Allpass /);
  await expect(report).toContainText(/Model: measured \(web-llm\)\nRan on: .*web-llm/);
  await expect(report).toContainText(/GPU: .*imitated by the CPU/);
  await page.goto('./#/models');
  await page.reload();
  await expect(page.getByText(/^Measured: .*answer/)).toBeVisible();
});
