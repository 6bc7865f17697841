/**
 * `npm run bench`: the project's figures in one run, native Python beside the page's on the same machine.
 * Writes one flat JSON object; `--only` measures one part: how long a user waits (`waiting`), the judge in the page
 * (`page`), an endless loop (`loop`), many real programs (`grade`), a run of 100,000 samples (`rows`); `fair`, which takes minutes and has to be asked
 * for, whether the seconds of a limit are fair; `lab`, which has to be asked for too, whether the lab's presets show what
 * they say, over three seeds. `page` takes about a minute, some seconds of it until its workers are warm. Timings inform; no test depends on them.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser } from 'playwright-core';
import type {} from '../../judge/protocol/benchmark-page.ts';
import { DIST, ensurePage } from '../bootstrap/page-build.mjs';
import { serveFolder } from '../bootstrap/static-server.mjs';
import { ensureChromium, launchOptions } from '../cli/chromium.ts';
import { parseOptions } from '../cli/options.ts';
import { UsageError } from '../cli/usage-error.ts';
import { endlessLoopSeconds } from './endless-loop.ts';
import { fairFigures } from './fair-seconds.ts';
import { fixturesGradeSeconds } from './fixtures-grade.ts';
import { firstScreenScripts, kilobytes } from './first-screen.ts';
import { labFigures } from './lab-figures.ts';
import { longRunFigures } from './long-run.ts';
import { waitingFigures } from './waiting.ts';

const KERNELS = readFileSync(fileURLToPath(new URL('./kernels.py', import.meta.url)), 'utf8');
const SMALL = 'n, k = map(int, input().split())\nprint(sum(range(n)) % k)';
const NATIVE_RUNS = 30;

const options = parseOptions(process.argv.slice(2), { out: { type: 'string' }, only: { type: 'string' } });
const PARTS = ['waiting', 'loop', 'grade', 'page', 'rows', 'fair', 'lab'] as const;
if (options.only !== undefined && !PARTS.some((part) => part === options.only))
  throw new UsageError(`--only ${options.only}: must be ${PARTS.join(', ')}`);
const measures = (part: (typeof PARTS)[number]) => options.only === undefined || options.only === part;
if (ensureChromium() === null) throw new UsageError('the benchmark needs a Chromium');
await ensurePage();
const loadBefore = loadavg()[0];
const server = await serveFolder(DIST);
const browser = await chromium.launch(launchOptions());
try {
  const waiting = measures('waiting') ? await waitingFigures(DIST) : {};
  const page = measures('page') ? await pageFigures(browser, server.address) : {};
  const loop = measures('loop') ? { endless_loop_s: await endlessLoopSeconds(browser, server.address) } : {};
  const rows = measures('rows') ? await longRunFigures(browser, server.address) : {};
  const fair = options.only === 'fair' ? fairSeconds() : {};
  const lab = options.only === 'lab' ? await labFigures() : {};
  const graded = measures('grade') ? fixturesGradeSeconds() : null;
  const result = {
    ...page,
    ...waiting,
    ...loop,
    ...rows,
    ...fair,
    ...lab,
    ...(graded === null ? {} : { fixtures_grade_s: rounded(graded) }),
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

async function pageFigures(browser: Browser, address: string) {
  const native = nativeFigures();
  const boots = await bootFigures(browser, address);
  const firstScreen = await firstScreenScripts(await browser.newPage(), address);
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${address}#/benchmark`);
  await page.waitForFunction(() => globalThis.allpassBenchmark !== undefined);
  const figures = await page.evaluate((kernels) => globalThis.allpassBenchmark!.measure(kernels), KERNELS);
  return {
    hermetic_test_ms: rounded(figures.hermeticTestMs, 3),
    hermetic_full_ms: rounded(figures.hermeticFullMs, 3),
    test_wall_ms: rounded(figures.testWallMs, 3),
    test_wall_ratio: rounded(figures.testWallMs / figures.hermeticTestMs),
    pages_written_median: figures.pagesWrittenMedian,
    audits: figures.audits,
    audit_failures: figures.auditFailures,
    tests_per_s: rounded(figures.testsPerSecond),
    native_process_ms: native === null ? null : rounded(native.processMs),
    tests_per_s_ratio: native === null ? null : rounded((figures.testsPerSecond * native.processMs) / 1000),
    two_worker_scaling: rounded(figures.twoWorkerScaling),
    two_worker_scaling_20_ms: rounded(figures.twoWorkerScalingUsual),
    boot_first_ms: rounded(boots.first),
    boot_reload_ms: rounded(boots.reload),
    kill_to_next_p95_ms: rounded(figures.killToNextP95Ms),
    cpu_geomean_ratio: native === null ? null : rounded(geometricRatio(figures.kernels, native.kernels)),
    page_longest_stall_ms: rounded(figures.pageLongestStallMs),
    first_screen_js_gzip_kb: rounded(kilobytes(firstScreen)),
    ...(native === null ? { not_measured: { native: 'there is no python3 on this machine' } } : {}),
  };
}

function fairSeconds() {
  const native = nativeFigures();
  if (native === null)
    throw new UsageError('--only fair compares with python3, and there is none on this machine');
  return fairFigures(KERNELS, JSON.parse(native.kernels) as Record<string, number>);
}

function pythonVersion(): string | null {
  try {
    return execFileSync('python3', ['--version'], { encoding: 'utf8' }).trim();
  } catch {
    return null;
  }
}

function nativeFigures() {
  const python = (args: readonly string[], input = '') =>
    execFileSync('python3', ['-I', ...args], { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] });
  try {
    const begun = performance.now();
    for (let run = 0; run < NATIVE_RUNS; run++) python(['-c', SMALL], '9 7\n');
    const processMs = (performance.now() - begun) / NATIVE_RUNS;
    return { processMs, kernels: python(['-c', KERNELS]) };
  } catch {
    return null;
  }
}

/** From opening the page to the first verdict: on a first visit, and on a reload with its caches warm. */
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
  // The snapshot is stored behind the first verdict.
  await page.waitForTimeout(1500);
  return { first, reload: await visit(() => page.reload()) };
}

/** Geometric mean of the kernels' times in the page over native ones. */
function geometricRatio(page: string, native: string): number {
  const [ours, theirs] = [page, native].map((text) => JSON.parse(text) as Record<string, number>);
  const logs = Object.entries(theirs!).map(([name, ms]) => Math.log(ours![name]! / ms));
  return Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
}

function rounded(value: number, digits = 2): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
