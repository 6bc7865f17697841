/** Data sets from other places: an address, the Hub by name, a folder; all from servers of this machine. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { dataServer, serveOnHub, type DataServer } from '../builders/data-server.ts';
import { smallParquet } from '../builders/small-parquet.ts';
import { expectClean } from './expect-clean.ts';
import { giveFile } from './files.ts';
import { giveLook, LOOKS } from './looks.ts';
import { openPlayground } from './playground-page.ts';
import { withoutPython } from './without-python.ts';

const row = (id: string, pad = 0) =>
  `${JSON.stringify({ id, title: `Title of ${id}`, mode: 'stdin', prompt: 'x'.repeat(pad), tests: [{ input: '', output: '1' }] })}\n`;

let server: DataServer;
test.beforeEach(async ({ context }) => {
  await withoutPython(context);
  server = await dataServer();
});
test.afterEach(() => server.close());

/** By the keyboard alone, from anywhere on the page. */
async function openDialog(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('hugging');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Import problems' })).toBeVisible();
}

async function give(page: Page, text: string): Promise<void> {
  await openDialog(page);
  await page.getByLabel('Address, or name on the Hugging Face Hub').fill(text);
  await page.keyboard.press('Enter');
}

/** Holds back what a server sends from a place on, until it is let go. */
function gate(from: number) {
  let open = () => undefined as void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, before: (at: number) => (at < from ? Promise.resolve() : opened) };
}

test(
  'an address: rows are counted as they come, a stop leaves nothing, and each failure is said in a sentence',
  { tag: '@long' },
  async ({ page }) => {
    await openPlayground(page);
    const rows = Array.from({ length: 400 }, (_, at) => row(`far/${at}`, 5000)).join('');
    const held = gate(1_000_000);
    server.files.set('/data/far.jsonl', { body: rows, paced: { piece: 100_000, before: held.before } });
    const address = `${server.origin}/data/far.jsonl`;
    const line = page.getByRole('complementary', { name: 'Import', exact: true });

    await give(page, address);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(line.getByText(/rows read, [1-9]\d* problems, .* of 2(\.\d)? MB/)).toBeVisible();
    await line.getByRole('button', { name: 'Stop the import' }).click();
    await expect(line).toHaveCount(0);
    held.open();
    await give(page, address);
    await expect(
      page.getByText(/^400 problems added from 127\.0\.0\.1:\d+\/data\/far\.jsonl\./),
    ).toBeVisible();
    // Nothing was told but the address.
    for (const sent of server.headers)
      expect([sent.cookie, sent.referer, sent.authorization]).toEqual([undefined, undefined, undefined]);

    const failures = [
      ['/none.jsonl', null, 'is not there (its server answers with status 404)'],
      ['/closed', { status: 403 }, 'is not for everybody'],
      [
        '/page',
        { body: '<!doctype html><p>', headers: { 'Content-Type': 'text/html' } },
        'is a web page, not a data set',
      ],
      [
        '/mine',
        { body: row('a'), shared: false },
        'comes from a server that does not let other pages read it',
      ],
      ['/loop', { status: 302, headers: { Location: '/loop' } }, 'could not be fetched'],
    ] as const;
    for (const [path, served, says] of failures) {
      if (served !== null) server.files.set(path, served);
      await give(page, server.origin + path);
      await expect(page.getByText(says).last()).toBeVisible();
    }
    await give(page, 'ftp://example.org/x');
    await expect(page.getByRole('dialog').getByText(/^Addresses that begin with ftp:/)).toBeVisible();
    await page.keyboard.press('Escape');
    // The earlier problems are still there.
    await page.reload();
    await page.goto('#/problem/far%2F7');
    await expect(page.getByRole('heading', { level: 1, name: 'Title of far/7' })).toBeVisible();
  },
);

