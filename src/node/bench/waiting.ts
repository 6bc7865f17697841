/**
 * How long a user waits for the first verdict, beside a bare page that loads stock Pyodide and prints 1: both from
 * the same server with the same headers, in turns, so that whatever else the machine does falls on both alike.
 */
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { serveFolder } from '../bootstrap/static-server.mjs';

/** Milliseconds from opening or reloading the page, by the page's own clock, until it stands there and is painted. */
interface Visit {
  /** The statement stands there. */
  readonly readable: number;
  readonly editor: number;
  /** On `print(1)`, sent as soon as there is an editor to write it in. */
  readonly verdict: number;
}

interface Round {
  readonly first: Visit;
  readonly reload: Visit;
  /** When the bare page has printed. */
  readonly bareFirst: number;
  readonly bareReload: number;
}

const PYODIDE = fileURLToPath(new URL('../../../node_modules/pyodide/', import.meta.url));
const BARE = 'bare.html';
const BARE_PAGE = `<!doctype html><title>Bare</title><script type="module">
import { loadPyodide } from './pyodide.mjs';
const pyodide = await loadPyodide();
pyodide.setStdout({ batched: (text) => (document.documentElement.dataset.printed = document.title = text) });
pyodide.runPython('print(1)');
</script>`;
/** With the program open, as who is at work leaves the page. */
const PLAYGROUND = '#/problem/allpass%2Flowest-barrel?tab=program';
/** Judged never before, so that no earlier verdict can be taken for the awaited one. */
const NEXT_PROBLEM = '#/problem/allpass%2Fbell-gates?tab=program';
/** What a first visit keeps for the next one, it keeps behind its first verdict. */
const SETTLE_MILLISECONDS = 4000;
const ROUNDS = 5;

/** @param folder the built page */
export async function waitingFigures(browser: Browser, folder: string): Promise<Record<string, number>> {
  const rounds = await waitingRounds(browser, folder);
  const of = (figure: (round: Round) => number) => Math.round(median(rounds.map(figure)) * 100) / 100;
  return {
    // Ratios within a round: what else the machine did fell on both.
    reload_to_verdict_ratio: of(({ reload, bareReload }) => reload.verdict / bareReload),
    first_visit_to_verdict_ratio: of(({ first, bareFirst }) => first.verdict / bareFirst),
    reload_to_verdict_ms: of(({ reload }) => reload.verdict),
    reload_to_statement_ms: of(({ reload }) => reload.readable),
    reload_to_editor_ms: of(({ reload }) => reload.editor),
    first_visit_to_verdict_ms: of(({ first }) => first.verdict),
    first_visit_to_statement_ms: of(({ first }) => first.readable),
    bare_reload_ms: of(({ bareReload }) => bareReload),
    bare_first_visit_ms: of(({ bareFirst }) => bareFirst),
  };
}

async function waitingRounds(browser: Browser, folder: string): Promise<readonly Round[]> {
  const page = await serveFolder(folder, { caching: true });
  const bare = await serveFolder(PYODIDE, {
    caching: true,
    route: (path, _, response) => {
      if (path !== BARE) return false;
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(BARE_PAGE);
      return true;
    },
  });
  const rounds: Round[] = [];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const [bareFirst, bareReload] = await twice(browser, bare.address + BARE, printed);
      const [first, reload] = await twice(browser, page.address + PLAYGROUND, judged, kept);
      rounds.push({ first, reload, bareFirst, bareReload });
    }
  } finally {
    await page.close();
    await bare.close();
  }
  return rounds;
}

/** A first visit, with nothing in any cache, and a reload at the next problem. */
async function twice<Seen>(
  browser: Browser,
  address: string,
  look: (page: Page, open: () => Promise<unknown>) => Promise<Seen>,
  settled: (page: Page) => Promise<unknown> = () => Promise.resolve(),
): Promise<readonly [Seen, Seen]> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(NOTE_MOMENTS);
  const first = await look(page, () => page.goto(address, { waitUntil: 'commit' }));
  await page.evaluate((hash) => (location.hash = hash), NEXT_PROBLEM);
  await page.waitForTimeout(SETTLE_MILLISECONDS);
  await settled(page);
  const reload = await look(page, () => page.reload({ waitUntil: 'commit' }));
  await context.close();
  return [first, reload];
}

/** Moments are noted in the page: whoever asks it from outside hears of them late, the later the busier it is. */
const MOMENTS = {
  printed: 'html[data-printed]',
  readable: 'article .markdown:not(.plain)',
  // What it consists of lies in a shadow root, out of sight.
  editor: '[data-editor]:not(.waiting)',
  verdict: '#verdict .head[data-verdict="wrong-answer"]',
} as const;
type Moment = keyof typeof MOMENTS;

/** Comes before all scripts of each document. @returns when each moment came for the first time */
const NOTE_MOMENTS = `if (window === window.top) {
  const left = new Map(Object.entries(${JSON.stringify(MOMENTS)}));
  globalThis.allpassMoments = {};
  new MutationObserver(() => {
    for (const [name, selector] of left) {
      if (document.querySelector(selector) === null) continue;
      left.delete(name);
      requestAnimationFrame(() => setTimeout(() => (globalThis.allpassMoments[name] = performance.now())));
    }
  }).observe(document, { subtree: true, childList: true, attributes: true });
}`;

async function momentOf(page: Page, moment: Moment): Promise<number> {
  const read = (name: Moment) =>
    (globalThis as { allpassMoments?: Partial<Record<Moment, number>> }).allpassMoments?.[name];
  const handle = await page.waitForFunction(read, moment);
  return (await handle.jsonValue())!;
}

async function printed(page: Page, open: () => Promise<unknown>): Promise<number> {
  await open();
  return momentOf(page, 'printed');
}

/** Reloads are served by the service worker. */
function kept(page: Page): Promise<unknown> {
  return page.evaluate(async () => void (await navigator.serviceWorker.ready));
}

async function judged(page: Page, open: () => Promise<unknown>): Promise<Visit> {
  await open();
  await page.locator('.cm-content').waitFor();
  await page.locator('.cm-content').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('print(1)');
  await page.keyboard.press('ControlOrMeta+Enter');
  return {
    verdict: await momentOf(page, 'verdict'),
    readable: await momentOf(page, 'readable'),
    editor: await momentOf(page, 'editor'),
  };
}

/** Of the middle one, or the mean of the two in the middle. */
function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
}
