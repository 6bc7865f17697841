/** Models without a GPU: the real wllama with a random model, and what a machine without WebGPU is told. */
import { expect, test } from '@playwright/test';
import { startModelServer, type ModelServer } from '../model-fixtures/server.ts';
import { PlaygroundPage } from './playground-page.ts';

let server: ModelServer;
test.beforeAll(async () => {
  server = await startModelServer();
});
test.afterAll(() => server.close());

for (const { width, height, tag } of [
  { width: 1440, height: 900, tag: [] },
  { width: 390, height: 844, tag: ['@long'] },
]) {
  test(
    `the list of models opens on what works on this machine, and a GGUF model goes from its address to the verdict, and what is stored is deleted again, ${width} px`,
    { tag },
    async ({ page, context }) => {
      await page.setViewportSize({ width, height });
      const playground = new PlaygroundPage(page);
      await playground.open('#/?models=here');
      const dialog = page.getByRole('dialog', { name: 'Models on this device' });
      await expect(dialog.getByRole('tab', { name: 'On the CPU' })).toHaveAttribute('aria-selected', 'true');
      const recommended = dialog.getByRole('region', { name: 'Recommended on this machine' });
      await expect(recommended).toContainText(
        /Qwen2.5-Coder .*, on the CPU.*found no GPU.*of memory.*tokens a second/,
      );
      await expect(dialog.getByRole('listitem').first()).toContainText('recommended');
      const thinking = dialog.getByRole('listitem').filter({ hasText: 'DeepCoder 1.5B' });
      await expect(thinking).toContainText('Holds the usual chain of thought');
      await thinking.getByLabel('Window').selectOption('8,192 tokens');
      await expect(thinking).toContainText('Too short for the usual chain of thought of about 10,000 tokens');
      await dialog.getByRole('tab', { name: 'On the GPU' }).click();
      await expect(
        dialog.getByText('The browser has WebGPU, and found no GPU it may use.').first(),
      ).toBeVisible();
      await expect(dialog.getByText('Cannot run here.').first()).toBeVisible();
      // A model that cannot run here offers its download in its details only.
      await expect(dialog.getByRole('button', { name: /^Download/ })).toHaveCount(0);
      await dialog.getByText('Window and details').first().click();
      await expect(dialog.getByRole('button', { name: /^Download/ })).toHaveCount(1);
      await recommended.getByRole('button', { name: 'Show it' }).click();
      await expect(dialog.getByText(/Expect .* tokens a second at best/).first()).toBeVisible();
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
      await expect(page.getByRole('img', { name: /^Window of 8,192 tokens/ })).toBeVisible();
      await page.goto(`${new URL(page.url()).pathname}#/?models=cpu`);
      await dialog.getByRole('button', { name: 'Delete tiny-right' }).click();
      await expect(dialog.getByRole('button', { name: 'Download tiny-right' })).toBeVisible();
      // Without a network nothing is offered that would need one: this machine's own server needs none.
      await context.setOffline(true);
      await expect(
        dialog.getByText('The download needs a network, and this device has none now.').first(),
      ).toBeVisible();
      await expect(dialog.getByRole('button', { name: /^Download/ })).toHaveCount(1);
      await context.setOffline(false);
      await expect(dialog.getByText('The download needs a network')).toHaveCount(0);
    },
  );
}
