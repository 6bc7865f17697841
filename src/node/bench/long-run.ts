/** How long a run of 100,000 samples takes to open, and whether its list scrolls. */
import type { Browser, Page } from 'playwright-core';
import { DEEPCODER_SAMPLING } from '../../domain/completion.ts';
import { NO_BUDGET, type Run, type RunRow } from '../../domain/run.ts';
import { DEEPCODER_PROMPT } from '../../models/prompts/deepcoder.ts';
import { quantile, rounded, type Figures } from './figures.ts';

const DATABASE = 'allpass-runs';
const PROBLEMS = 25_000;
const SAMPLES = 4;
/** As the page packs them. */
const PACK = 1_000;
const FRAMES = 150;
const PIXELS_A_FRAME = 600;

/** @param address of the page, with a slash at its end */
export async function longRunFigures(browser: Browser, address: string): Promise<Figures> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${address}#/runs`);
  // By no words of the page, which may change.
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
    // From one frame to the next while the list scrolls.
    rows_100k_frame_median_ms: rounded(quantile(frames, 0.5), 1),
    rows_100k_frame_p95_ms: rounded(quantile(frames, 0.95), 1),
    rows_100k_frame_longest_ms: rounded(quantile(frames, 1), 1),
  };
}

/** Milliseconds between frames. */
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

/** In the page: from the click on a run to its rows. */
async function openRun(): Promise<number> {
  const begun = performance.now();
  location.hash = '#/runs?run=long&part=samples';
  while (document.querySelector('.rows a') === null) await new Promise(requestAnimationFrame);
  return performance.now() - begun;
}

/** In the page: writes a run as the page would have left it. */
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
