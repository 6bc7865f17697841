/** The page's part of `npm run bench`: opened with `#/benchmark`, called by the driver. */
import type { ModelMeasure } from '../../src/domain/settings.ts';
import type { Problem } from '../../src/domain/problem.ts';
import { findCounterexample } from '../../src/runs/strength/counterexample.ts';
import { executeAll } from '../../src/runs/strength/executions.ts';
import { measureStrength, mutantsOf } from '../../src/runs/strength/test-strength.ts';
import { withAddedTests } from '../../src/datasets/kept-row.ts';
import { STANDARD } from '../../src/judge/profiles/profiles.ts';
import { runProgram } from '../../src/judge/run-program.ts';
import { constantsOf, InputSource } from '../../src/runs/strength/inputs.ts';
import { strongerTests } from '../../src/runs/strength/stronger-tests.ts';
import type { CounterexampleFigures, HardenedFigures, MutantFigures, PageFigures } from './port.ts';
import { measureModel } from '../../src/models/asking/measure.ts';
import { fromAddress } from '../../src/models/gguf/cpu-model.ts';
import { GgufStore } from '../../src/models/gguf/hosts/gguf-store.ts';
import { WllamaEngine } from '../../src/models/gguf/hosts/wllama-engine.ts';
import { WllamaModel } from '../../src/models/gguf/hosts/wllama-model.ts';
import type { SandboxRunner } from '../../src/sandbox/hosts/sandbox-runner.ts';
import { scriptOf, type RunLimits } from '../../src/judge/runner.ts';
import { showPlainPage } from '../../src/app/plain-page.ts';
import { createSandbox } from '../../src/app/sandbox.ts';
import { CPU_ONLY } from '../models/cpu-only.ts';
import { soak } from './soak.ts';

const LIMITS: RunLimits = { timeSeconds: 60, memoryMb: 512, outputBytes: 8 << 20 };
const SMALL = 'n, k = map(int, input().split())\nprint(sum(range(n)) % k)';
/** Tests in a batch that warms a worker. */
const BATCH = 300;
/** Tests that are measured, and how often: the middle one of these runs counts. */
const TESTS = 500;
const RUNS = 5;
/** A worker is warm when a batch takes as long as the last one, but for this share, or has had its share of batches. */
const SETTLED = 0.05;
const LEAST_BATCHES = 3;
const MOST_BATCHES = 10;
/** Ends a search that hangs. */
const SEARCH_MILLISECONDS = 40_000;
/** Large enough that the 95th percentile is not the largest value. */
const KILLS = 21;

