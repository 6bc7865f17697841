/** Firefox, driven by WebDriver BiDi. */
import type { BrowserDriver } from './tab.ts';

/** A user's choices about storage. */
export const PRIVATE_WINDOW = { 'browser.privatebrowsing.autostart': true };
export const NO_COOKIES = { 'network.cookie.cookieBehavior': 2 };

/**
 * @param program Firefox, as `findFirefox` returns it
 * @param preferences as in about:config
 */
export async function openFirefox(
  program: string,
  preferences: Readonly<Record<string, boolean | number>> = {},
): Promise<BrowserDriver> {
  const { launch } = await import('puppeteer-core');
  const browser = await launch({
    browser: 'firefox',
    executablePath: program,
    headless: true,
    defaultViewport: { width: 1440, height: 900 },
    protocolTimeout: 0,
    extraPrefsFirefox: { ...preferences },
  });
  const page = await browser.newPage();
  return {
    name: 'Firefox',
    goto: async (address) => void (await page.goto(address, { timeout: 300_000 })),
    run: (body, ...values) =>
      page.evaluate(`(async function () { ${body} }).apply(null, ${JSON.stringify(values)})`),
    click: (x, y) => page.mouse.click(x, y),
    async press({ key, withControl = false }) {
      if (withControl) await page.keyboard.down('Control');
      await page.keyboard.press(key);
      if (withControl) await page.keyboard.up('Control');
    },
    close: () => browser.close(),
  };
}
