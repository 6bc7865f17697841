/** `allpass grade`: every sample of a file judged on every test of its problem. */
import { availableParallelism } from 'node:os';
import type { DoorJob } from '../../domain/door.ts';
import type { Sample } from '../../domain/sample.ts';
import type { JudgeReport } from '../../domain/verdict.ts';
import { BROWSERS } from '../browser-names.ts';
import { readProblemFile, readSampleFile } from '../input-files.ts';
import { countOption, parseOptions, positiveOption, requiredOption, shardOption } from '../options.ts';
import { LineOutput } from '../output-file.ts';
import { Progress } from '../progress.ts';
import { UsageError } from '../usage-error.ts';

export const GRADE_USAGE = `allpass grade --problems P.jsonl --samples S.jsonl [-o OUT.jsonl]
    --profile standard    whose rules decide (default: standard)
    --all-tests           run every test, also after the first failure (a time-out ends it all the same)
    --time-limit SECONDS  instead of each problem's own limit
    --workers N           programs judged at once (default: cores less one)
    --shard I/N           only every N-th sample, starting with the I-th (1 ≤ I ≤ N)
    --browser NAME        chromium (default) or firefox
    -o, --output FILE     where the verdicts go (default: standard output)`;

/** @returns the exit code: 0 when every sample was judged, 1 when some could not be */
export async function grade(args: readonly string[]): Promise<number> {
  const options = parseOptions(args, {
    problems: { type: 'string' },
    samples: { type: 'string' },
    profile: { type: 'string', default: 'standard' },
    'all-tests': { type: 'boolean', default: false },
    'time-limit': { type: 'string' },
    workers: { type: 'string' },
    browser: { type: 'string', default: 'chromium' },
    shard: { type: 'string', default: '1/1' },
    output: { type: 'string', short: 'o' },
  });
  if (options.profile !== 'standard') {
    throw new UsageError(
      `--profile ${options.profile}: there is no such profile; the one there is: standard`,
    );
  }
  const problemsPath = requiredOption('--problems', options.problems);
  const samplesPath = requiredOption('--samples', options.samples);
  const limit = positiveOption('--time-limit', options['time-limit']);
  const workers = countOption('--workers', options.workers) ?? Math.max(1, availableParallelism() - 1);
  const browser = BROWSERS.find((name) => name === options.browser);
  if (browser === undefined) {
    throw new UsageError(`--browser ${options.browser}: must be ${BROWSERS.join(' or ')}`);
  }
  const inShard = shardOption('--shard', options.shard);
  const problems = readProblemFile(problemsPath);
  const samples = readSampleFile(samplesPath, problems).filter((_, index) => inShard(index));
  const output = await LineOutput.open(options.output ?? null);
  const rows: (object | undefined)[] = [];
  const progress = new Progress(samples.length);
  let written = 0;
  let unjudged = 0;
  const jobs = samples.map((sample, index): DoorJob => ({
    index,
    problem: problems.get(sample.problemId)!,
    content: sample.content,
    finishReason: sample.finishReason,
    options: {
      stopAtFirstFailure: !options['all-tests'],
      ...(limit === null ? {} : { timeLimitSeconds: limit }),
    },
  }));
  try {
    // Loaded late: bad input is refused without waiting for a bundler and a browser driver.
    const { judgeInPage } = await import('../built-page.ts');
    await judgeInPage(
      jobs,
      { workers },
      ({ index, report }) => {
        if (report.reward === null) unjudged += 1;
        rows[index] = verdictRow(samples[index]!, report);
        progress.step(report.verdict);
        // In the samples' order, whatever order they end in.
        for (; rows[written] !== undefined; written++) output.write(rows[written]);
      },
      browser,
    );
    await output.commit();
  } catch (error) {
    output.discard();
    throw error;
  }
  if (unjudged > 0) process.stderr.write(`${unjudged} of ${samples.length} samples could not be judged\n`);
  return unjudged > 0 ? 1 : 0;
}

function verdictRow(sample: Sample, report: JudgeReport): object {
  return {
    problem_id: sample.problemId,
    sample_id: sample.id,
    profile: report.profile,
    reward: report.reward,
    verdict: report.verdict,
    tests_total: report.testsTotal,
    tests_run: report.testsRun,
    tests_passed: report.testsPassed,
    first_failed: report.firstFailed,
    tests: report.tests.map((test) => ({
      verdict: test.verdict,
      ms: test.milliseconds === null ? null : Math.round(test.milliseconds * 10) / 10,
    })),
    error: report.error,
    flags: report.flags,
    time_factor: Math.round(report.timeFactor * 100) / 100,
  };
}