export function openBenchmarkPage(): void {
  let soaked: SandboxRunner | null = null;
  let searching: SandboxRunner | null = null;
  globalThis.allpassBenchmark = {
    firstVerdict,
    measure,
    mutants,
    counterexample: (problem, program, accepted) =>
      counterexample((searching ??= createSandbox(1, () => undefined)), problem, program, accepted),
    harden: (problem, accepted, programs) =>
      harden((searching ??= createSandbox(1, () => undefined)), problem, accepted, programs),
    askWeights,
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

async function askWeights(url: string, threads: number): Promise<ModelMeasure> {
  const file = new File([await (await fetch(url)).blob()], 'weights.gguf');
  const engine = new WllamaEngine(CPU_ONLY);
  const model = new WllamaModel({
    model: { ...fromAddress('weights'), label: 'weights.gguf', source: { kind: 'files', files: [file] } },
    contextTokens: 2048,
    threads,
    engine,
    store: new GgufStore(),
  });
  const end = await measureModel(model, () => undefined, new AbortController().signal);
  engine.unload();
  if (end === 'stopped' || !end.ok) throw new Error(JSON.stringify(end));
  return end.measure;
}

async function measure(kernels: string): Promise<PageFigures> {
  const runner = createSandbox(1, () => undefined);
  await settle(runner);
  const stall = watchStalls();
  const runs: number[] = [];
  while (runs.length < RUNS) runs.push((await runTests(runner, SMALL, TESTS)).testMs);
  const pageLongestStallMs = stall();
  const waits: number[] = [];
  while (waits.length < KILLS) waits.push(await killAndRun(runner));
  const printed = await runTests(runner, kernels, 1);
  runner.dispose();
  return {
    hermeticTestMs: quantile(runs, 0.5),
    killToNextP95Ms: quantile(waits, 0.95),
    kernels: printed.stdout,
    pageLongestStallMs,
  };
}

async function mutants({ tests, ...rest }: Problem, code: string): Promise<MutantFigures> {
  const runner = createSandbox(1, () => undefined);
  const problem = { tests, ...rest };
  const { signal } = new AbortController();
  const made = await mutantsOf(runner, [code], 64, 1, signal);
  if ('reason' in made) throw new Error(made.reason);
  const runAll = async (programs: readonly string[]): Promise<ReadonlySet<number>> => {
    const inputs = tests.map(({ input }) => input);
    const ends = await executeAll(runner, problem, programs, inputs, { signal, timeSeconds: 0.5 });
    return new Set(
      ends.flatMap((end, index) =>
        end?.outcome.type === 'timed-out' ? [Math.floor(index / inputs.length)] : [],
      ),
    );
  };
  const all = made.mutants.map((mutant) => mutant.code);
  const late = await runAll(all);
  const programs = all.filter((_, index) => !late.has(index));
  // The worker is warm now.
  const begun = performance.now();
  await runAll(programs);
  const milliseconds = performance.now() - begun;
  runner.dispose();
  return { programs, executions: programs.length * tests.length, milliseconds };
}

async function counterexample(
  runner: SandboxRunner,
  problem: Problem,
  program: string,
  accepted: string,
): Promise<CounterexampleFigures> {
  let engineMilliseconds = 0;
  const found = await findCounterexample(runner, problem, program, accepted, {
    signal: AbortSignal.timeout(SEARCH_MILLISECONDS),
    onRun: (milliseconds) => (engineMilliseconds += milliseconds),
  });
  return { counterexample: found, engineMilliseconds };
}

async function harden(
  runner: SandboxRunner,
  problem: Problem,
  accepted: readonly string[],
  programs: readonly string[],
): Promise<HardenedFigures> {
  const { signal } = new AbortController();
  const measured = await measureStrength(runner, problem, accepted, [], { signal });
  if (measured.type === 'unmeasured') return { added: [], reason: measured.reason, failed: [] };
  const inputs = new InputSource(
    problem,
    1,
    problem.tests.map(({ input }) => input),
    constantsOf(accepted),
  );
  const { survivors } = measured.strength;
  const result = await strongerTests(runner, problem, accepted, survivors, { signal, inputs });
  if (result.type === 'unchanged') return { added: [], reason: result.reason, failed: [] };
  const { added } = result;
  const failed: (number | null)[] = [];
  const task = {
    problem: withAddedTests(problem, added),
    profile: STANDARD,
    signal,
    tests: 'all',
    stopAtFirstFailure: true,
  } as const;
  for (const code of programs) {
    const { results } = await runProgram(runner, code, task);
    const failure = results.find(({ verdict }) => verdict !== 'accepted' && verdict !== 'not-run');
    failed.push(failure?.index ?? null);
  }
  return { added, reason: null, failed };
}

/**
 * Runs tests until their times no longer fall: V8 compiles the interpreter while it runs, and after a thousand tests
 * it is still not done. At most some ten seconds.
 */
async function settle(runner: SandboxRunner): Promise<void> {
  let before = Number.POSITIVE_INFINITY;
  for (let batch = 1; batch <= MOST_BATCHES; batch++) {
    const { testMs } = await runTests(runner, SMALL, BATCH);
    if (batch >= LEAST_BATCHES && Math.abs(testMs - before) <= SETTLED * before) return;
    before = testMs;
  }
}

interface Timed {
  /** A test's share of the time that all of them took, as the page sees it. */
  readonly testMs: number;
  /** The output of the last test. */
  readonly stdout: string;
}

async function runTests(runner: SandboxRunner, source: string, tests: number): Promise<Timed> {
  const session = await open(runner, source, LIMITS);
  const inputs = Array.from({ length: tests }, (_, index) => `${index + 5} 7\n`);
  let stdout = '';
  const begun = performance.now();
  await session.run(inputs, 0, (_, outcome) => {
    if (outcome.type !== 'exited') throw new Error(`the benchmark's program ended with ${outcome.type}`);
    stdout = outcome.stdout ?? '';
  });
  const testMs = (performance.now() - begun) / tests;
  session.close();
  return { testMs, stdout };
}

async function killAndRun(runner: SandboxRunner): Promise<number> {
  // A loop in C, which only terminating the worker ends.
  const endless = await open(runner, 'sum(range(10**12))', { ...LIMITS, timeSeconds: 0.1 });
  await endless.run([''], 0, () => undefined);
  const killed = performance.now();
  endless.close();
  await runTests(runner, 'print(1)', 1);
  const waited = performance.now() - killed;
  // The spare boots, and the killed worker keeps its core for two seconds: the next kill finds both over, as in use.
  await new Promise((resolve) => setTimeout(resolve, 2500));
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

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}
