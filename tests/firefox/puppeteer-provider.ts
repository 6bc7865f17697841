/**
 * Vitest's browser mode in an ordinary Firefox. Playwright drives only a Firefox that it patched and ships
 * itself; WebDriver BiDi is what every Firefox understands, and Puppeteer speaks it.
 */
import { playwright } from '@vitest/browser-playwright';
import type { Browser, Page } from 'puppeteer-core';
import type { BrowserProvider, BrowserProviderOption, TestProject } from 'vitest/node';
import { findFirefox } from '../../src/node/cli/page/page-settings.ts';

class PuppeteerProvider implements BrowserProvider {
  readonly name = 'puppeteer';
  readonly supportsParallelism = false;
  readonly #headless: boolean;
  readonly #pages = new Map<string, Page>();
  #browser: Promise<Browser> | null = null;

  constructor(project: TestProject) {
    this.#headless = project.config.browser.headless;
  }

  getCommandsContext(sessionId: string): { page: Page | undefined } {
    return { page: this.#pages.get(sessionId) };
  }

  async openPage(sessionId: string, address: string): Promise<void> {
    this.#browser ??= this.#launch();
    const browser = await this.#browser;
    await this.#pages.get(sessionId)?.close();
    const page = await browser.newPage();
    this.#pages.set(sessionId, page);
    // No time limit of its own: the page waits while Vite makes the engine's files.
    await page.goto(address, { timeout: 0 });
  }

  async close(): Promise<void> {
    const browser = await this.#browser;
    this.#browser = null;
    this.#pages.clear();
    await browser?.close();
  }

  async #launch(): Promise<Browser> {
    // Loaded late, since every other project reads the configuration, and with it this file, too.
    const { launch } = await import('puppeteer-core');
    const executablePath = findFirefox();
    if (executablePath === null) throw new Error('there is no Firefox on this machine');
    return launch({ browser: 'firefox', executablePath, headless: this.#headless });
  }
}

export function puppeteer(): BrowserProviderOption {
  return {
    name: 'puppeteer',
    supportedBrowser: ['firefox'],
    options: {},
    providerFactory: (project) => new PuppeteerProvider(project),
    // Vitest's server is the same behind every driver.
    serverFactory: playwright().serverFactory,
  };
}
