/**
 * `npm run bench`: the project's figures in one run, native Python beside the page's on the same machine.
 * Writes one flat JSON object; `--only` measures one part. Timings inform; no test depends on them.
 */
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { chromium } from 'playwright-core';
import { DIST, ensurePage } from '../bootstrap/page-build.mjs';
import { serveFolder } from '../bootstrap/static-server.mjs';
import { ensureChromium, launchOptions } from '../bootstrap/chromium.mjs';
import { countOption, nameOption, parseOptions } from '../cli/options/options.ts';
import { UsageError } from '../cli/text/usage-error.ts';
import { corpusFigures } from './corpus.ts';
import { endlessLoopSeconds } from './endless-loop.ts';
import { endlessFigures } from './endless-programs.ts';
import { fairFigures } from './fair-seconds.ts';
import { rounded, written, type Figures } from './figures.ts';
import { firstPressFigures } from './first-press.ts';
import { fixturesGradeFigures } from './fixtures-grade.ts';
import { labFigures } from './lab-figures.ts';
import { labStepFigures } from './lab-steps.ts';
import { longRunFigures } from './long-run.ts';
import { pythonVersion } from './native-python.ts';
import { modelSpeedFigures } from './model-speed.ts';
import { KERNELS, pageFigures } from './page-figures.ts';
import { serveFigures } from './serve-load.ts';
import { waitingFigures } from './waiting.ts';

const PARTS: Readonly<Record<string, () => Promise<Figures>>> = {
  /** A thousand tests through the command line, beside native graders. */
  corpus: corpusFigures,
  /** Programs that never end. */
  endless: endlessFigures,
  /** A newcomer's first verdict. */
  press: () => firstPressFigures(server.address),
  /** How long a user waits for the page and for a verdict. */
  waiting: () => waitingFigures(DIST),
  /** An endless loop on the page. */
  loop: async () => ({ endless_loop_s: await endlessLoopSeconds(browser, server.address) }),
  /** The judge in the page. */
  page: () => pageFigures(browser, server.address),
  /** A run of 100,000 samples. */
  rows: async () => ({ ...(await longRunFigures(browser, server.address)) }),
  /** The lab's training. */
  steps: labStepFigures,
  /** The shared programs, where they are there. */
  grade: fixturesGradeFigures,
};
/** Take many minutes, and have to be asked for. */
const LONG_PARTS: typeof PARTS = {
  /** Whether the seconds of a limit are fair. */
  fair: async () => ({ ...(await fairFigures(KERNELS)) }),
  /** Whether the lab's presets show what they say, over three seeds. */
  lab: labFigures,
  /** Tokens a second of real weights, beside native llama.cpp. */
  tokens: () => modelSpeedFigures(browser),
  /** The reward service under load. */
  serve: () =>
    serveFigures(
      countOption('--items', options.items, ITEMS)!,
      countOption('--minutes', options.minutes, MINUTES)!,
    ),
};

/** Bounds of the number of items in the load on the reward service. */
const ITEMS = { least: 1, most: 100_000 };
/** Minutes of a second load on it, with kills. */
const MINUTES = { least: 0, most: 600 };
const options = parseOptions(process.argv.slice(2), {
  out: { type: 'string' },
  only: { type: 'string' },
  items: { type: 'string', default: '1024' },
  minutes: { type: 'string', default: '0' },
});
const all = { ...PARTS, ...LONG_PARTS };
const parts =
  options.only === undefined
    ? Object.values(PARTS)
    : [all[nameOption('--only', options.only, Object.keys(all))]!];
if (ensureChromium() === null) throw new UsageError('the benchmark needs a Chromium');
await ensurePage();
const loadBefore = loadavg()[0];
const server = await serveFolder(DIST);
const browser = await chromium.launch(launchOptions());
try {
  let figures: Figures = {};
  for (const measure of parts) figures = { ...figures, ...(await measure()) };
  const result = {
    ...written(figures),
    machine: {
      cores: cpus().length,
      processor: cpus()[0]?.model ?? 'unknown',
      load_before: rounded(loadBefore ?? 0),
      load_after: rounded(loadavg()[0] ?? 0),
      node: process.version,
      chromium: browser.version(),
      python: pythonVersion(),
    },
  };
  const text = `${JSON.stringify(result, null, 1)}\n`;
  if (options.out === undefined) process.stdout.write(text);
  else writeFileSync(options.out, text);
} finally {
  await browser.close();
  await server.close();
}
