/**
 * Measures the reward service under the load of a trainer: many concurrent requests for the committed sample of
 * programs, with 15 tests each. A native grader runs the same batch for comparison. It starts a process for each test,
 * and has a thread for each core.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inTemporaryFolder } from '../builders/files.ts';
import { type Figures, median, quantile, rounded } from './figures.ts';
import { browserMemoryMb, isRenderer, processesBelow } from './memory.ts';
import { GRADERS, type NativeRun, PROBLEMS, rowsOf, SAMPLES } from './programs.ts';

const BIN = fileURLToPath(new URL('../../src/node/cli/allpass.mjs', import.meta.url));
const TESTS = 15;
/** Number of samples of one problem in a request, and number of concurrent requests. */
const REQUEST = { items: 8, atOnce: 16 };

interface Row {
  readonly id: string;
  readonly problem_id: string;
  readonly code: string;
  readonly tests: readonly unknown[];
}

/** Seconds between two kills of a renderer, and between two measurements of the memory, in a long load. */
const KILL_EVERY = 20;
const LOOK_EVERY = 5;
/** Size of the cache of verdicts in a long load. A cache grows up to its limit and would hide other growth. */
const NO_CACHE = '0';

/**
 * @param count number of items
 * @param minutes of a second load, during which renderers are killed and the memory is measured; 0 for none
 */
export function serveFigures(count: number, minutes: number): Promise<Figures> {
  const problems = rowsOf<Row>(PROBLEMS).map((problem) => ({
    ...problem,
    tests: problem.tests.slice(0, TESTS),
  }));
  const samples = rowsOf<Row>(SAMPLES);
  // Every item is a different program, so the service has no verdict of it.
  const itemOf = (nth: number): Item => {
    const { problem_id, code } = samples[nth % samples.length]!;
    return { problem_id, id: String(nth), code: `${code}\n# ${nth}\n` };
  };
  const items = Array.from({ length: count }, (_, nth) => itemOf(nth));
  return inTemporaryFolder(async (folder) => {
    const problemFile = join(folder, 'problems.jsonl');
    writeFileSync(problemFile, lines(problems));
    const served = await withService(problemFile, (address) =>
      load(address, (nth) => (nth < count ? items[nth]! : null)),
    );
    const native = await natively(folder, problemFile, items);
    const others = othersThan(native, served.rewards);
    const long = minutes === 0 ? {} : await longLoad(problemFile, minutes, itemOf, native);
    const perMinute = (tests: number, seconds: number) => rounded((60 * tests) / seconds, 0);
    return {
      serve_items: count,
      serve_tests: served.tests,
      serve_s: rounded(served.seconds),
      serve_tests_per_minute: perMinute(served.tests, served.seconds),
      ...percentiles('serve_request', served.latencies),
      serve_lost_rewards: served.rewards.filter((reward) => reward === null).length,
      // The two graders may differ on a program close to a time limit. Any other difference is a fault.
      serve_other_rewards: others,
      serve_native_s: rounded(native.seconds),
      serve_native_tests_per_minute: perMinute(native.tests, native.seconds),
      serve_native_threads: availableParallelism(),
      ...long,
    };
  });
}

type Item = Pick<Row, 'id' | 'problem_id' | 'code'>;

/**
 * Returns the number of rewards that differ from the native ones, including missing ones. The items repeat the native
 * programs.
 */
function othersThan({ passed }: NativeRun, rewards: readonly (number | null)[]): number {
  return rewards.filter((reward, at) => reward !== Number(passed[at % passed.length])).length;
}

/**
 * Runs a load for minutes while renderers are killed at random. Returns the rewards, and the memory at the beginning
 * and the end.
 */
