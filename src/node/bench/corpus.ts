/**
 * A thousand-odd tests as users have them: the committed sample of programs through the command line, with one worker
 * and with two, and the same tests by two native graders. The figure of the command leaves out its start (from the
 * command until the page takes its first job), which is `cli_start_s`.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isMissing, rounded, type Figures, type Missing } from './figures.ts';
import { python } from './native-python.ts';
import { timedCommand, type TimedCommand } from './timed-command.ts';

const SAMPLE = fileURLToPath(new URL('../../../tests/agreement/sample/', import.meta.url));
export const PROBLEMS = `${SAMPLE}problems.jsonl`;
export const SAMPLES = `${SAMPLE}samples.jsonl`;
export const GRADERS = fileURLToPath(new URL('./native_graders.py', import.meta.url));
/** A process for each test takes minutes for all of them. */
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
  /** On all tests. */
  readonly fork: NativeRun | Missing;
  /** On some of the tests. */
  readonly process: NativeRun | Missing;
}

export function corpusRatios({ native, one, two, fork, process }: CorpusRuns): Figures {
  const [oneSeconds, twoSeconds] = [besideStart(one), besideStart(two)];
  const tests = one.rows.reduce((sum, row) => sum + Number(row['tests_run']), 0);
  /** The other's time for a test over that of one worker. */
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
    // 0, or the judge is wrong.
    corpus_other_verdicts: otherVerdicts(one, native) + otherVerdicts(two, native),
    cli_start_s: rounded(one.startSeconds ?? Number.NaN),
  };
}

/** Programs whose verdict is not the native one. */
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

/** A grader that does something else is none to measure against. */
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

/** @param step of how many tests one is run */
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
