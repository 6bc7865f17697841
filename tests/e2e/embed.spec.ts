/** Problems in pages of another site: the element, the judge for pages that show problems themselves, and their walls. */
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { expect, test, type FrameLocator, type Page } from '@playwright/test';
import { DIST } from '../../src/node/bootstrap/page-build.mjs';
import { serveFolder } from '../../src/node/bootstrap/static-server.mjs';
import { expectClean } from './expect-clean.ts';

const EXAMPLE = fileURLToPath(new URL('../../docs/example/embed/', import.meta.url));
const EXAMPLE_ADDRESS = 'http://localhost:5173/';
const LOWEST_BARREL = `import heapq
n, m = map(int, input().split())
levels = list(map(int, input().split()))
ordered = sorted((level, place) for place, level in enumerate(levels))
filled, total = 0, 0
while filled < n:
    level = ordered[filled][0]
    if level * filled - total > m:
        break
    total += level
    filled += 1
share, extra = divmod(total + m, filled)
places = [place for _, place in ordered[:filled]]
for place in places:
    levels[place] = share
for place in sorted(places)[:extra]:
    levels[place] += 1
print(*levels)
`;

interface Host {
  readonly address: string;
  readonly close: () => Promise<void>;
}

/**
 * Serves the examples, with the address of Allpass in place of the one in them.
 * @param name `localhost` is another site than Allpass; `127.0.0.1` is another origin of the same site
 */
async function serveExamples(
  name: 'localhost' | '127.0.0.1',
  headers: Readonly<Record<string, string>> = {},
): Promise<Host> {
  return serveFolder(EXAMPLE, {
    host: name,
    route(path, _, response) {
      if (!path.endsWith('.html')) return false;
      const html = readFileSync(`${EXAMPLE}${path}`, 'utf8').replaceAll(EXAMPLE_ADDRESS, allpass.address);
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...headers }).end(html);
      return true;
    },
  });
}

let host: Host;
let allpass: Host;
test.beforeAll(async () => {
  allpass = await serveFolder(DIST, { base: '/some/base/', isolated: true });
  host = await serveExamples('localhost');
});
test.afterAll(async () => {
  await host.close();
  await allpass.close();
});

const embedded = (page: Page, index: number) =>
  page.locator('allpass-problem').nth(index).locator('iframe').contentFrame();

async function submit(frame: FrameLocator, program: string): Promise<void> {
  const editor = frame.getByRole('textbox', { name: 'Your program' });
  await expect(frame.locator('[data-editor] .cm-content')).toBeVisible();
  await editor.click();
  await editor.page().keyboard.press('ControlOrMeta+a');
  await editor.page().keyboard.insertText(program);
  await editor.page().keyboard.press('ControlOrMeta+Enter');
}

const headline = (frame: FrameLocator) =>
  frame.getByRole('region', { name: 'Verdict' }).getByRole('heading', { level: 2 });