async function longLoad(
  problems: string,
  minutes: number,
  itemOf: (nth: number) => Item,
  native: NativeRun,
): Promise<Figures> {
  let kills = 0;
  const memory: number[] = [];
  const killing = setInterval(() => {
    const renderers = processesBelow(process.pid).filter(isRenderer);
    const one = renderers[Math.floor(Math.random() * renderers.length)];
    if (one === undefined) return;
    process.kill(one.id, 'SIGKILL');
    kills += 1;
  }, 1000 * KILL_EVERY);
  const looking = setInterval(() => memory.push(browserMemoryMb() ?? 0), 1000 * LOOK_EVERY);
  const ends = performance.now() + 60_000 * minutes;
  const next = (nth: number): Item | null => {
    if (performance.now() > ends) return null;
    const item = itemOf(nth % native.passed.length);
    return { ...item, code: `${item.code}# in a long load: ${nth}\n` };
  };
  try {
    const served = await withService(problems, (address) => load(address, next), ['--seen', NO_CACHE]);
    const tenth = memory.length / 10;
    const during = (nth: number): number =>
      rounded(median(memory.slice(Math.floor(nth * tenth), Math.max(1, Math.floor((nth + 1) * tenth)))), 0);
    return {
      serve_long_minutes: minutes,
      serve_long_items: served.rewards.length,
      serve_long_tests_per_minute: rounded((60 * served.tests) / served.seconds, 0),
      serve_long_kills: kills,
      serve_long_lost_rewards: served.rewards.filter((reward) => reward === null).length,
      serve_long_other_rewards: othersThan(native, served.rewards),
      // The memory of the service and its browser. The service is still starting in the first tenth.
      serve_long_memory_mb_early: during(1),
      serve_long_memory_mb_middle: during(5),
      serve_long_memory_mb_late: during(9),
    };
  } finally {
    clearInterval(killing);
    clearInterval(looking);
  }
}

/** Starts a service, and ends it after the work. */
async function withService<Result>(
  problems: string,
  work: (address: string) => Promise<Result>,
  more: readonly string[] = [],
): Promise<Result> {
  const workers = String(availableParallelism());
  const service = spawn(
    process.execPath,
    [BIN, 'serve', '-q', '--port', '0', '--workers', workers, '--problems', problems, ...more],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  try {
    const [said] = (await once(service.stdout, 'data')) as [Buffer];
    return await work(/http:\S+/.exec(said.toString())![0]);
  } finally {
    service.kill();
    await once(service, 'exit');
  }
}

/**
 * Requests rewards, with many requests at once.
 * @param itemOf returns the item with a number, from 0; null for no more items
 */
async function load(address: string, itemOf: (nth: number) => Item | null) {
  const answers: (readonly { readonly reward: number | null; readonly tests_run?: number }[])[] = [];
  const latencies: number[] = [];
  let next = 0;
  const begun = performance.now();
  const client = async (): Promise<void> => {
    for (;;) {
      const nth = next++;
      const items = Array.from({ length: REQUEST.items }, (_, at) => itemOf(nth * REQUEST.items + at));
      const asked = items.filter((item) => item !== null);
      if (asked.length === 0) return;
      const sent = performance.now();
      const body = JSON.stringify({ items: asked, all_tests: true });
      const response = await fetch(`${address}/v1/rewards`, { method: 'POST', body });
      answers[nth] = ((await response.json()) as { results: (typeof answers)[number] }).results;
      latencies.push((performance.now() - sent) / 1000);
    }
  };
  await Promise.all(Array.from({ length: REQUEST.atOnce }, client));
  const seconds = (performance.now() - begun) / 1000;
  const results = answers.flat();
  const tests = results.reduce((sum, { tests_run = 0 }) => sum + tests_run, 0);
  return { seconds, latencies, tests, rewards: results.map(({ reward }) => reward) };
}

async function natively(folder: string, problems: string, items: readonly Item[]): Promise<NativeRun> {
  const threads = availableParallelism();
  const begun = performance.now();
  const runs = await Promise.all(
    Array.from({ length: threads }, async (_, thread) => {
      const own = join(folder, `samples-${thread}.jsonl`);
      writeFileSync(own, lines(items.filter((_, nth) => nth % threads === thread)));
      const grader = spawn('python3', ['-I', GRADERS, 'process', problems, own, '1'], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let said = '';
      grader.stdout.on('data', (text: Buffer) => (said += text.toString()));
      await once(grader, 'close');
      if (said === '') throw new Error('the native grader ended without a word');
      return JSON.parse(said) as NativeRun;
    }),
  );
  return {
    seconds: (performance.now() - begun) / 1000,
    tests: runs.reduce((sum, { tests }) => sum + tests, 0),
    passed: items.map((_, nth) => runs[nth % threads]!.passed[Math.floor(nth / threads)]!),
  };
}

function percentiles(name: string, seconds: readonly number[]): Figures {
  const at = (share: number) => rounded(quantile(seconds, share));
  return { [`${name}_s_p50`]: at(0.5), [`${name}_s_p95`]: at(0.95), [`${name}_s_p99`]: at(0.99) };
}

function lines(rows: readonly object[]): string {
  return `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`;
}
