/** Parts that drive the page: the judge in it, a new user’s first verdict, an endless loop, and a long run. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page, type Request } from 'playwright-core';
import { DEEPCODER_SAMPLING } from '../../src/domain/completion.ts';
import { NO_BUDGET, type Run, type RunRow } from '../../src/domain/run.ts';
import { DEEPCODER_PROMPT } from '../../src/models/prompts/deepcoder.ts';
import { launchOptions } from '../../src/node/bootstrap/chromium.mjs';
import { serveFolder } from '../../src/node/bootstrap/static-server.mjs';
import { BENCHMARK_DIST, setup as buildBenchmarkPage } from '../bench-page/build.ts';
import type {} from '../bench-page/port.ts';
import {
  type Figures,
  geometricRatio,
  isMissing,
  kernelMilliseconds,
  median,
  processMilliseconds,
  quantile,
  rounded,
} from './figures.ts';

export const KERNELS = readFileSync(fileURLToPath(new URL('./kernels.py', import.meta.url)), 'utf8');

/**
 * Takes about a minute, including some seconds until the worker is warm.
 * @param address of the built page
 */
export async function pageFigures(browser: Browser, address: string): Promise<Figures> {
  const nativeProcess = processMilliseconds();
  const nativeKernels = kernelMilliseconds(KERNELS);
  const firstScreen = await firstScreenScripts(await browser.newPage(), address);
  await buildBenchmarkPage();
  const server = await serveFolder(BENCHMARK_DIST);
  const boots = await bootFigures(browser, server.address);
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${server.address}#/benchmark`);
  await page.waitForFunction(() => globalThis.allpassBenchmark !== undefined);
  const figures = await page.evaluate((kernels) => globalThis.allpassBenchmark!.measure(kernels), KERNELS);
  await server.close();
  const kernels = JSON.parse(figures.kernels) as Record<string, number>;
  return {
    hermetic_test_ms: rounded(figures.hermeticTestMs, 3),
    native_process_ms: isMissing(nativeProcess) ? nativeProcess : rounded(nativeProcess),
    tests_per_s_ratio: isMissing(nativeProcess)
      ? nativeProcess
      : rounded(nativeProcess / figures.hermeticTestMs),
    boot_first_ms: rounded(boots.first),
    boot_reload_ms: rounded(boots.reload),
    kill_to_next_p95_ms: rounded(figures.killToNextP95Ms),
    cpu_geomean_ratio: isMissing(nativeKernels)
      ? nativeKernels
      : rounded(geometricRatio(kernels, nativeKernels)),
    page_longest_stall_ms: rounded(figures.pageLongestStallMs),
    first_screen_js_gzip_kb: rounded(kilobytes(firstScreen)),
  };
}

/** Milliseconds from opening the page to the first verdict: on a first visit, and on a reload with filled caches. */
async function bootFigures(from: Browser, address: string): Promise<{ first: number; reload: number }> {
  const page = await (await from.newContext()).newPage();
  const visit = async (open: () => Promise<unknown>) => {
    const begun = performance.now();
    await open();
    await page.waitForFunction(() => globalThis.allpassBenchmark !== undefined);
    await page.evaluate(() => globalThis.allpassBenchmark!.firstVerdict());
    return performance.now() - begun;
  };
  const first = await visit(() => page.goto(`${address}#/benchmark`));
  // The snapshot is stored after the first verdict.
  await page.waitForTimeout(1500);
  return { first, reload: await visit(() => page.reload()) };
}

/**
 * Returns the bytes of every script of the first screen, by path below the page's address. Each script is compressed
 * separately, as by a server. Idle callbacks and long timers are disabled: prefetched scripts are not part of the first
 * screen, and the speed of the machine must not matter.
 * @param page a new one, with an empty cache
 * @param address ends with a slash
 */
export async function firstScreenScripts(page: Page, address: string): Promise<ReadonlyMap<string, number>> {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  await page.addInitScript(() => {
    const soon = globalThis.setTimeout;
    globalThis.requestIdleCallback = () => 0;
    // The page uses only `setTimeout(f, ms)`.
    globalThis.setTimeout = ((run: () => void, ms = 0) => (ms < 100 ? soon(run, ms) : 0)) as typeof soon;
  });
  await page.goto(address);
  await page.locator('#problem-title').waitFor();
  await page.locator('article .markdown:not(.plain)').waitFor();
  // Requests for rendering the statement precede this one.
  await page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await fetch('favicon.svg');
  });
  const scripts = new Map<string, number>();
  for (const request of requests) {
    if (request.resourceType() !== 'script' || !request.url().startsWith(address)) continue;
    const response = await request.response();
    if (response === null) throw new Error(`${request.url()} was not answered`);
    scripts.set(request.url().slice(address.length), gzipSync(await response.body(), { level: 9 }).length);
  }
  return scripts;
}

/** Returns thousands of bytes. */
export function kilobytes(scripts: ReadonlyMap<string, number>): number {
  return [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0) / 1000;
}