test('judges three problems of a page of another origin with one engine', async ({ page }) => {
  // Browsers without the cookies of other sites forbid the storage of their frames.
  const course = await serveExamples('127.0.0.1');
  await page.addInitScript(() => {
    const seen: unknown[] = ((globalThis as { seen?: unknown[] }).seen = []);
    for (const type of ['ready', 'verdict'])
      document.addEventListener(type, (event) => seen.push([type, (event as CustomEvent).detail]));
  });
  await page.goto(`${course.address}index.html`);
  const [bundled, file, inline] = [0, 1, 2].map((index) => embedded(page, index)) as [
    FrameLocator,
    FrameLocator,
    FrameLocator,
  ];
  await expect(bundled.getByRole('heading', { level: 1 })).toHaveText('The Lowest Barrel');
  await expect(bundled.getByText('Your program is kept in this browser, for this site.')).toBeVisible();
  await expect(file.getByText('MB', { exact: true })).toHaveCount(0);
  await expect(inline.getByRole('heading', { level: 1 })).toHaveClass(/visually-hidden/);

  await submit(bundled, LOWEST_BARREL);
  await expect(headline(bundled)).toHaveText('Accepted');
  await submit(file, 'print(max(input().split(), key=len)[::-1])');
  await expect(headline(file)).toHaveText('Wrong answer on test 1');
  await expect(file.getByText('kciuq')).toBeVisible();
  await inline.getByRole('button', { name: 'Submit' }).click();
  await expect(inline.getByText('still the starter code')).toBeVisible();
  await submit(inline, 'def double(number):\n    return number * 2 if number > -1 else number');
  await expect(headline(inline)).toHaveText('Wrong answer on test 2');
  await expect(inline.getByText('Reward 0.67', { exact: true })).toBeVisible();
  await expect(page.locator('#solved')).toHaveText('1');

  // The engine's frame, and in it the sandbox.
  const urls = page.frames().map((frame) => frame.url());
  expect(urls.filter((url) => url.endsWith('embed.html#engine'))).toHaveLength(1);
  expect(urls.filter((url) => url === 'about:srcdoc')).toHaveLength(1);
  const seen = await page.evaluate(
    () => (globalThis as unknown as { seen: [string, Record<string, unknown>][] }).seen,
  );
  expect(seen.filter(([type]) => type === 'ready')).toHaveLength(3);
  const verdicts = seen.filter(([type]) => type === 'verdict').map(([, detail]) => detail);
  expect(verdicts.map(({ reward }) => reward)).toEqual([1, 0, 2 / 3]);
  // No input, output or message of a hidden test.
  expect(Object.keys(verdicts[1] ?? {}).sort()).toEqual([
    'error',
    'first_failed',
    'flags',
    'problem_id',
    'profile',
    'program',
    'reward',
    'tests',
    'tests_passed',
    'tests_run',
    'tests_total',
    'verdict',
  ]);
  expect(verdicts[1]?.['error']).toBeNull();

  for (const frame of page.frames())
    if (frame.url().endsWith('embed.html')) await expectClean(frame, `the frame of ${await frame.title()}`);

  // The program is there after a reload; without elements nothing of Allpass is left.
  await page.reload();
  await expect(bundled.locator('[data-editor] .cm-content')).toContainText('import heapq');
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement & { dispose(): void }>('allpass-problem'))
      element.dispose();
  });
  expect(page.frames()).toHaveLength(1);
  await course.close();
});

test('shows a page of another site neither keys nor the other parts of Allpass', async ({ page }) => {
  await page.goto(`${allpass.address}favicon.svg`);
  await page.evaluate(() => localStorage.setItem('allpass-key', 'sk-secret'));
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script' && request.url().startsWith(allpass.address))
      scripts.push(request.url());
  });
  await page.goto(`${host.address}index.html`);
  await submit(embedded(page, 0), 'print(1)');
  await expect(headline(embedded(page, 0))).toHaveText('Wrong answer on test 1');
  const reached = await page.evaluate(() => {
    const frames = Array.from({ length: window.length }, (_, index) => window[index]!);
    return frames.flatMap((frame) =>
      ['localStorage', 'document', 'allpassEngine'].filter((name) => {
        try {
          return (frame as unknown as Record<string, unknown>)[name] !== undefined;
        } catch {
          return false;
        }
      }),
    );
  });
  expect(reached).toEqual([]);
  const sources = await Promise.all(scripts.map(async (url) => (await page.request.get(url)).text()));
  // The name under which the page stores keys (src/storage/key-keeper.ts). Its own scripts contain it.
  const hasKeys = (source: string): boolean => source.includes('allpass-key ');
  const built = readdirSync(`${DIST}/assets`).filter((name) => name.endsWith('.js'));
  expect(built.some((name) => hasKeys(readFileSync(`${DIST}/assets/${name}`, 'utf8')))).toBe(true);
  expect(sources.length).toBeGreaterThan(3);
  expect(sources.filter(hasKeys)).toEqual([]);
});

