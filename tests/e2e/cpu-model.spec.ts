/** Models without a GPU: the real wllama with a random model, and what a machine without WebGPU is told. */
import { expect, test } from '@playwright/test';
import { startModelServer, type ModelServer } from '../model-fixtures/server.ts';
import { SIZES } from './looks.ts';
import { openPlayground } from './playground-page.ts';

let server: ModelServer;
test.beforeAll(async () => {
  server = await startModelServer();
});
test.afterAll(() => server.close());

for (const { width, height, tag } of SIZES) {
  test(
    `the list of models opens on what works on this machine, and a GGUF model goes from its address to the verdict, and what is stored is deleted again, ${width} px`,
    { tag },
    async ({ page, context }) => {
      await page.setViewportSize({ width, height });
      const playground = await openPlayground(page, '#/?models=here');
      const dialog = page.getByRole('dialog', { name: 'Models on this device' });
      const recommended = dialog.getByRole('region', { name: 'Recommended on this machine' });
      await expect(recommended).toContainText(
        /Qwen2.5-Coder .*, on the CPU.*found no GPU.*of memory.*tokens a second/,
      );
      const list = dialog.getByRole('list', { name: 'Models for this machine' });
      const thinking = list.getByRole('listitem').first();
      await expect(thinking).toContainText(
        /DeepCoder 1.5B Preview.*llama.cpp on the CPU, 1.1 GB to download, .* of memory/,
      );
      await expect(list.getByRole('listitem').nth(1)).toContainText('recommended');
      await expect(thinking).toContainText('Holds the usual chain of thought');
      await thinking.getByLabel('Window').selectOption('8,192 tokens');
      await expect(thinking).toContainText('Too short for the usual chain of thought of about 10,000 tokens');
      await expect(
        dialog.getByText('The browser has WebGPU, and found no GPU it may use.').first(),
      ).toBeVisible();
      await dialog.getByText(/^\d+ models that cannot run here$/).click();
      await expect(dialog.getByText('Cannot run here.').first()).toBeVisible();
      // A model that cannot run here offers its download in its details only.
      const cannot = dialog.getByRole('list', { name: 'Models that cannot run here' });
      await expect(cannot.getByRole('button', { name: /^Download/ })).toHaveCount(0);
      await cannot.getByText('Window and details').first().click();
      await expect(cannot.getByRole('button', { name: /^Download/ })).toHaveCount(1);
      await expect(dialog.getByText(/Expect .* tokens a second on the CPU/).first()).toBeVisible();
      const address = `${server.url}/gguf/journey/tiny-right.gguf`;
      const field = dialog.getByRole('textbox', { name: 'Add the address of a .gguf file' });
      await field.fill(`${server.url}/gguf/README.md`);
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(dialog.getByText(/does not end in \.gguf/)).toBeVisible();
      await field.fill(address);
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await dialog.getByRole('button', { name: 'Download tiny-right' }).click();
      await dialog.getByRole('button', { name: 'Use tiny-right', exact: true }).click();
      await expect(page.getByLabel('Model', { exact: true })).toHaveValue(`cpu:${address}`);
      await playground.ask();
      // It answers a sum, whatever the problem asks.
      await playground.expectVerdict(/Wrong answer/, 'Reward 0.0');
      await expect(page.getByText(/^wllama 3\.13\.0, CPU, 1 thread, [\d.]+ [kM]B$/)).toBeVisible();
      await expect(page.getByRole('img', { name: /^Window of 8,192 tokens/ })).toBeVisible();
      await page.goto(`${new URL(page.url()).pathname}#/?models=here`);
      await expect(list.getByRole('listitem').filter({ hasText: 'tiny-right' })).toContainText(
        'It runs on the CPU with 1 thread. The browser has WebGPU, and found no GPU it may use.',
      );
      await dialog.getByRole('button', { name: 'Measure tiny-right' }).click();
      await expect(list.getByRole('listitem').filter({ hasText: 'tiny-right' })).toContainText(
        /Measured: Prompt .* tokens\/s \(\d+ tokens\), .*wllama 3\.13\.0, CPU, 1 thread, [\d.]+ [kM]B, \d{4}-\d\d-\d\d\./,
      );
      await dialog.getByRole('button', { name: 'Delete tiny-right' }).click();
      await expect(dialog.getByRole('button', { name: 'Download tiny-right' })).toBeVisible();
      // Without a network nothing is offered that would need one: this machine's own server needs none.
      await context.setOffline(true);
      await expect(
        dialog.getByText('The download needs a network, and this device has none now.').first(),
      ).toBeVisible();
      await expect(list.getByRole('button', { name: /^Download/ })).toHaveCount(1);
      await context.setOffline(false);
      await expect(dialog.getByText('The download needs a network')).toHaveCount(0);
    },
  );
}

test('a model that fits no tab gives the line for a server, and opens the connection filled in', async ({
  page,
}) => {
  await openPlayground(page, '#/?models=here');
  const row = page.getByRole('listitem').filter({ hasText: 'DeepCoder 14B Preview' });
  await expect(row).toContainText('Does not fit a tab. Memory there ends at 4.3 GB.');
  await expect(row).toContainText(
    /llama-server -hf \S*DeepCoder-14B-Preview-GGUF:Q4_K_M .*--cors-origins http/,
  );
  await row.getByRole('button', { name: 'Connect… to DeepCoder 14B Preview' }).click();
  const connection = page.getByRole('dialog', { name: 'Connection' });
  await expect(connection.getByLabel('Base URL')).toHaveValue('http://localhost:8080/v1');
  await expect(connection.getByLabel('Model', { exact: true })).toHaveValue('DeepCoder-14B-Preview');
  await page.goto('./#/models');
  await page.getByRole('button', { name: 'Connect… to DeepCoder 14B Preview' }).click();
  await expect(page).toHaveURL(/#\/models\?tab=endpoint$/);
  await expect(page.getByLabel('Model', { exact: true })).toHaveValue('DeepCoder-14B-Preview');
});

test('a fresh profile: four clicks from the first screen to the verdict of an answer by the recommended model', async ({
  page,
  context,
}) => {
  // The host of the catalog's models. Its file is one that this suite has.
  await context.route('https://huggingface.co/**', async (route) => {
    const response = await route.fetch({ url: `${server.url}/gguf/journey/tiny-right.gguf` });
    await route.fulfill({ response });
  });
  const playground = await openPlayground(page);
  const dialog = page.getByRole('dialog', { name: 'Models on this device' });
  await page.getByRole('button', { name: 'Set up a model…' }).click();
  const recommendation = dialog.getByRole('region', { name: 'Recommended on this machine' });
  await expect(recommendation).toContainText(/tokens a second/);
  const row = dialog.getByRole('listitem').filter({ hasText: 'recommended' });
  await expect(row).toContainText(/ to download, .* of memory/);
  await row.getByRole('button', { name: /^Download/ }).click();
  await row.getByRole('button', { name: /^Use/ }).click();
  await playground.ask();
  await playground.expectVerdict(/Wrong answer/, 'Reward 0.0');
  await expect(page.getByText(/^wllama 3\.13\.0, CPU, /)).toBeVisible();
});
