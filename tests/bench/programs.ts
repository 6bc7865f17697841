/**
 * Parts that judge programs through the command line, as users start it: a thousand tests, endless loops, many real
 * programs, and programs with a known native time.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../../src/node/cli/text/messages.ts';
import { inTemporaryFolder } from '../builders/files.ts';
import { type Figures, isMissing, kernelMilliseconds, type Missing, python, rounded } from './figures.ts';

const BIN = fileURLToPath(new URL('../../src/node/cli/allpass.mjs', import.meta.url));
const WATCH = new URL('watch-first-job.mjs', import.meta.url).href;

export interface TimedCommand {
  /** The rows that the command wrote, in order. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Duration of the command. */
  readonly seconds: number;
  /** From the start of the command to the first job of the page; null if the page had no job. */
  readonly startSeconds: number | null;
}

/**
 * @param args of `allpass`, without the output
 * @throws if the command does not end with rows
 */
export function timedCommand(args: readonly string[]): Promise<TimedCommand> {
  return inTemporaryFolder(async (folder) => {
    const out = join(folder, 'out.jsonl');
    const begun = performance.now();
    const since = (): number => (performance.now() - begun) / 1000;
    const command = spawn(process.execPath, ['--import', WATCH, BIN, ...args, '-o', out], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let startSeconds: number | null = null;
    let said = '';
    command.once('message', () => (startSeconds = since()));
    command.stderr!.setEncoding('utf8').on('data', (text: string) => (said += text));
    const [status] = (await once(command, 'close')) as [number | null];
    const seconds = since();
    // Status 1 means that some samples have no reward. Their rows contain the reason.
    if (status !== 0 && status !== 1) throw new Error(`allpass ${args[0]} ended with ${status}: ${said}`);
    const lines = readFileSync(out, 'utf8').trim().split('\n');
    const rows = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    return { rows, seconds, startSeconds };
  });
}

/**
 * Judges programs one by one on one problem.
 * @param options of `allpass grade`
 */
export function gradePrograms(
  problem: Readonly<Record<string, unknown>>,
  codes: readonly string[],
  options: readonly string[] = ['--workers', '1'],
): Promise<TimedCommand> {
  return inTemporaryFolder((folder) => {
    const [problems, samples] = [join(folder, 'problems.jsonl'), join(folder, 'samples.jsonl')];
    writeFileSync(problems, JSON.stringify(problem));
    const lines = codes.map((code, at) =>
      JSON.stringify({ problem_id: problem['id'], id: String(at), code }),
    );
    writeFileSync(samples, lines.join('\n'));
    return timedCommand(['grade', '--problems', problems, '--samples', samples, ...options]);
  });
}

/** Endless programs: in Python code, in C code, and with allocations that do not fill the memory. */
const ENDLESS = [
  'while True: pass',
  'n = 0\nwhile True:\n    n = (n * 31 + 7) % 1000003',
  'for _ in iter(int, 1):\n    pass',
  'from itertools import repeat\nsum(repeat(0))',
  'seen = {}\nn = 0\nwhile True:\n    seen[n % 1000] = str(n)\n    n += 1',
  'def collatz(n):\n    return n // 2 if n % 2 == 0 else 3 * n + 1\nn = 7\nwhile n != 0:\n    n = collatz(n)',
  'queue = [0]\nwhile queue:\n    queue.append(queue.pop() + 1)',
  'while True:\n    try:\n        raise ValueError\n    except ValueError:\n        continue',
];
const ENDLESS_LIMIT_SECONDS = 2;
const ENDLESS_PROBLEM = { id: 'endless', mode: 'stdin', prompt: '', tests: [{ input: '', output: '' }] };

/** Returns seconds, including the start of the command. */
export async function endlessFigures(): Promise<Figures> {
  return { endless_8_s: await gradeSeconds(1), endless_8_s_two: await gradeSeconds(2) };
}

async function gradeSeconds(workers: number): Promise<number> {
  const options = ['--time-limit', String(ENDLESS_LIMIT_SECONDS), '--workers', String(workers)];
  const { rows, seconds } = await gradePrograms(ENDLESS_PROBLEM, ENDLESS, options);
  for (const [at, { verdict }] of rows.entries())
    if (verdict !== 'time-limit-exceeded')
      throw new Error(`endless program ${at + 1} was judged ${String(verdict)}`);
  return rounded(seconds);
}

const SAMPLE = fileURLToPath(new URL('../agreement/sample/', import.meta.url));
export const PROBLEMS = `${SAMPLE}problems.jsonl`;
export const SAMPLES = `${SAMPLE}samples.jsonl`;
export const GRADERS = fileURLToPath(new URL('./native_graders.py', import.meta.url));
/** One test in ten is run, because a process for each test takes minutes. */
const PROCESS_STEP = 10;

/** The result of native Python for a program, as recorded in the sample. */
export interface NativeRow {
  readonly problem_id: string;
  readonly sample_id: string;
  readonly verdict: string;
  readonly reward: number;
}

/** The output of `native_graders.py`. */
export interface NativeRun {
  readonly seconds: number;
  readonly tests: number;
  /** For each program, whether all tests that it was run on pass. */
  readonly passed: readonly boolean[];
}

export async function corpusFigures(): Promise<Figures> {
  const native = rowsOf<NativeRow>(`${SAMPLE}native.jsonl`);
  const one = await grade(1);
  const two = await grade(2);
  const fork = nativeRun('fork', 1);
  const process = nativeRun('process', PROCESS_STEP);
  return corpusRatios({ native, one, two, fork, process });
}

export interface CorpusRuns {
  readonly native: readonly NativeRow[];
  readonly one: TimedCommand;
  readonly two: TimedCommand;
  /** Results on all tests. */
  readonly fork: NativeRun | Missing;
  /** Results on some of the tests. */
  readonly process: NativeRun | Missing;
}

export function corpusRatios({ native, one, two, fork, process }: CorpusRuns): Figures {
  const [oneSeconds, twoSeconds] = [besideStart(one), besideStart(two)];
  const tests = one.rows.reduce((sum, row) => sum + Number(row['tests_run']), 0);
  /** Returns the time of the other grader for a test, divided by that of one worker. */
  const ratio = (other: NativeRun | Missing) =>
    isMissing(other) ? other : rounded(other.seconds / other.tests / (oneSeconds / tests));
  return {
    corpus_programs_per_s: rounded(one.rows.length / oneSeconds),
    corpus_programs_per_s_two: rounded(two.rows.length / twoSeconds),
    corpus_ratio: ratio(process),
    fork_ratio: ratio(agreeing(fork, native)),
    two_worker_corpus_scaling: rounded(oneSeconds / twoSeconds),
    corpus_programs: one.rows.length,
    corpus_tests: tests,
    // Anything but 0 is a fault of the judge.
    corpus_other_verdicts: otherVerdicts(one, native) + otherVerdicts(two, native),
    cli_start_s: rounded(one.startSeconds ?? Number.NaN),
  };
}

/** Returns the number of programs whose verdict differs from the native one. */
function otherVerdicts({ rows }: TimedCommand, native: readonly NativeRow[]): number {
  if (rows.length !== native.length)
    throw new Error(`the corpus has ${native.length} programs, and ${rows.length} rows came out`);
  return native.filter(({ problem_id, sample_id, verdict }, at) => {
    const row = rows[at]!;
    if (row['problem_id'] !== problem_id || row['sample_id'] !== sample_id)
      throw new Error(`row ${at + 1} is of another program than ${problem_id} ${sample_id}`);
    return row['verdict'] !== verdict;
  }).length;
}

/** Excludes a grader with other rewards, because its time is not comparable. */
function agreeing(run: NativeRun | Missing, native: readonly NativeRow[]): NativeRun | Missing {
  if (isMissing(run)) return run;
  const others = native.filter(({ reward }, at) => run.passed[at] !== (reward === 1)).length;
  return others === 0
    ? run
    : { notMeasured: `the fork server’s rewards of ${others} programs are not the recorded ones` };
}

function besideStart({ seconds, startSeconds }: TimedCommand): number {
  if (startSeconds === null) throw new Error('the page took no job');
  return seconds - startSeconds;
}

function grade(workers: number): Promise<TimedCommand> {
  const files = ['--problems', PROBLEMS, '--samples', SAMPLES];
  return timedCommand(['grade', ...files, '--all-tests', '--workers', String(workers)]);
}

/** @param step one of this number of tests is run */
function nativeRun(way: 'fork' | 'process', step: number): NativeRun | Missing {
  const said = python(['-I', GRADERS, way, PROBLEMS, SAMPLES, String(step)]);
  return isMissing(said) ? said : (JSON.parse(said) as NativeRun);
}

export function rowsOf<Row>(path: string): readonly Row[] {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
}

const FIXTURES = fileURLToPath(new URL('../../../shared/fixtures/', import.meta.url));

export async function fixturesGradeFigures(): Promise<Figures> {
  if (!existsSync(FIXTURES))
    return { fixtures_grade_s: { notMeasured: 'the shared programs are not beside this checkout' } };
  const files = ['--problems', `${FIXTURES}problems.jsonl`, '--samples', `${FIXTURES}solutions.jsonl`];
  const { seconds } = await timedCommand(['grade', ...files]);
  return { fixtures_grade_s: rounded(seconds) };
}

const LIMIT_SECONDS = 6;
const SHORT_SECONDS = 4;
const LONG_SECONDS = 10;
const BOOTS = 10;

/**
 * Takes some minutes.
 * @param kernels the source of kernels.py
 * @throws UsageError if native Python is missing
 */
export async function fairFigures(kernels: string): Promise<Figures> {
  const once = kernelMilliseconds(kernels);
  if (isMissing(once)) throw new UsageError(`--only fair compares with native Python: ${once.notMeasured}`);
  const functions = kernels.slice(0, kernels.indexOf('KERNELS = ['));
  const programs = Object.entries(once).flatMap(([kernel, milliseconds]) =>
    [SHORT_SECONDS, LONG_SECONDS].map((seconds) => {
      const runs = Math.round((seconds * 1000) / milliseconds);
      const code = `${functions}\nfor _ in range(${runs}):\n    ${kernel}()\nprint("done")\n`;
      return { kernel, seconds, code, native: nativeSeconds(code) };
    }),
  );
  const problem = { id: 'p', mode: 'stdin', prompt: '', time_limit_s: LIMIT_SECONDS, tests: [DONE] };
  const { rows } = await gradePrograms(
    problem,
    programs.map(({ code }) => code),
  );
  const judged = programs.map((program, at) => ({ ...program, verdict: String(rows[at]?.['verdict']) }));
  const share = (seconds: number, verdict: string): string => {
    const all = judged.filter((program) => program.seconds === seconds);
    return `${all.filter((program) => program.verdict === verdict).length} of ${all.length}`;
  };
  const gradeAlone = async (code: string) => (await gradePrograms(problem, [code])).rows[0]!;
  const firsts: unknown[] = [];
  for (const { code, seconds } of programs)
    if (seconds === SHORT_SECONDS) firsts.push((await gradeAlone(code))['verdict']);
  const factors: number[] = [];
  while (factors.length < BOOTS) factors.push(Number((await gradeAlone('print("done")'))['time_factor']));
  return {
    // For each kind, the native times of its two programs, and their verdicts.
    fair_seconds: Object.fromEntries(
      Object.keys(once).map((kernel) => [
        kernel,
        judged
          .filter((program) => program.kernel === kernel)
          .map(({ native, verdict }) => `${native.toFixed(1)} s ${verdict}`)
          .join(', '),
      ]),
    ),
    fair_short_accepted: share(SHORT_SECONDS, 'accepted'),
    // The same programs, each as the first one of a new browser, which has optimized little code yet.
    fair_first_accepted: `${firsts.filter((verdict) => verdict === 'accepted').length} of ${firsts.length}`,
    fair_long_refused: share(LONG_SECONDS, 'time-limit-exceeded'),
    // The time factor of each browser.
    factor_boots: factors,
    factor_spread: rounded(Math.max(...factors) / Math.min(...factors) - 1),
  };
}

const DONE = { input: '', output: 'done' };

function nativeSeconds(code: string): number {
  const begun = performance.now();
  execFileSync('python3', ['-I', '-c', code]);
  return (performance.now() - begun) / 1000;
}