for (const look of LOOKS) {
  test(
    `the Hub by name: its splits are offered, and the first problems count before the rest has come, ${look.width} px`,
    { tag: '@long' },
    async ({ page }) => {
      await giveLook(page, look);
      await openPlayground(page);
      const ids = Array.from({ length: 300 }, (_, at) => String(at));
      const body = smallParquet(ids, { rowGroupSize: 100, pad: 4000 });
      const held = gate(400_000);
      // The end of the file names the places of all other parts.
      const before = (at: number) => (at > body.length - 600_000 ? Promise.resolve() : held.before(at));
      serveOnHub(
        server,
        'owner/set',
        {
          'taco/train-00000-of-00001.parquet': { body, paced: { piece: body.length, before } },
          'apps/test.jsonl': { body: row('t') },
          'apps/train.jsonl': { body: row('u') },
        },
        {
          cardData: {
            configs: [
              { config_name: 'taco', data_files: 'taco/train-*' },
              { config_name: 'apps', data_dir: 'apps' },
            ],
          },
        },
      );
      await openDialog(page);
      await page.getByText('Another address of the Hub').click();
      await page.getByLabel('Address of the Hub').fill(server.origin);
      await page.getByLabel('Address, or name on the Hugging Face Hub').fill('owner/set');
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('checkbox')).toHaveCount(3);
      await expectClean(page, 'splits to choose from');
      await dialog.getByRole('checkbox', { name: /^taco: train 1 file, 1\.\d MB/ }).focus();
      await page.keyboard.press('Space');
      await dialog.getByRole('checkbox', { name: /^apps: test/ }).check();
      await page.getByRole('button', { name: 'Import the splits' }).focus();
      await page.keyboard.press('Enter');
      const line = page.getByRole('complementary', { name: 'Import', exact: true });
      await expect(
        line.getByText(/^owner\/set \(taco:train, apps:test\): 100 rows read, 100 problems,/),
      ).toBeVisible();
      await expectClean(page, 'an import that is running');
      held.open();
      await expect(
        page.getByText('301 problems added from owner/set (taco:train, apps:test).'),
      ).toBeVisible();

      server.files.set('/api/datasets/owner/private', { status: 401 });
      await openDialog(page);
      await page.getByLabel('Address, or name on the Hugging Face Hub').fill('owner/private');
      await page.keyboard.press('Enter');
      await expect(
        dialog.getByText(/^owner\/private is not on the Hub for visitors without a login/),
      ).toBeVisible();
      await expectClean(page, 'a data set that is not shown');
      // A name that leaves nothing open asks nothing.
      await page.getByLabel('Address, or name on the Hugging Face Hub').fill('owner/set/apps:train');
      await page.keyboard.press('Enter');
      await expect(page.getByText('1 problem added from owner/set/apps:train.')).toBeVisible();
    },
  );
}

test('a folder, dropped or chosen, is one data set', { tag: '@long' }, async ({ page }, info) => {
  await openPlayground(page);
  const folder = info.outputPath('mine');
  mkdirSync(join(folder, 'deep'), { recursive: true });
  writeFileSync(join(folder, 'a.jsonl'), row('a'));
  writeFileSync(join(folder, 'deep', 'b.jsonl'), row('b'));
  writeFileSync(join(folder, 'notes.txt'), 'x');
  const devtools = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', {
      type,
      x: 200,
      y: 200,
      data: { items: [], files: [folder], dragOperationsMask: 1 },
    });
  await expect(page.getByText('2 problems added from mine.')).toBeVisible();
  writeFileSync(join(folder, 'c.jsonl'), row('c'));
  await openDialog(page);
  await page.getByLabel('A folder with a data set').setInputFiles(folder);
  await expect(page.getByText('3 problems added from mine.')).toBeVisible();
});

for (const look of LOOKS) {
  test(
    `columns that nobody knows are mapped by hand, once, ${look.width} px`,
    { tag: '@long' },
    async ({ page }) => {
      await giveLook(page, look);
      await openPlayground(page);
      const line = (at: number) =>
        JSON.stringify({
          key: `m${at}`,
          question: `Title ${at}\n\nSay it.`,
          cases: [{ input: '', output: '1' }],
        });
      const add = (name: string, ...ats: readonly number[]) => giveFile(page, name, ats.map(line).join('\n'));
      await add('odd.jsonl', 1, 2);
      const dialog = page.getByRole('dialog', { name: 'Map columns' });
      await expect(dialog.getByLabel('Statement')).toHaveValue('question');
      await expect(dialog.getByText('Say which column has the tests')).toBeVisible();
      await expectClean(page, 'columns to be mapped');
      await dialog.getByLabel('Tests', { exact: true }).selectOption('cases');
      await dialog.getByLabel('Id', { exact: true }).selectOption('key');
      await dialog.getByRole('button', { name: 'Import' }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByText('2 problems added from odd.jsonl.')).toBeVisible();
      await page.reload();
      // The next file with these columns asks nothing.
      await add('more.jsonl', 3);
      await expect(page.getByText('1 problem added from more.jsonl.')).toBeVisible();
      await page.goto('#/problem/m3');
      await expect(page.getByRole('article').getByText('Say it.')).toBeVisible();
      await openDialog(page);
      await page.getByText('Columns that you mapped').click();
      await expectClean(page, 'mappings that are kept');
      await page.getByRole('button', { name: 'Forget' }).click();
      await page.keyboard.press('Escape');
      await add('again.jsonl', 4);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog).toHaveCount(0);
    },
  );
}
