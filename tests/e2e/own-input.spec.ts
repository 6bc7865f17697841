/** A program run on what the user types: output, error and time, and no verdict. */
import { expect, test } from '@playwright/test';
import { SIZES } from './looks.ts';
import { openPlayground } from './playground-page.ts';

for (const { width, height, tag } of SIZES) {
  test(`a program runs on own input, by the keyboard too, ${width} px`, { tag }, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const playground = await openPlayground(page, '#/problem/allpass%2Flowest-barrel?tab=program');
    const input = page.getByRole('textbox', { name: 'Own input' });
    const output = page.getByLabel('Output on own input');
    // With nothing to run, the place to type opens, and takes the focus.
    await page.keyboard.press("ControlOrMeta+'");
    await expect(input).toBeFocused();
    await page.getByRole('button', { name: 'Close own input' }).click();
    await expect(input).toHaveCount(0);
    // The focus goes back to the work.
    await expect(playground.editor).toBeFocused();
    // Once its code is there, it takes every key from the moment it is called.
    await page.keyboard.press("ControlOrMeta+'");
    await page.keyboard.type('six\nseven', { delay: 30 });
    await expect(input).toHaveValue('six\nseven');
    await page.keyboard.press("ControlOrMeta+'");
    await expect(page.getByText('then run it.')).toBeVisible();

    await playground.write(
      'import sys\ntext = sys.stdin.read()\nprint(text[::-1], file=sys.stderr)\nprint(text.upper())',
    );
    await page.keyboard.press("ControlOrMeta+'");
    await expect(page.getByText(/^Finished in [\d.]+ m?s\.$/)).toBeVisible();
    await expect(output).toHaveText('SIX\nSEVEN\n');
    await expect(page.getByLabel('Standard error on own input')).toHaveText('neves\nxis\n');
    await expect(playground.verdict.getByRole('heading', { level: 2 })).toHaveText('Not judged yet');
    // It is kept with the program.
    await page.reload();
    await expect(input).toHaveValue('six\nseven');
    await expect(output).toHaveCount(0);

    await page.getByLabel('Use the input of a public test').selectOption('Test 1');
    await expect(input).not.toHaveValue('six\nseven');
    await playground.write('while True: pass');
    await page.keyboard.press("ControlOrMeta+'");
    await expect(page.getByText(/^The run: \d+\.\d of \d+\.\d s/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Stopped.', { exact: true })).toBeVisible();
    await playground.write('{}["missing"]');
    await page.keyboard.press("ControlOrMeta+'");
    await expect(page.getByText(/^It ended with KeyError/)).toBeVisible();
    await expect(page.getByLabel('Error on own input')).toContainText('line 1, in <module>');
    await expect(playground.verdict.getByRole('heading', { level: 2 })).toHaveText('Not judged yet');
  });
}
