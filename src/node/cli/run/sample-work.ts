/** What the commands that run samples share: their jobs, their output in the samples' order, and what is said of it. */
import { counted, numberText } from '../../../base/number-words.ts';
import type { Problem } from '../../../domain/problem.ts';
import { submissionOf, type Sample } from '../../../domain/sample.ts';
import type { Profile } from '../../../judge/profiles/profile.ts';
import type { DriverJob, PageReply } from '../../../judge/protocol/driver-page.ts';
import { pageVersion } from '../../bootstrap/page-build.mjs';
import type { PageEars } from '../page/driver-work.ts';
import { Interrupted, listenForInterruption } from './interruption.ts';
import { KnownPlaces } from '../journal/known-places.ts';
import { manifestOf, type RunOrigin } from '../journal/manifest.ts';
import { openRows } from '../journal/open-rows.ts';
import { BROKEN_OFF, PageFailure } from '../page/page-failure.ts';
import { Progress, progressKind } from '../progress/progress.ts';
import type { SampleOrder } from '../options/sample-options.ts';
import type { RunFacts } from '../summary/run-facts.ts';
import { shownText } from '../text/shown-text.ts';

/** What is made of the samples, and said of them in the end. */
export interface SampleWork {
  readonly task: DriverJob['task'];
  readonly profile: Profile;
  readonly stopAtFirstFailure: boolean;
  /** What a row depends on besides the files and options that all such commands share. */
  readonly origin: RunOrigin;
  /**
   * Takes a row of an earlier run into the summary, unless it is to be made again.
   * @param problem undefined where there is none
   * @returns whether it took it
   */
  keeps(line: string, sample: Sample, problem: Problem | undefined): boolean;
  /** The row of a judged sample, which is taken into the summary. */
  judged(sample: Sample, problem: Problem, reply: PageReply): object;
  /** The row of a sample without a problem, for this reason; it is taken into the summary. */
  unknown(sample: Sample, reason: string): object;
  /** What has come out so far, in a word or two. */
  readonly soFar: string;
  /** Samples that are left without a reward. */
  readonly unjudged: number;
  summary(facts: RunFacts): readonly string[];
}

/**
 * Judges every sample of a file in the page and writes a row for each, in the samples' order.
 * @returns the exit code, as `help.ts` has them
 * @throws UsageError when the output cannot be written
 */
export async function runSamples(order: SampleOrder, work: SampleWork): Promise<number> {
  const { samples, quiet } = order;
  const begun = performance.now();
  const say = (sentence: string): void => {
    if (!quiet) process.stderr.write(`allpass: ${shownText(sentence)}\n`);
  };
  const places = new KnownPlaces(samples);
  const output = await openRows({
    output: order.output,
    fresh: order.fresh,
    manifest: manifestOf({ ...order.origin, ...work.origin, page: pageVersion() }, order.shard),
    total: samples.length,
    keeps: (line) =>
      places.taken(line, (place) => {
        const sample = samples[place]!;
        return work.keeps(line, sample, order.problems.get(sample.problemId));
      }),
    tell: say,
  });
  const left = [...samples.entries()].filter(([place]) => !output.kept.has(place));
  const { jobs, jobPlaces } = jobsOf(left, order, work);
  const progress = new Progress({
    screen: process.stderr,
    kind: progressKind(quiet, process.stderr, order.output === null && process.stdout.isTTY),
    total: jobs.length,
    soFar: () => work.soFar,
  });
  for (const said of [order.note, order.unknown.warning(samples)]) if (said !== null) say(said);
  for (const [place, sample] of left) {
    if (!order.problems.has(sample.problemId))
      output.put(place, work.unknown(sample, order.unknown.reason(sample.problemId)));
  }
  const interruption = listenForInterruption();
  try {
    const ears: PageEars = {
      // Before, a build may speak for itself.
      onOpening: () => progress.start(),
      onBegin: () => progress.begin(),
      onRetry: (index) => progress.retry(index),
      onReply: (reply) => {
        const place = jobPlaces[reply.index]!;
        output.put(place, work.judged(samples[place]!, jobs[reply.index]!.problem, reply));
        progress.finish(reply.index);
      },
    };
    if (jobs.length > 0) {
      // Loaded late: bad input is refused without waiting for a bundler and a browser driver.
      const { judgeInPage } = await import('../page/built-page.ts');
      const session = { workers: order.workers };
      const leave = Promise.race([interruption.asked, output.failed]);
      await judgeInPage(jobs, session, ears, order.browser, leave);
    }
    await output.commit();
  } catch (error) {
    progress.end();
    const part = await output.breakOff();
    if (!(error instanceof Interrupted || error instanceof PageFailure)) throw error;
    const why = error instanceof Interrupted ? 'interrupted' : `allpass: ${shownText(error.message)}`;
    process.stderr.write(
      `${why}: ${output.kept.size + progress.done} of ${samples.length} samples were judged` +
        `${part === null ? '' : `, their rows are in ${shownText(part)}; the same command goes on`}\n`,
    );
    return error instanceof Interrupted ? error.exitCode : BROKEN_OFF;
  } finally {
    progress.end();
    interruption.end();
  }
  const seconds = (performance.now() - begun) / 1000;
  const { workers, browser } = order;
  const kept = output.kept.size;
  const facts = { seconds, retried: progress.retried, kept, workers, browser, output: order.output };
  if (!quiet) process.stderr.write(`${work.summary(facts).map(shownText).join('\n')}\n`);
  else if (work.unjudged > 0) {
    const lost = numberText(work.unjudged);
    process.stderr.write(`allpass: ${lost} of ${counted(samples.length, 'sample')} could not be judged\n`);
  }
  return work.unjudged > 0 ? 1 : 0;
}

/** The jobs of those samples that have a problem, and the place of each among the samples. */
export function jobsOf(
  left: readonly (readonly [place: number, sample: Sample])[],
  order: Pick<SampleOrder, 'problems' | 'timeLimitSeconds' | 'timeFactor' | 'retries'>,
  { task, profile, stopAtFirstFailure }: Pick<SampleWork, 'task' | 'profile' | 'stopAtFirstFailure'>,
): { readonly jobs: readonly DriverJob[]; readonly jobPlaces: readonly number[] } {
  const { problems, timeLimitSeconds, timeFactor, retries } = order;
  const limit = timeLimitSeconds === null ? {} : { timeLimitSeconds };
  const options = {
    stopAtFirstFailure,
    profile: profile.name,
    ...limit,
    ...(timeFactor !== null && { timeFactor }),
    retries,
  };
  const jobs: DriverJob[] = [];
  const jobPlaces: number[] = [];
  for (const [place, sample] of left) {
    const problem = problems.get(sample.problemId);
    if (problem === undefined) continue;
    jobs.push({ index: jobs.length, problem, submission: submissionOf(sample, problem), task, options });
    jobPlaces.push(place);
  }
  return { jobs, jobPlaces };
}
