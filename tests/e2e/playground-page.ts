/** The playground as a user names its parts. */
import { expect, type Locator, type Page } from '@playwright/test';

export const LOWEST_BARREL = '#/problem/allpass%2Flowest-barrel';

/** The button that asks the chosen model, or plays the chosen example. */
export const ASK = /^(Ask the model|Play the example|Watch an answer get graded)$/;

export class PlaygroundPage {
  readonly page: Page;
  readonly verdict: Locator;
  readonly editor: Locator;

  constructor(page: Page) {
    this.page = page;
    this.verdict = page.getByRole('region', { name: 'Verdict' });
    this.editor = page.getByRole('textbox', { name: 'Your program' });
  }

  async open(view = ''): Promise<void> {
    await this.page.goto(`./${view}`);
    await expect(this.page.getByRole('heading', { level: 1 })).toBeVisible();
  }

  async ask(answer?: string): Promise<void> {
    if (answer !== undefined)
      await this.page.getByLabel('Model', { exact: true }).selectOption({ label: answer });
    await this.page.getByRole('button', { name: ASK }).click();
  }

  /** Runs a command of the palette. */
  async command(name: string): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+k');
    await this.page.getByPlaceholder('Type a command').fill(name);
    await this.page.getByRole('option', { name, exact: true }).click();
  }

  /** Sets up a server and a model of it, which need not exist. */
  async setUpServer(base = 'http://127.0.0.1:9/v1', model = 'tiny', key = ''): Promise<void> {
    await this.command('Connection');
    const dialog = this.page.getByRole('dialog', { name: 'Connection' });
    await dialog.getByLabel('Base URL').fill(base);
    if (key !== '') await dialog.getByLabel('API key (optional)').fill(key);
    await dialog.getByLabel('Model', { exact: true }).fill(model);
    await dialog.getByRole('button', { name: 'Done' }).click();
  }

  /** Replaces the program in the editor, as typing over a selection does. */
  async write(program: string): Promise<void> {
    await this.page.getByRole('tab', { name: 'Program' }).click();
    await this.editor.click();
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.insertText(program);
  }

  /** Writes a program, submits it by its key, and waits for its verdict. */
  async submit(program: string, headline: string | RegExp, reward: string): Promise<void> {
    await this.write(program);
    await this.page.keyboard.press('ControlOrMeta+Enter');
    await this.expectVerdict(headline, reward);
  }

  async expectVerdict(headline: string | RegExp, reward: string): Promise<void> {
    // The first program of a visit waits for Python to start.
    await expect(this.verdict.getByRole('heading', { level: 2 })).toHaveText(headline);
    await expect(this.verdict.getByText(reward)).toBeVisible();
  }

  /** The first failure is said at once; the verdict is kept when the other tests have run as well. */
  async expectEnd(): Promise<void> {
    await expect(this.page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
  }
}

/** @param view the hash of the address */
export async function openPlayground(page: Page, view = ''): Promise<PlaygroundPage> {
  const playground = new PlaygroundPage(page);
  await playground.open(view);
  return playground;
}
