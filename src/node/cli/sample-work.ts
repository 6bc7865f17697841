/** What the commands that run samples share: their options, their jobs, their output in the samples' order. */
import { availableParallelism } from 'node:os';
import { RESTORES } from '../../judge/protocol/frame-worker.ts';
import type { DriverJob, PageReply } from '../../judge/protocol/driver-page.ts';
import { TIME_LIMIT_SECONDS, type Range } from '../../domain/problem.ts';
import type { Sample } from '../../domain/sample.ts';
import { findProfile, profileNames } from '../../judge/profiles/custom.ts';
import type { Profile } from '../../judge/profiles/profile.ts';
import { BROWSERS } from './browser-names.ts';
import { readProblemFile, readSampleFile } from './input-files.ts';
import { countOption, numberOption, requiredOption, shardOption } from './options.ts';
import { Interrupted, listenForInterruption } from './interruption.ts';
import { LineOutput } from './output-file.ts';
import { Progress } from './progress.ts';
import { shownText } from './shown-text.ts';
import { UsageError } from './usage-error.ts';

export const SAMPLE_OPTIONS = {
  problems: { type: 'string' },
  samples: { type: 'string' },
  'time-limit': { type: 'string' },
  workers: { type: 'string' },
  restore: { type: 'string', default: 'written' },
  browser: { type: 'string', default: 'chromium' },
  shard: { type: 'string', default: '1/1' },
  output: { type: 'string', short: 'o' },
} as const;

/** Each takes a hundred megabytes. */
const WORKERS: Range = { least: 1, most: 128 };

export const SAMPLE_USAGE = `    --time-limit SECONDS  instead of the profile's or each problem's own limit (0.1 to 3600)
    --workers N           programs judged at once, 1 to 128 (default: cores less one)
    --restore WHAT        between two tests: written (default), the pages that tests write, audited; or
                          everything, all of memory, several times slower
    --shard I/N           only every N-th sample, starting with the I-th (1 ≤ I ≤ N)
    --browser NAME        chromium (default) or firefox
    -o, --output FILE     where the rows go (default: standard output)`;

interface SampleValues {
  readonly problems?: string | undefined;
  readonly samples?: string | undefined;
  readonly 'time-limit'?: string | undefined;
  readonly workers?: string | undefined;
  readonly restore: string;
  readonly browser: string;
  readonly shard: string;
  readonly output?: string | undefined;
}

/** A row of the output, and what the progress line says of it. */
export interface SampleRow {
  readonly row: object;
  readonly word: string;
  /** The judge itself failed on it. */
  readonly unjudged: boolean;
}

/**
 * Judges every sample of a file in the page and writes a row for each, in the samples' order.
 * @returns the exit code: 0 when every sample was judged, 1 when some could not be
 * @throws UsageError naming the option, or the file, line and field, that is at fault
 */
export async function runSamples(
  values: SampleValues,
  task: Pick<DriverJob, 'task'> & { readonly stopAtFirstFailure: boolean; readonly profile: Profile },
  rowOf: (sample: Sample, reply: PageReply) => SampleRow,
): Promise<number> {
  const problemsPath = requiredOption('--problems', values.problems);
  const samplesPath = requiredOption('--samples', values.samples);
  const limit = numberOption('--time-limit', values['time-limit'], TIME_LIMIT_SECONDS);
  const workers =
    countOption('--workers', values.workers, WORKERS) ?? Math.max(1, availableParallelism() - 1);
  const restores = RESTORES.find((name) => name === values.restore);
  if (restores === undefined) throw new UsageError(`--restore must be ${RESTORES.join(' or ')}`);
  const browser = BROWSERS.find((name) => name === values.browser);
  if (browser === undefined) {
    throw new UsageError(`--browser ${values.browser}: must be ${BROWSERS.join(' or ')}`);
  }
  const inShard = shardOption('--shard', values.shard);
  const problems = readProblemFile(problemsPath);
  const samples = readSampleFile(samplesPath, problems).filter((_, index) => inShard(index));
  const output = await LineOutput.open(values.output ?? null);
  const rows: (object | undefined)[] = [];
  const progress = new Progress(samples.length);
  let written = 0;
  let unjudged = 0;
  const jobs = samples.map((sample, index): DriverJob => ({
    index,
    problem: problems.get(sample.problemId)!,
    submission: sample.submission,
    task: task.task,
    options: {
      stopAtFirstFailure: task.stopAtFirstFailure,
      profile: task.profile.name,
      ...(limit === null ? {} : { timeLimitSeconds: limit }),
    },
  }));
  const interruption = listenForInterruption();
  try {
    // Loaded late: bad input is refused without waiting for a bundler and a browser driver.
    const { judgeInPage } = await import('./built-page.ts');
    const judging = judgeInPage(
      jobs,
      { workers, restores },
      (reply) => {
        const { row, word, unjudged: lost } = rowOf(samples[reply.index]!, reply);
        if (lost) unjudged += 1;
        rows[reply.index] = row;
        progress.step(word);
        // In the samples' order, whatever order they end in.
        for (; rows[written] !== undefined; written++) output.write(rows[written]);
      },
      browser,
      Promise.race([interruption.asked, output.failed]),
    );
    await judging;
    await output.commit();
  } catch (error) {
    if (!(error instanceof Interrupted)) {
      output.discard();
      throw error;
    }
    // Rows that wait for one before them are done, too.
    rows.slice(written).forEach((row) => row !== undefined && output.write(row));
    const done = rows.filter((row) => row !== undefined).length;
    const part = await output.keepPart();
    process.stderr.write(
      `interrupted: ${done} of ${samples.length} samples were judged${part === null ? '' : `, their rows are in ${shownText(part)}`}; ` +
        'to go on, take these out of the samples file and run the same command again\n',
    );
    return error.exitCode;
  } finally {
    interruption.end();
  }
  if (unjudged > 0) process.stderr.write(`${unjudged} of ${samples.length} samples could not be judged\n`);
  return unjudged > 0 ? 1 : 0;
}

/** @throws UsageError where there is no such profile */
export function profileOption(name: string): Profile {
  const profile = findProfile(name);
  if (profile !== null) return profile;
  throw new UsageError(`--profile ${name}: there is no such profile; there are ${profileNames()}`);
}
