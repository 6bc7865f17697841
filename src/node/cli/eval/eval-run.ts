/** One evaluation from the command line: a server answers, the page judges, the rows outlive whatever ends it. */
import { counted } from '../../../base/number-words.ts';
import { programsAtOnce } from '../../../judge/programs-at-once.ts';
import { Pipeline, type PipelineEnd } from '../../../runs/pipeline/pipeline.ts';
import { pageVersion } from '../../bootstrap/page-build.mjs';
import { Interrupted, listenForInterruption, type Interruption } from '../run/interruption.ts';
import { manifestOf } from '../journal/manifest.ts';
import { openRows } from '../journal/open-rows.ts';
import type { RowsOutput } from '../journal/rows-output.ts';
import { BROKEN_OFF, PageFailure } from '../page/page-failure.ts';
import { Progress, progressKind } from '../progress/progress.ts';
import { labelled } from '../summary/run-facts.ts';
import { shownText } from '../text/shown-text.ts';
import { AskedModel } from './asked-model.ts';
import { EvalJudge } from './eval-judge.ts';
import type { EvalOrder } from './eval-order.ts';
import { EvalSamples } from './eval-samples.ts';
import { checkServer, stepWords, titleOf } from './server-check.ts';

/**
 * @returns the exit code, as `help.ts` has them
 * @throws UsageError where there is no browser, and when the output cannot be written or is of another run
 */
export async function runEval(order: EvalOrder): Promise<number> {
  const { keys, profile, quiet } = order;
  const begun = performance.now();
  const elapsed = (): number => performance.now() - begun;
  const samples = new EvalSamples(order);
  const output = await openRows({
    output: order.output,
    fresh: order.fresh,
    manifest: manifestOf({ ...order.origin, page: pageVersion() }, order.shard, order.asked),
    total: keys.length,
    keeps: (line) => samples.keeps(line),
    tell: (sentence) => {
      if (!quiet) process.stderr.write(`allpass: ${shownText(sentence)}\n`);
    },
  });
  const model = new AskedModel(order);
  const progress = new Progress({
    screen: process.stderr,
    kind: progressKind(quiet, process.stderr, false),
    total: samples.workLeft(output).total,
    soFar: () => samples.soFar,
    beside: () => model.queueWords,
  });
  const interruption = listenForInterruption();
  let end: PipelineEnd;
  try {
    end = await askAndJudge({ order, samples, model, output, progress, interruption, elapsed });
    if (end.type === 'done') await output.commit();
  } catch (error) {
    samples.breakOff(output, elapsed());
    const part = await output.breakOff();
    if (!(error instanceof Interrupted || error instanceof PageFailure)) throw error;
    const why = error instanceof Interrupted ? 'interrupted' : `allpass: ${error.message}`;
    progress.end();
    sayBrokenOff(why, output.kept.size + progress.done, keys.length, part);
    return error instanceof Interrupted ? error.exitCode : BROKEN_OFF;
  } finally {
    progress.end();
    interruption.end();
  }
  if (end.type !== 'done') {
    samples.breakOff(output, elapsed());
    const part = await output.breakOff();
    sayBrokenOff(`allpass: ${endWords(end)}`, output.kept.size + progress.done, keys.length, part);
    return BROKEN_OFF;
  }
  const { summary } = samples;
  const seconds = elapsed() / 1000;
  const { workers, browser } = order;
  const facts = { seconds, retried: progress.retried, kept: output.kept.size, workers, browser };
  if (!quiet) {
    const lines = [
      ...labelled([['answers', samples.words]]),
      ...summary.lines(profile.name, { ...facts, output: order.output }),
    ];
    process.stderr.write(`${lines.map(shownText).join('\n')}\n`);
  } else if (summary.unjudged > 0)
    process.stderr.write(`allpass: ${counted(summary.unjudged, 'sample')} could not be judged\n`);
  return summary.unjudged > 0 ? 1 : 0;
}

interface Work {
  readonly order: EvalOrder;
  readonly samples: EvalSamples;
  readonly model: AskedModel;
  readonly output: RowsOutput;
  readonly progress: Progress;
  readonly interruption: Interruption;
  /** Milliseconds since the command began. */
  readonly elapsed: () => number;
}

/** Until all is done or something ends it. @throws what ends the page: Interrupted, PageFailure, UsageError */
async function askAndJudge(work: Work): Promise<PipelineEnd> {
  const { order, samples, model, output, progress, interruption, elapsed } = work;
  const { total, toAsk, toJudge } = samples.workLeft(output);
  if (total === 0) return { type: 'done' };
  const checked = toAsk.length === 0 ? order.concurrency : await checkedConcurrency(work);
  if (typeof checked !== 'number') return checked;
  const judge = new EvalJudge(order);
  const hosts = {
    ask: model.ask.bind(model),
    judge: judge.judge.bind(judge),
    output,
    onDone: (place: number) => progress.finish(place),
  };
  const pipeline = new Pipeline(
    { concurrency: checked, judging: programsAtOnce(order.workers), toAsk, toJudge },
    samples.parts(hosts, elapsed),
    { onNotice: (words) => tell(work, words) },
  );
  const leave = Promise.race([interruption.asked, output.failed]);
  const page = judge.run(progress, leave).catch((error: unknown) => {
    // Nothing that comes could be judged.
    pipeline.stop();
    throw error;
  });
  page.catch(() => undefined);
  const end = await pipeline.run();
  judge.end();
  await page;
  return end;
}

/**
 * Checks the server, and keeps what was found: how many answers to ask for at once, or why none can be asked for.
 * @throws Interrupted
 */
async function checkedConcurrency(work: Work): Promise<number | PipelineEnd> {
  const { order, output, interruption } = work;
  const leaving = new AbortController();
  const steps = await Promise.race([checkServer(order, leaving.signal), interruption.asked]).finally(() =>
    leaving.abort(),
  );
  output.keepFindings(steps.map(({ id, outcome, detail }) => ({ step: id, outcome, detail })));
  const failed = steps.find(({ outcome }) => outcome === 'failed');
  if (failed !== undefined) return { type: 'halted', message: failed.detail, remedy: failed.remedy };
  const warnings = steps.filter(({ outcome }) => outcome === 'warning');
  for (const step of warnings) tell(work, `${titleOf(step)}: ${stepWords(step)}`);
  if (order.concurrency === 1 || !warnings.some(({ id }) => id === 'crowd')) return order.concurrency;
  tell(work, 'The run asks for one answer at a time.');
  return 1;
}

function tell({ order, progress }: Work, words: string): void {
  if (order.quiet) return;
  progress.clear();
  process.stderr.write(`allpass: ${shownText(words)}\n`);
}

function endWords(end: PipelineEnd): string {
  switch (end.type) {
    case 'spent':
      return `the budget of ${end.what} is spent`;
    case 'halted':
      return `${end.message} ${end.remedy}`;
    default:
      return end.type;
  }
}

function sayBrokenOff(why: string, done: number, total: number, part: string | null): void {
  const rows = part === null ? '' : `, what came is in ${shownText(part)}; the same command goes on`;
  process.stderr.write(`${shownText(why)}: ${done} of ${counted(total, 'sample')} are done${rows}\n`);
}