/** Matches the page's texts about a time-out, and about a test that is retried. */
const LATE = /timed out|time limit exceeded|\bretr(?:y|ied|ies)\b|\bagain\b/i;
const BROWSERS = 20;
/**
 * Milliseconds from the load of the page to the press. The delay grows from 0 for the first press to this for the last
 * one.
 */
const LAST_PRESS_MILLISECONDS = 4000;

export interface FirstPress {
  /** From the press until the verdict is painted. */
  readonly milliseconds: number;
  readonly verdict: string;
  /** All texts of the verdict and the status in between, without repetitions. */
  readonly said: readonly string[];
}

/** @returns the texts about a time-out or a retry */
export function lateWords(said: readonly string[]): readonly string[] {
  return said.filter((text) => LATE.test(text));
}

/**
 * Opens the page and presses the button.
 * @param page in a context that has opened nothing before
 * @param address of the page with the view in its fragment
 * @param delayMilliseconds from the page's load to the press
 */
export async function firstPress(
  page: Page,
  address: string,
  delayMilliseconds: number,
): Promise<FirstPress> {
  await watchVerdict(page);
  await page.goto(address);
  await page.waitForTimeout(delayMilliseconds);
  await page.getByRole('button', { name: 'Watch an answer get graded' }).click();
  return seenVerdict(page);
}

/** Records the verdict in every document that the page opens later. Call it before the page is opened. */
export async function watchVerdict(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: SeenVerdict = { pressed: null, judged: null, verdict: null, said: new Set() };
    globalThis.allpassSeen = seen;
    addEventListener('click', () => (seen.pressed ??= performance.now()), true);
    new MutationObserver(() => {
      for (const element of document.querySelectorAll('#verdict, [aria-live], [role="status"]'))
        seen.said.add((element.textContent ?? '').replace(/\s+/g, ' ').trim());
      const verdict = document.querySelector('#verdict .head')?.getAttribute('data-verdict') ?? null;
      // A running judging has no verdict yet.
      if (verdict === null || verdict === 'not-run' || seen.verdict !== null) return;
      seen.verdict = verdict;
      requestAnimationFrame(() => setTimeout(() => (seen.judged = performance.now())));
    }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  });
}

/** Waits for the verdict of a page that `watchVerdict` watches. */
export async function seenVerdict(page: Page): Promise<FirstPress> {
  await page.waitForFunction(() => globalThis.allpassSeen?.judged != null, null, { timeout: 120_000 });
  return page.evaluate(() => {
    const { pressed, judged, verdict, said } = globalThis.allpassSeen!;
    return { milliseconds: judged! - (pressed ?? 0), verdict: verdict!, said: [...said] };
  });
}

interface SeenVerdict {
  /** Time on the page's clock; null before the press. */
  pressed: number | null;
  judged: number | null;
  verdict: string | null;
  readonly said: Set<string>;
}

declare global {
  var allpassSeen: SeenVerdict | undefined;
}

/**
 * Measures each press in a new browser, on the problem that a new user sees, with the answer that is selected there.
 */
export async function firstPressFigures(address: string): Promise<Figures> {
  const presses: FirstPress[] = [];
  for (let nth = 0; nth < BROWSERS; nth++) {
    const browser = await chromium.launch(launchOptions());
    try {
      const delay = (nth / (BROWSERS - 1)) * LAST_PRESS_MILLISECONDS;
      presses.push(await firstPress(await browser.newPage(), address, delay));
    } finally {
      await browser.close();
    }
  }
  return pressFigures(presses);
}

export function pressFigures(presses: readonly FirstPress[]): Figures {
  const waits = presses.map(({ milliseconds }) => milliseconds);
  return {
    first_press_ms: rounded(median(waits), 0),
    first_press_longest_ms: rounded(Math.max(...waits), 0),
    first_press_retries: presses.filter(({ said }) => lateWords(said).length > 0).length,
  };
}

const LOOP_PROBLEM = '#/problem/allpass%2Flowest-barrel?tab=program';
/** Milliseconds until a newly opened page has prepared its spare interpreter. */
const SETTLE_MILLISECONDS = 4000;

/**
 * Returns seconds. The time limit of the problem is 2 s of native Python, and at least half as much again in the page.
 */
export async function endlessLoopSeconds(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(address + LOOP_PROBLEM);
  await page.locator('.cm-content').waitFor();
  await page.waitForTimeout(SETTLE_MILLISECONDS);
  // During a first visit the service worker stores the page for offline use.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.locator('.cm-content').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('while True: pass');
  const begun = performance.now();
  await page.keyboard.press('ControlOrMeta+Enter');
  const verdict = page.locator('#verdict .head[data-verdict="time-limit-exceeded"]');
  await verdict.waitFor({ timeout: 120_000 });
  const waited = (performance.now() - begun) / 1000;
  await context.close();
  return rounded(waited);
}

