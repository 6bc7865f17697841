/**
 * A run over a file of samples: it creates a job for each sample whose problem exists, and a row for each sample, in
 * the order of the samples.
 */
import { counted, numberText } from '../../../base/number-words.ts';
import type { Problem } from '../../../domain/problem.ts';
import { submissionOf, type Sample } from '../../../domain/submission.ts';
import type { Profile } from '../../../judge/profiles/profile.ts';
import type { SampleJob } from '../../../judge/protocol/driver-page.ts';
import { pageVersion } from '../../bootstrap/page-build.mjs';
import { RowIndex } from '../journal/row-index.ts';
import { manifestOf, type RunOrigin } from '../journal/manifest.ts';
import type { SampleCommand } from '../options/sample-options.ts';
import type { PageJudge } from '../page/page-channel.ts';
import type { SampleSummary } from '../summary/run-facts.ts';
import { run, type RunTools } from './run.ts';

/** Creates the rows of the samples, and the summary at the end. */
export interface SampleWork {
  readonly profile: Profile;
  readonly stopAtFirstFailure: boolean;
  /** The facts that a row depends on, in addition to the files and options that all these commands share. */
  readonly origin: RunOrigin;
  readonly summary: SampleSummary;
  /**
   * Adds a row of an earlier run to the summary, unless it must be created again.
   * @returns whether the row is kept
   */
  keeps(line: string, sample: Sample, problem: Problem): boolean;
  /** Judges a sample, adds it to the summary, and returns its row. */
  judge(page: PageJudge, sample: Sample, job: SampleJob, onRetry: () => void): Promise<object>;
  /** Returns the row of a sample that has no problem, for the given reason. */
  unknownRow(sample: Sample, reason: string): object;
}

/**
 * @returns the exit code
 * @throws UsageError as `run` does
 */
export function runSamples(command: SampleCommand, work: SampleWork): Promise<number> {
  const { samples, problems, unknown } = command;
  const { summary } = work;
  const places = new RowIndex(samples);
  const totalText = counted(samples.length, 'sample');
  const remainingSamples = (keptPlaces: ReadonlySet<number>) =>
    [...samples.entries()].filter(([place]) => !keptPlaces.has(place));
  return run(command, {
    manifest: manifestOf({ ...command.origin, ...work.origin, page: pageVersion() }, command.shard),
    total: samples.length,
    placeOfLine: (line) =>
      places.taken(line, (place) => {
        const sample = samples[place]!;
        const problem = problems.get(sample.problemId);
        if (problem !== undefined) return work.keeps(line, sample, problem);
        const { verdict } = JSON.parse(line) as { readonly verdict?: unknown };
        if (verdict === 'unknown-problem') summary.addUnknown();
        return verdict === 'unknown-problem';
      }),
    remaining: (keptPlaces) =>
      remainingSamples(keptPlaces).filter(([, { problemId }]) => problems.has(problemId)).length,
    progress: {
      toDo: (total) => `${counted(total, 'program')} to judge`,
      done: 'judged',
      soFar: () => summary.soFar,
    },
    async run({ output, progress, printNote, openPage }: RunTools) {
      for (const message of [command.note, unknown.warning(samples)])
        if (message !== null) printNote(message);
      const toJudge: (readonly [place: number, sample: Sample, problem: Problem])[] = [];
      for (const [place, sample] of remainingSamples(output.keptPlaces)) {
        const problem = problems.get(sample.problemId);
        if (problem !== undefined) toJudge.push([place, sample, problem]);
        else {
          summary.addUnknown();
          output.put(place, work.unknownRow(sample, unknown.reason(sample.problemId)));
        }
      }
      if (toJudge.length === 0) return null;
      const page = await openPage();
      const pendingRows = toJudge.map(async ([place, sample, problem]) => {
        const job = jobOf(sample, problem, command, work);
        output.put(place, await work.judge(page, sample, job, () => progress.retry(place)));
        progress.finish(place);
      });
      await Promise.all(pendingRows).finally(() => page.close());
      return null;
    },
    early: {
      done: (count) => `${count} of ${samples.length} samples were judged`,
      rows: 'their rows are',
    },
    get unjudgedText() {
      return summary.unjudged === 0 ? null : `${numberText(summary.unjudged)} of ${totalText}`;
    },
    summary: (facts) => summary.lines(facts),
  });
}

export function jobOf(
  sample: Sample,
  problem: Problem,
  {
    timeLimitSeconds,
    timeFactor,
    retries,
  }: Pick<SampleCommand, 'timeLimitSeconds' | 'timeFactor' | 'retries'>,
  { profile, stopAtFirstFailure }: Pick<SampleWork, 'profile' | 'stopAtFirstFailure'>,
): SampleJob {
  const options = {
    stopAtFirstFailure,
    profile: profile.name,
    ...(timeLimitSeconds !== null && { timeLimitSeconds }),
    ...(timeFactor !== null && { timeFactor }),
    retries,
  };
  return { problem, submission: submissionOf(sample, problem), options };
}