test('judges for a page with an editor of its own', async ({ page }) => {
  await page.goto(`${host.address}own-page.html`);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.locator('#verdict')).toHaveText('accepted, reward 1');
  await page.getByLabel('Program').fill('print(3)');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.locator('#verdict')).toHaveText('wrong-answer, reward 0');
  await page.evaluate(async (address) => {
    const { createJudge } = (await import(
      `${address}embed/judge.js`
    )) as typeof import('../../src/app/embed/host/judge-types.ts');
    const judge = createJudge();
    const refusals = await Promise.all([
      judge.judge({ problem: 'no-such-problem', program: 'print(1)' }).catch(String),
      judge.judge({ problem: { id: 'x' }, program: 'print(1)' }).catch(String),
      judge.judge({ problem: 'lowest-barrel', program: 'print(1)', profile: 'nobody' }).catch(String),
    ]);
    const late = judge.judge({ problem: 'lowest-barrel', program: 'print(1)' }).catch(String);
    judge.dispose();
    refusals.push(await late, await judge.judge({ problem: 'lowest-barrel', program: '' }).catch(String));
    document.body.append(JSON.stringify(refusals));
  }, allpass.address);
  await expect(page.getByText('problems/no-such-problem.json answered 404')).toBeVisible();
  await expect(page.getByText('The problem cannot be used')).toBeVisible();
  await expect(page.getByText('There is no profile “nobody”.')).toBeVisible();
  await expect(page.getByText(/the judge was disposed.*the judge was disposed/)).toBeVisible();
});

test('works in a page that is isolated', async ({ page }) => {
  const isolated = await serveExamples('localhost', {
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
  });
  await page.goto(`${isolated.address}index.html`);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await submit(embedded(page, 1), 'print(max(input().split(), key=len))');
  await expect(headline(embedded(page, 1))).toHaveText('Accepted');
  await isolated.close();
});

test('judges where the browser forbids storage, and says what is lost', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'caches', 'indexedDB'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('The request was denied.', 'SecurityError');
        },
      });
  });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(`${host.address}index.html`);
  await expect(embedded(page, 1).getByText('a reload empties the editor')).toBeVisible();
  await submit(embedded(page, 1), 'print(max(input().split(), key=len))');
  await expect(headline(embedded(page, 1))).toHaveText('Accepted');
  expect(errors).toEqual([]);
});

test('says what is wrong with a problem, a profile or an address', async ({ page }) => {
  await page.goto(`${host.address}index.html`);
  const change = (name: string, value: string, index = 0) =>
    page
      .locator('allpass-problem')
      .nth(index)
      .evaluate((element, [key, to]) => element.setAttribute(key!, to!), [name, value]);
  await expect(embedded(page, 0).getByRole('heading', { level: 1 })).toBeVisible();
  await change('profile', 'nobody');
  await expect(embedded(page, 0).getByText('There is no profile “nobody”.')).toBeVisible();
  await change('profile', 'standard');
  await change('problem', 'no such problem');
  await expect(
    embedded(page, 0).getByText('There is no problem “no such problem” in this Allpass.'),
  ).toBeVisible();
  await change('problem', 'night-train-playlist');
  await expect(embedded(page, 0).getByRole('heading', { level: 1 })).toHaveText(/Playlist/);
  await change('src', 'missing.json', 1);
  await expect(page.getByText('The problem could not be loaded: missing.json answered 404.')).toBeVisible();
  await change('src', 'longest-word.json', 1);
  await expect(embedded(page, 1).getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto(`${allpass.address}embed.html`);
  await expect(page.getByRole('heading', { name: 'Allpass in a course page' })).toBeVisible();
});

/** Thousands of bytes, compressed. */
const BUDGET = 60;

test('a problem can be read after 60 KB of JavaScript', async ({ page }) => {
  // A plain field stands in for the editor until its scripts have come. Here they never come.
  await page.route(/\/(code-editor|dist|python-spans)-[^/]*\.js$/, () => undefined);
  await page.goto(`${host.address}index.html`);
  await expect(embedded(page, 0).locator('article .markdown')).toBeVisible();
  // All elements and the engine share the browser's cache, so the requests of one frame are counted where it is.
  const frame = page.frames().find((one) => one.url().endsWith('embed.html'));
  const urls = await frame!.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(({ name }) => name),
  );
  const scripts = urls.filter((url) => url.endsWith('.js'));
  const sizes = [`${allpass.address}embed/allpass-problem.js`, ...scripts].map((url) => {
    const path = url.slice(allpass.address.length);
    return [gzipSync(readFileSync(`${DIST}/${path}`), { level: 9 }).length / 1000, path] as const;
  });
  const total = sizes.reduce((sum, [size]) => sum + size, 0);
  const lines = sizes.map(([size, path]) => `${size.toFixed(1)} KB  ${path}`);
  console.log(`first view of a problem in another page: ${total.toFixed(1)} KB\n${lines.join('\n')}`);
  expect(scripts.length).toBeGreaterThan(2);
  expect(total).toBeLessThanOrEqual(BUDGET);
});
