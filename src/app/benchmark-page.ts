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
const TESTS = 500;
const KILLS = 12;

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
  await runTests(whole, SMALL, TESTS);
  const full = await runTests(whole, SMALL, TESTS);
  whole.dispose();
  const audits: Audits[] = [];
  const one = createSandbox(1, () => undefined, { onAudits: (of) => audits.push(of) });
  await runTests(one, SMALL, TESTS);
  const stall = watchStalls();
  const single = await runTests(one, SMALL, TESTS);
  const pageLongestStallMs = stall();
  const testsPerSecond = (TESTS / single.wallMs) * 1000;
  const waits: number[] = [];
  for (let kill = 0; kill < KILLS; kill++) waits.push(await killAndRun(one));
  const printed = await runTests(one, kernels, 1);
  one.dispose();
  const two = createSandbox(2, () => undefined);
  await Promise.all([runTests(two, SMALL, TESTS), runTests(two, SMALL, TESTS)]);
  const begun = performance.now();
  await Promise.all([runTests(two, SMALL, TESTS), runTests(two, SMALL, TESTS)]);
  const doubleRate = ((2 * TESTS) / (performance.now() - begun)) * 1000;
  two.dispose();
  return {
    hermeticFullMs: typical(full.times),
    testWallMs: single.wallMs / TESTS,
    pagesWrittenMedian: quantile(
      audits.map(({ pagesWritten }) => pagesWritten),
      0.5,
    ),
    audits: audits.reduce((sum, { count }) => sum + count, 0),
    auditFailures: audits.reduce((sum, { failed }) => sum + failed, 0),
    hermeticTestMs: typical(single.times),
    testsPerSecond,
    twoWorkerScaling: doubleRate / testsPerSecond,
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

/** Median of the means of ten tests each: a worker's clock ticks every tenth of a millisecond. */
function typical(times: readonly number[]): number {
  const tens = Array.from({ length: Math.floor(times.length / 10) }, (_, group) =>
    times.slice(group * 10, group * 10 + 10).reduce((sum, time) => sum + time / 10, 0),
  );
  return quantile(tens, 0.5);
}

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}
