/** Storages that refuse, are full or hold what no version has written: the page goes on, and says what is not kept. */
import { expect, test, type Page } from '@playwright/test';
import { withoutPython } from '../e2e/without-python.ts';

test.beforeEach(({ context }) => withoutPython(context));

const FIRST = { name: 'own.jsonl', ids: ['one', 'two'] };
const LOST_ON_RELOAD = 'They are lost when you close or reload the page';

async function addFile(page: Page, { name, ids }: typeof FIRST): Promise<void> {
  const lines = ids.map((id) =>
    JSON.stringify({ id, mode: 'stdin', prompt: id, tests: [{ input: '', output: '1' }] }),
  );
  await page
    .locator('input[type=file][accept*=jsonl]')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(lines.join('\n')) });
  await expect(page.getByText(`${ids.length} problems added from ${name}`)).toBeVisible();
}

/** The faults that a browser causes before the page's first line runs. */
const REFUSALS: Readonly<Record<string, () => void>> = {
  'a full storage': () => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('no room', 'QuotaExceededError');
    };
  },
  'room for all but the problems': () => {
    const put = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'put')!
      .value as IDBObjectStore['put'];
    IDBObjectStore.prototype.put = function (...all) {
      if (this.name === 'problems') throw new DOMException('no room', 'QuotaExceededError');
      return put.apply(this, all);
    };
  },
  'a blocked storage': () => {
    const denied = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    IDBFactory.prototype.open = denied;
    IDBFactory.prototype.databases = denied;
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(globalThis, name, { get: denied });
  },
};

/** Applies a fault to the page and to the worker that stores imported problems. */
async function refuseIn(page: Page, refuse: () => void): Promise<void> {
  await page.addInitScript(refuse);
  await page.route(/import\.worker[^/]*\.js/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `(${String(refuse)})();\n${await response.text()}` });
  });
}

for (const [name, refuse] of Object.entries(REFUSALS)) {
  test(`${name}: what is added works, and the report says that it will be gone`, async ({ page }) => {
    await refuseIn(page, refuse);
    await page.goto('./');
    await addFile(page, FIRST);
    await expect(page.getByText(LOST_ON_RELOAD)).toBeVisible();
    await page.evaluate(() => (location.hash = '#/problem/two'));
    await expect(page.getByRole('heading', { level: 1, name: 'two' })).toBeVisible();
    await page.goto('./');
    await page.reload();
    await expect(page.getByRole('article')).toBeVisible();
    // Nothing is listed that could not be opened.
    const list = page.getByRole('navigation', { name: 'Problems' });
    await expect(list.getByRole('link', { name: 'two', exact: true })).toHaveCount(0);
  });
}

test('a set that cannot be replaced is there as it was', async ({ page }) => {
  await page.goto('./');
  await addFile(page, FIRST);
  await expect(page.getByText(LOST_ON_RELOAD)).toHaveCount(0);
  await page.evaluate(REFUSALS['a full storage']!);
  await addFile(page, { name: FIRST.name, ids: ['three', 'four', 'five'] });
  await expect(page.getByText(LOST_ON_RELOAD)).toBeVisible();
  await page.evaluate(() => (location.hash = '#/problem/four'));
  await expect(page.getByRole('heading', { level: 1, name: 'four' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'No such problem' })).toBeVisible();
  await page.evaluate(() => (location.hash = '#/problem/two'));
  await expect(page.getByRole('heading', { level: 1, name: 'two' })).toBeVisible();
});

/** Records that another page of the origin, an extension or a fault may have left. */
const STRANGE: readonly unknown[] = [
  null,
  0,
  'text',
  [],
  {},
  { tests: 'none', summaries: 7, columns: [], completion: {}, report: null },
  { code: 1, revision: 'x', version: 1e9, value: [] },
  JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"version":1}'),
];

const MISFITS = 'records of other shapes, everywhere: the page opens, and says so once';
test(MISFITS, { tag: '@long' }, async ({ page }) => {
  const faults: Error[] = [];
  page.on('pageerror', (error) => faults.push(error));
  await page.goto('./#/problem/one');
  await addFile(page, FIRST);
  for (const strange of STRANGE) {
    await page.goto('./favicon.svg');
    await page.evaluate(async (value) => {
      for (const key of ['allpass-theme', 'allpass-panes', 'allpass-mirror', ...Object.keys(localStorage)])
        localStorage.setItem(key, JSON.stringify(value));
      for (const { name = '' } of await indexedDB.databases()) {
        await new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open(name);
          opening.onerror = () => reject(new Error(`${name} not opened`));
          opening.onsuccess = () => {
            const database = opening.result;
            const tables = [...database.objectStoreNames].filter((table) => table !== 'problems');
            const writing = database.transaction(tables, 'readwrite');
            for (const table of tables) {
              const store = writing.objectStore(table);
              for (const key of ['endpoint', 'own.jsonl', 'chosen'])
                store.put(
                  value,
                  name === 'allpass' && table !== 'sets' ? ['bundled', 'allpass/lowest-barrel'] : key,
                );
            }
            writing.oncomplete = () => {
              database.close();
              resolve();
            };
            writing.onabort = () => reject(new Error(`${name} not written`));
          };
        });
      }
    }, strange);
    await page.goto('./#/problem/allpass%2Flowest-barrel?tab=program');
    await expect(page.getByRole('article')).toBeVisible();
    await expect(page.locator('.cm-editor')).toBeVisible();
    await expect(page.getByText('Something that is stored here could not be read')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.goto('./#/models');
    await expect(page.getByRole('heading', { level: 1, name: 'Models' })).toBeVisible();
  }
  expect(faults).toEqual([]);
});
