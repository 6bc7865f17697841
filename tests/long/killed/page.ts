/** The built page in a browser that keeps its profile, whatever becomes of the browser. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { launchOptions } from '../../../src/node/bootstrap/chromium.mjs';

/** Only ends what hangs. */
const PATIENCE = 60_000;

export async function openBrowser(folder: string): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    ...launchOptions(),
    serviceWorkers: 'block',
  });
  context.setDefaultTimeout(PATIENCE);
  return context;
}

/**
 * Kills the browser as the kernel kills a process that takes all the memory: all its processes at once, without a word.
 */
export async function killBrowser(context: BrowserContext): Promise<void> {
  const session = await context.browser()!.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const { id } = processInfo.find(({ type }) => type === 'browser')!;
  const gone = new Promise((resolve) => context.once('close', resolve));
  // It leads a group of its own.
  process.kill(-id, 'SIGKILL');
  await gone;
}

/**
 * The browser lets the page store nothing more, as where its quota is used up. Call it before any tab shows the page: a
 * page with an open database uses the old quota for half a minute. (Some bytes more than are used now would end the run
 * later, and at times not at all: Chromium compacts its databases when it opens them.)
 * @returns gives back what there was before
 */
export async function takeQuota(context: BrowserContext, address: string): Promise<() => Promise<void>> {
  const { origin } = new URL(address);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  return async () => {
    await session.send('Storage.overrideQuotaForOrigin', { origin });
    await page.close();
  };
}

/** Sets the server up, and takes the problems in. */
export async function setUp(page: Page, address: string, server: string, lines: string): Promise<void> {
  await page.goto(`${address}#/models?tab=endpoint`);
  await page.getByLabel('Base URL').fill(server);
  await page.getByLabel('Model', { exact: true }).fill('toy');
  await page.getByRole('button', { name: 'Use in the playground' }).click();
  await page.waitForURL(/model=endpoint%3Atoy/);
  const picker = page.locator('input[type=file][accept*=jsonl]');
  await picker.setInputFiles({ name: 'many.jsonl', mimeType: '', buffer: Buffer.from(lines) });
  await page.getByText(/^\d+ problems added from many\.jsonl/).waitFor();
}

/** Makes a run of the set, which has `problems` problems, and starts it. */
export async function startRun(
  page: Page,
  address: string,
  { name, problems, samples }: Readonly<Record<'problems' | 'samples', number> & { name: string }>,
): Promise<void> {
  await page.goto(`${address}#/runs?new=yes`);
  const sets = page.getByLabel('From', { exact: true });
  const own = await sets.locator('option', { hasText: `(${problems})` }).getAttribute('value');
  await sets.selectOption(own);
  await page.getByLabel('Samples per problem').fill(String(samples));
  await page.getByLabel('Parallel requests').fill(String(AT_ONCE));
  await page.getByText('Sampling:').click();
  await page.getByLabel('Seed').fill('0');
  await page.getByLabel('Name of the run').fill(name);
  await page.getByRole('button', { name: 'Start the run' }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

/** The number of requests that may be in flight at once. */
export const AT_ONCE = 8;

export const goOn = (page: Page): Promise<void> => page.getByRole('button', { name: 'Resume' }).click();

/** Why a run stands still, as the page says it. */
export async function haltedBy(page: Page): Promise<string> {
  const alert = page.getByRole('alert');
  // A server that has answered before is waited for, some minutes.
  await alert.waitFor({ timeout: 600_000 });
  await page.getByRole('button', { name: 'Resume' }).waitFor();
  return (await alert.textContent()) ?? '';
}

export async function untilJudged(page: Page, count: number): Promise<void> {
  await page.getByText(`${count} of ${count} judged`, { exact: true }).waitFor({ timeout: 4 * PATIENCE });
}

/**
 * Names of the samples whose answers the browser has kept, as `ModelServer` writes them: read from under the page, so that nothing
 * of it says so.
 */
export function keptIn(page: Page): Promise<readonly string[]> {
  const run = new URL(page.url().replace('#/', '')).searchParams.get('run')!;
  return page.evaluate(async (id) => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('not read'));
      });
    const database = await done(indexedDB.open('allpass-runs'));
    const tables = database.transaction(['rows', 'packs']);
    const range = IDBKeyRange.bound([id], [id, []]);
    const packs = await done<string[]>(tables.objectStore('packs').getAll(range));
    const loose = await done<object[]>(tables.objectStore('rows').getAll(range));
    database.close();
    const rows = [...packs.flatMap((pack) => JSON.parse(pack) as object[]), ...loose] as {
      id: string;
      sample: number;
      failure: string | null;
    }[];
    return rows
      .filter(({ failure }) => failure === null)
      .map(({ id: problem, sample }) => `${problem} ${sample}`);
  }, run);
}

/** Returns the export of an open run, as text. */
export async function savedAs(page: Page, kind: 'verdicts' | 'markdown'): Promise<string> {
  const saving = page.waitForEvent('download');
  const format = page.getByLabel('Format');
  if (!(await format.isVisible())) await page.getByRole('button', { name: 'Export…' }).click();
  await format.selectOption(kind);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  return readFileSync(await (await saving).path(), 'utf8');
}
