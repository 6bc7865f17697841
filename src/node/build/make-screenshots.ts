/**
 * `npm run screenshots`: takes the README's pictures, or the named ones, from the running page in light and dark. It
 * also stores a hash of the labels of the page's shell. An end-to-end test compares the hash with the current page
 * (`tests/e2e/pictures.spec.ts`).
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { DIST, ensurePage } from '../bootstrap/page-build.mjs';
import { inRoot } from '../bootstrap/root.mjs';
import { serveFolder } from '../bootstrap/static-server.mjs';
import { ensureChromium, launchOptions } from '../bootstrap/chromium.mjs';
import { UsageError } from '../cli/text/messages.ts';
import { LABELS, PICTURES, shellLabelsHash } from './shell-labels.ts';

const LABELS_FILE = join(inRoot(PICTURES), LABELS);
const SIZE = { width: 1440, height: 900 };
const LOWEST_BARREL = '#/problem/allpass%2Flowest-barrel';
/** Problem in the pictures. One of its recorded answers has two blocks of code, and graders use different ones. */
const SNOW_POSTS = '#/problem/allpass%2Fsnow-posts';
const LAB = '#/learn/lab?seeds=1';

/** The actions on the page before each picture, by the picture's name. */
const SCENES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async playground(page) {
    await page.goto(`./${LOWEST_BARREL}`);
    await ask(page);
  },
  async xray(page) {
    await page.goto(`./${SNOW_POSTS}`);
    await page.getByLabel('Model', { exact: true }).selectOption({ label: 'Example: two blocks' });
    await ask(page);
    await page.getByRole('button', { name: 'X-ray' }).click();
    await page.getByRole('button', { name: 'Run again' }).waitFor();
  },
  async run(page) {
    await page.goto('./#/runs');
    await page.getByRole('button', { name: 'Run the recorded answers' }).click();
    await page.getByText(/^(\d+) of \1 judged$/).waitFor();
  },
  async lab(page) {
    await page.goto(`./${LAB}`);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('Done: the same seed gives the same run.').waitFor();
  },
};

async function ask(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Watch an answer get graded|Play the example)$/ }).click();
  await page.getByRole('region', { name: 'Verdict' }).getByText('Reward 1.0').waitFor();
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
}

const pictureNames = process.argv.slice(2);
const unknownPicture = pictureNames.find((name) => !Object.hasOwn(SCENES, name));
if (unknownPicture !== undefined)
  throw new UsageError(
    `there is no picture “${unknownPicture}”: there are ${Object.keys(SCENES).join(', ')}`,
  );
await ensureChromium();
await ensurePage();
const server = await serveFolder(DIST);
const browser = await chromium.launch(launchOptions());
try {
  const page = await browser.newPage({ viewport: SIZE, baseURL: server.address, reducedMotion: 'reduce' });
  // The limit only ends pages that hang.
  page.setDefaultTimeout(300_000);
  mkdirSync(inRoot(PICTURES), { recursive: true });
  const labels = (pictureNames.length === 0 ? {} : JSON.parse(readFileSync(LABELS_FILE, 'utf8'))) as Record<
    string,
    string
  >;
  for (const [name, prepareScene] of Object.entries(SCENES)) {
    if (pictureNames.length > 0 && !pictureNames.includes(name)) continue;
    await prepareScene(page);
    await page.evaluate(() => document.fonts.ready);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const picture = `${name}-${colorScheme}.png`;
      await page.screenshot({ path: join(inRoot(PICTURES), picture), animations: 'disabled', caret: 'hide' });
      labels[picture] = await shellLabelsHash(page);
    }
  }
  writeFileSync(LABELS_FILE, `${JSON.stringify(labels, null, 2)}\n`);
} finally {
  await browser.close();
  await server.close();
}
