/** The page's part of `npm run bench`: opened with `#/benchmark`, called by the driver. */
import type { PageFigures } from '../judge/protocol/benchmark-page.ts';
import type { Audits } from '../judge/protocol/page-frame.ts';
import type { SandboxRunner } from '../judge/hosts/sandbox-runner.ts';
import { scriptOf, type RunLimits } from '../judge/runner.ts';
import { showPlainPage } from './plain-page.ts';
import { createSandbox } from './sandbox.ts';
import { soak } from './soak.ts';

const LIMITS: RunLimits = { timeSeconds: 60, memoryMb: 512, outputBytes: 8 << 20 };
const SMALL = 'n, k = map(int, input().split())\nprint(sum(range(n)) % k)';
/** Some 20 ms of work, as programs of competitions have it. */
const USUAL = 'n, k = map(int, input().split())\nprint(sum(i * i % n for i in range(150_000)) % k)';
const USUAL_TESTS = 60;
/** Tests in a batch that warms a worker. */
const BATCH = 500;
/** Tests that are measured, and how often: the middle one of these runs counts. */
const TESTS = 1500;
const RUNS = 5;
/** A worker is warm when a batch takes as long as the last one, but for this share, or has had its share of batches. */
const SETTLED = 0.05;
const LEAST_BATCHES = 3;
const MOST_BATCHES = 10;
/** So many that the 95th percentile is not the worst of them. */
const KILLS = 21;
/** Tests whose mean is one value of a median. */
const GROUP = 50;

export function openBenchmarkPage(): void {
  let soaked: SandboxRunner | null = null;
  globalThis.allpassBenchmark = {
    firstVerdict,
    measure,
    runner: () => createSandbox(1, () => undefined),
    soak: (first, count) => soak((soaked ??= createSandbox(1, () => undefined)), first, count),
  };
  showPlainPage('The benchmark’s page', [
    'This address is for npm run bench, which opens it in a browser of its own and measures there. Nothing happens here without it.',
  ]);
}

async function firstVerdict(): Promise<void> {
  const runner = createSandbox(1, () => undefined);
  await runTests(runner, 'print(1)', 1);
  runner.dispose();
}

async function measure(kernels: string): Promise<PageFigures> {
  const whole = createSandbox(1, () => undefined, { restores: 'everything' });
  await settle(whole, 1);
  const full = await repeat(() => runTests(whole, SMALL, TESTS));
  whole.dispose();
  const audits: Audits[] = [];
  const one = createSandbox(1, () => undefined, { onAudits: (of) => audits.push(of) });
  await settle(one, 1);
  const stall = watchStalls();
  const single = await repeat(() => runTests(one, SMALL, TESTS));
  const pageLongestStallMs = stall();
  const singleMs = median(single.map(({ wallMs }) => wallMs));
  const testsPerSecond = (TESTS / singleMs) * 1000;
  const pagesWritten = audits.map((of) => of.pagesWritten);
  const waits: number[] = [];
  for (let kill = 0; kill < KILLS; kill++) waits.push(await killAndRun(one));
  const printed = await runTests(one, kernels, 1);
  one.dispose();
  const two = createSandbox(2, () => undefined);
  await settle(two, 2);
  const doubleMs = await sideBySide(two, SMALL, TESTS, 2);
  // The same sandbox: one at a time leaves a core idle.
  const usualMs = await sideBySide(two, USUAL, USUAL_TESTS, 1);
  const usualDoubleMs = await sideBySide(two, USUAL, USUAL_TESTS, 2);
  two.dispose();
  return {
    hermeticFullMs: median(full.map(({ times }) => typical(times))),
    testWallMs: singleMs / TESTS,
    pagesWrittenMedian: median(pagesWritten),
    audits: audits.reduce((sum, { count }) => sum + count, 0),
    auditFailures: audits.reduce((sum, { failed }) => sum + failed, 0),
    hermeticTestMs: median(single.map(({ times }) => typical(times))),
    testsPerSecond,
    twoWorkerScaling: (2 * singleMs) / doubleMs,
    twoWorkerScalingUsual: (2 * usualMs) / usualDoubleMs,
    killToNextP95Ms: quantile(waits, 0.95),
    kernels: printed.stdout,
    pageLongestStallMs,
  };
}

interface Timed {
  readonly wallMs: number;
  readonly times: readonly number[];
  readonly stdout: string;
}

/**
 * Runs tests until their times no longer fall: V8 compiles the interpreter while it runs, and after a thousand tests
 * it is still not done. At most a few seconds.
 */
async function settle(runner: SandboxRunner, workers: number): Promise<void> {
  let before = Number.POSITIVE_INFINITY;
  for (let batch = 1; batch <= MOST_BATCHES; batch++) {
    const runs = await Promise.all(Array.from({ length: workers }, () => runTests(runner, SMALL, BATCH)));
    const now = typical(runs.flatMap(({ times }) => times));
    if (batch >= LEAST_BATCHES && Math.abs(now - before) <= SETTLED * before) return;
    before = now;
  }
}

async function runTests(runner: SandboxRunner, source: string, tests: number): Promise<Timed> {
  const session = await open(runner, source, LIMITS);
  const inputs = Array.from({ length: tests }, (_, index) => `${index + 5} 7\n`);
  const times: number[] = [];
  let stdout = '';
  const begun = performance.now();
  await session.run(inputs, 0, (_, outcome, milliseconds) => {
    if (outcome.type !== 'exited') throw new Error(`the benchmark's program ended with ${outcome.type}`);
    times.push(milliseconds);
    stdout = outcome.stdout ?? '';
  });
  const wallMs = performance.now() - begun;
  session.close();
  return { wallMs, times, stdout };
}

async function killAndRun(runner: SandboxRunner): Promise<number> {
  // A loop in C, which only terminating the worker ends.
  const endless = await open(runner, 'sum(range(10**12))', { ...LIMITS, timeSeconds: 0.1 });
  await endless.run([''], 0, () => undefined);
  const killed = performance.now();
  endless.close();
  await runTests(runner, 'print(1)', 1);
  const waited = performance.now() - killed;
  // The spare boots behind; the next kill is to find it ready, as it does in use.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  return waited;
}

function open(runner: SandboxRunner, source: string, limits: RunLimits) {
  const turn = { signal: new AbortController().signal, urgent: true, alone: false };
  return runner.open(scriptOf(source), limits, turn);
}

/** Watches the page's own timers; the returned function ends it and gives the longest gap. */
function watchStalls(): () => number {
  let last = performance.now();
  let longest = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 4);
  return () => {
    clearInterval(timer);
    return longest;
  };
}

/**
 * Median of the means of fifty tests each: a worker's clock ticks every tenth of a millisecond, which is about what a test
 * takes.
 */
function typical(times: readonly number[]): number {
  const means = Array.from({ length: Math.floor(times.length / GROUP) }, (_, group) =>
    times.slice(group * GROUP, (group + 1) * GROUP).reduce((sum, time) => sum + time / GROUP, 0),
  );
  return median(means);
}

/** @returns milliseconds until `sessions` at once have each run all of their tests: of the middle run */
async function sideBySide(
  runner: SandboxRunner,
  source: string,
  tests: number,
  sessions: number,
): Promise<number> {
  const runs = await repeat(async () => {
    const begun = performance.now();
    await Promise.all(Array.from({ length: sessions }, () => runTests(runner, source, tests)));
    return performance.now() - begun;
  });
  return median(runs);
}

async function repeat<Result>(measureOnce: () => Promise<Result>): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let run = 0; run < RUNS; run++) results.push(await measureOnce());
  return results;
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}