const DATABASE = 'allpass-runs';
const PROBLEMS = 25_000;
const SAMPLES = 4;
/** Number of rows in a pack, as in the page. */
const PACK = 1_000;
const FRAMES = 150;
const PIXELS_A_FRAME = 600;

/** @param address of the page, ends with a slash */
export async function longRunFigures(browser: Browser, address: string): Promise<Figures> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${address}#/runs`);
  // Does not depend on texts of the page, which may change.
  await page.waitForFunction(
    async (name) => (await indexedDB.databases()).some((each) => each.name === name),
    DATABASE,
  );
  await page.evaluate(store, { name: DATABASE, run: longRun(), packs: packs() });
  await page.reload();
  await page.getByRole('link', { name: /^Long/ }).waitFor();
  const loaded = await page.evaluate(openRun);
  const frames = await scrolled(page);
  await context.close();
  return {
    rows_100k_load_ms: rounded(loaded, 0),
    // Times between frames while the list scrolls.
    rows_100k_frame_median_ms: rounded(quantile(frames, 0.5), 1),
    rows_100k_frame_p95_ms: rounded(quantile(frames, 0.95), 1),
    rows_100k_frame_longest_ms: rounded(quantile(frames, 1), 1),
  };
}

/** Returns the milliseconds between frames. */
async function scrolled(page: Page): Promise<readonly number[]> {
  return page.evaluate(
    async ({ count, pixels }) => {
      const list = document.querySelector('.rows')!;
      const gaps: number[] = [];
      let before = await new Promise<number>(requestAnimationFrame);
      for (let frame = 0; frame < count; frame++) {
        list.scrollTop += pixels;
        const now = await new Promise<number>(requestAnimationFrame);
        gaps.push(now - before);
        before = now;
      }
      return gaps;
    },
    { count: FRAMES, pixels: PIXELS_A_FRAME },
  );
}

/** Runs in the page: returns the milliseconds from opening a run to its rows. */
async function openRun(): Promise<number> {
  const begun = performance.now();
  location.hash = '#/runs?run=long&part=samples';
  while (document.querySelector('.rows a') === null) await new Promise(requestAnimationFrame);
  return performance.now() - begun;
}

/** Runs in the page: stores a run in the page's own format. */
async function store({
  name,
  run,
  packs: texts,
}: {
  name: string;
  run: Run;
  packs: readonly string[];
}): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(new Error('the database of runs cannot be opened'));
  });
  const writing = database.transaction(['runs', 'packs'], 'readwrite');
  writing.objectStore('runs').put(run, run.id);
  texts.forEach((text, nth) => writing.objectStore('packs').put(text, [run.id, nth]));
  await new Promise((resolve) => (writing.oncomplete = resolve));
  database.close();
}

function longRun(): Run {
  const total = PROBLEMS * SAMPLES;
  return {
    id: 'long',
    name: 'Long',
    made: '2026-01-01T00:00:00.000Z',
    source: { type: 'model', choice: 'endpoint:none', label: 'Endpoint: none' },
    problems: Array.from({ length: PROBLEMS }, (_, at) => ({
      set: 'long.jsonl',
      id: `long/${at}`,
      title: `Problem number ${at}`,
      difficulty: ['easy', 'medium', 'hard'][at % 3]!,
      source: 'long',
      mode: 'stdin',
      date: `2025-0${1 + (at % 9)}-01`,
    })),
    samples: SAMPLES,
    asked: { prompt: DEEPCODER_PROMPT, sampling: DEEPCODER_SAMPLING },
    profile: 'standard',
    concurrency: 8,
    budget: NO_BUDGET,
    spentMs: 1,
    summary: { answered: total, judged: total, failed: 0, passAt1: 0.25 },
  };
}

function packs(): readonly string[] {
  const rows = Array.from({ length: PROBLEMS * SAMPLES }, (_, at) => rowOf(at));
  return Array.from({ length: rows.length / PACK }, (_, nth) =>
    JSON.stringify(rows.slice(nth * PACK, (nth + 1) * PACK)),
  );
}

function rowOf(at: number): RunRow {
  const passes = at % 4 === 0;
  return {
    set: 'long.jsonl',
    id: `long/${at % PROBLEMS}`,
    sample: Math.floor(at / PROBLEMS),
    askedAt: 1_767_225_600_000 + at,
    answeredAt: 1_767_225_601_000 + at,
    failure: null,
    finishReason: 'stop',
    tokens: 500 + (at % 700),
    estimated: false,
    promptTokens: 300,
    firstTokenMs: 20,
    tokensPerSecond: 80,
    judged: {
      from: 1_767_225_601_000 + at,
      to: 1_767_225_601_020 + at,
      verdict: passes ? 'accepted' : 'wrong-answer',
      reward: passes ? 1 : 0,
      testsTotal: 20,
      testsRun: passes ? 20 : 6,
      testsPassed: passes ? 20 : 5,
      firstFailed: passes ? null : 5,
      slowestMs: 3.5,
      error: null,
      flags: [],
      timeFactor: 1,
    },
  };
}
