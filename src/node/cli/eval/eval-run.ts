/** A run that requests answers from a server and judges them in the page. An interruption loses no rows. */
import { counted } from '../../../base/number-words.ts';
import { programsAtOnce } from '../../../judge/programs-at-once.ts';
import { CHECK_TITLES } from '../../../models/openai/endpoint-port.ts';
import { Pipeline, type PipelineEnd } from '../../../runs/pipeline/pipeline.ts';
import { pageVersion } from '../../bootstrap/page-build.mjs';
import { manifestOf, type ServerFindings } from '../journal/manifest.ts';
import { run, type RunTools } from '../run/run.ts';
import { labelledLines } from '../summary/run-facts.ts';
import { AskedModel } from './asked-model.ts';
import type { EvalOrder } from './eval-order.ts';
import { EvalSamples, notSentWords, type JudgeSample } from './eval-samples.ts';
import { checkServer, stepWords } from './server-check.ts';

/**
 * @returns the exit code
 * @throws UsageError as `run` does
 */
export function runEval(order: EvalOrder): Promise<number> {
  const samples = new EvalSamples(order);
  const model = new AskedModel(order);
  const { summary } = samples;
  const samplesText = counted(order.keys.length, 'sample');
  return run(order, {
    manifest: manifestOf({ ...order.origin, page: pageVersion() }, order.shard, order.asked, order.redo),
    total: order.keys.length,
    placeOfLine: (line) => samples.placeOfLine(line),
    remaining: (keptPlaces) => samples.workLeft(keptPlaces).total,
    progress: {
      toDo: (total) => `${counted(total, 'program')} to judge`,
      done: 'judged',
      soFar: () => samples.soFar,
      beside: () => model.queueWords,
    },
    async run(tools) {
      const end = await askAndJudge(order, samples, model, tools);
      return end.type === 'done' ? null : endText(end);
    },
    breakOff: ({ output, elapsedMs }) => samples.breakOff(output, elapsedMs()),
    early: { done: (count) => `${count} of ${samplesText} are done`, rows: 'their rows are' },
    get unjudgedText() {
      return summary.unjudged === 0 ? null : counted(summary.unjudged, 'sample');
    },
    summary: (facts) => [...labelledLines([['answers', samples.words]]), ...summary.lines(facts)],
  });
}

/**
 * Runs until all samples are done or the run ends early.
 * @throws the error that ends the page: Interrupted, PageFailure, UsageError
 */
async function askAndJudge(
  order: EvalOrder,
  samples: EvalSamples,
  model: AskedModel,
  tools: RunTools,
): Promise<PipelineEnd> {
  const { output, progress, elapsedMs, printNote } = tools;
  const { total, toAsk, toJudge } = samples.workLeft(output.keptPlaces);
  if (total === 0) return { type: 'done' };
  const findings: ServerFindings[number][] = [];
  const checkResult =
    toAsk.length === 0 ? order.concurrency : await checkedConcurrency(order, tools, findings);
  if (typeof checkResult !== 'number') return checkResult;
  const { workers, profile, timeLimitSeconds } = order;
  // The page opens while the first answers are requested.
  const pagePromise = tools.openPage();
  const options = {
    stopAtFirstFailure: true,
    profile: profile.name,
    ...(timeLimitSeconds !== null && { timeLimitSeconds }),
  };
  const judge: JudgeSample = async (place, problem, completion) => {
    const page = await pagePromise;
    const submission = { kind: 'completion', completion: { ...completion, usage: null } } as const;
    const job = { task: 'judge', problem, submission, options } as const;
    return (await page.judge(job, () => progress.retry(place))).report;
  };
  const hosts = {
    ask: model.ask.bind(model),
    judge,
    output,
    onDone: (place: number) => progress.finish(place),
    onNotSent: (names: readonly string[]) => {
      printNote(`Sampling: ${notSentWords(names)}.`);
      output.keepFindings([
        ...findings,
        { step: 'sampling', outcome: 'warning', detail: notSentWords(names) },
      ]);
    },
  };
  const pipeline = new Pipeline(
    { concurrency: checkResult, judging: programsAtOnce(workers), toAsk, toJudge },
    samples.parts(hosts, elapsedMs),
    { onNotice: (notice) => printNote(notice) },
  );
  // Without a page, no more answers can be judged.
  pagePromise.then(({ failure }) => failure).catch(() => pipeline.stop());
  const end = await pipeline.run();
  const page = await pagePromise;
  // If the page has failed, its error ends the run.
  await Promise.race([page.failure, Promise.resolve()]).finally(() => page.close());
  return end;
}

/**
 * Checks the server, and stores the findings in the manifest.
 * @returns the number of concurrent requests, or the reason why no request is possible
 * @throws Interrupted
 */
async function checkedConcurrency(
  order: EvalOrder,
  { output, abortPromise, printNote }: RunTools,
  findings: ServerFindings[number][],
): Promise<number | PipelineEnd> {
  const leaving = new AbortController();
  const steps = await Promise.race([checkServer(order, leaving.signal), abortPromise]).finally(() =>
    leaving.abort(),
  );
  findings.push(...steps.map(({ id, outcome, detail }) => ({ step: id, outcome, detail })));
  output.keepFindings(findings);
  const failedStep = steps.find(({ outcome }) => outcome === 'failed');
  if (failedStep !== undefined) {
    const { detail, remedy } = failedStep;
    return { type: 'halted', why: `${detail} ${remedy}` };
  }
  const warnings = steps.filter(({ outcome }) => outcome === 'warning');
  for (const step of warnings) printNote(`${CHECK_TITLES[step.id]}: ${stepWords(step)}`);
  if (order.concurrency === 1 || !warnings.some(({ id }) => id === 'concurrency')) return order.concurrency;
  printNote('The run asks for one answer at a time.');
  return 1;
}

function endText(end: PipelineEnd): string {
  switch (end.type) {
    case 'spent':
      return `the budget of ${end.budget} is spent`;
    case 'halted':
      return end.why;
    default:
      return end.type;
  }
}
