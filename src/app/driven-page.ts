/**
 * The same page, driven: the command line opens it with `#/driven`, serves it programs to
 * judge and takes the reports, so that containment and verdicts are the app's own by construction.
 */
import type {
  BatchResult,
  DriverBatch,
  DriverJob,
  PageJob,
  PageReply,
  DriverSession,
  Retry,
  XrayLine,
} from '../judge/protocol/driver-page.ts';
import { errorMessage } from '../base/error-message.ts';
import type { ScriptRun } from '../domain/script-run.ts';
import type { JudgeReport } from '../domain/verdict.ts';
import { Judge } from '../judge/judge.ts';
import { judgeBatch } from '../judge/judge-batch.ts';
import { findProfile } from '../judge/profiles/custom.ts';
import { GYM_GRADERS } from '../judge/profiles/gym-graders.ts';
import { programsAtOnce } from '../judge/programs-at-once.ts';
import type { Profile } from '../judge/profiles/profile.ts';
import { xray, type XrayRow } from '../judge/xray.ts';
import { showPlainPage } from './plain-page.ts';
import { createSandbox } from './sandbox.ts';
import { weigher } from './weigher.ts';

const HEARTBEAT_MILLISECONDS = 5_000;

/**
 * Works until the command line has nothing more to judge.
 * @param key the command line's word that tells this page from any other that finds its server
 */
export async function openDrivenPage(key: string): Promise<void> {
  const knock: Knock = (at, body) =>
    fetch(`driver/${at}${key === '' ? '' : `?${key}`}`, { method: 'POST', ...(body ? { body } : {}) });
  const session = await begin(knock);
  if (session === null) {
    showPlainPage('The command line’s page', [
      'This address is for the commands of allpass that judge, which open it in a browser of their own and judge there. No command line answers here, so nothing is run.',
    ]);
    return;
  }
  // Nothing else sees what goes wrong in here.
  const fail = (message: string): void => void knock('failed', message);
  addEventListener('error', ({ message }) => fail(message));
  addEventListener('unhandledrejection', ({ reason }) => fail(errorMessage(reason)));
  const stops = new Map<number, AbortController>();
  const heartbeat = setInterval(() => {
    void knock('alive')
      .then(unwantedIn)
      .then((unwanted) => unwanted.forEach((index) => stops.get(index)?.abort()));
  }, HEARTBEAT_MILLISECONDS);
  const judge = new Judge(
    createSandbox(session.workers, () => undefined),
    weigher,
  );
  if (session.inBatches) {
    await judgeBatches(judge, session.workers, knock);
    clearInterval(heartbeat);
    return;
  }
  const next = jobsInTurn(knock);
  await Promise.all(
    Array.from({ length: programsAtOnce(session.workers) }, () => work(judge, knock, next, stops)),
  );
  clearInterval(heartbeat);
}

/** Null where no command line answers: anybody may make a link to this page. */
async function begin(knock: Knock): Promise<DriverSession | null> {
  try {
    const response = await knock('session');
    return response.ok ? ((await response.json()) as DriverSession) : null;
  } catch {
    return null;
  }
}

type Knock = (at: string, body?: string) => Promise<Response>;

/** Gives the results of one batch, and gets the next in return. */
async function judgeBatches(judge: Judge, workers: number, knock: Knock): Promise<void> {
  const never = new AbortController().signal;
  let results: readonly BatchResult[] | null = null;
  for (;;) {
    const response = await knock('batch', JSON.stringify(results));
    if (response.status === 204) return;
    results = await judgeBatch(judge, (await response.json()) as DriverBatch, workers, never);
  }
}

/**
 * Asks for jobs one at a time: the command line answers when there is one, and a browser keeps a few connections to a
 * server only, of which replies need some.
 */
function jobsInTurn(knock: Knock): () => Promise<PageJob | null> {
  let last: Promise<unknown> = Promise.resolve();
  const ask = async (): Promise<PageJob | null> => {
    for (;;) {
      const job = await jobIn(await knock('next'));
      if (job !== undefined) return job;
    }
  };
  return () => {
    const mine = last.then(ask);
    last = mine.catch(() => undefined);
    return mine;
  };
}

/** null where nothing more comes, undefined where nothing has come yet. */
async function jobIn(response: Response): Promise<PageJob | null | undefined> {
  if (response.status === 204) return null;
  return response.status === 202 ? undefined : ((await response.json()) as PageJob);
}

/** Indices of jobs under way whose answers are not waited for any more. */
async function unwantedIn(response: Response): Promise<readonly number[]> {
  const text = await response.text();
  return text === '' ? [] : (JSON.parse(text) as readonly number[]);
}

async function work(
  judge: Judge,
  knock: Knock,
  next: () => Promise<PageJob | null>,
  stops: Map<number, AbortController>,
): Promise<void> {
  let job = await next();
  while (job !== null) {
    const { index } = job;
    // Only the command line's forecast needs it.
    const retry = (said: Retry) => void knock('retry', JSON.stringify(said)).catch(() => undefined);
    const stop = new AbortController();
    stops.set(index, stop);
    const reply: PageReply = { index, ...(await done(judge, job, stop.signal, () => retry({ index }))) };
    stops.delete(index);
    const answered = await jobIn(await knock('done', JSON.stringify(reply)));
    job = answered === undefined ? await next() : answered;
  }
}

async function done(
  judge: Judge,
  job: PageJob,
  signal: AbortSignal,
  onRetry: () => void,
): Promise<{ report: JudgeReport } | { lines: readonly XrayLine[] } | { run: ScriptRun }> {
  if (job.task === 'run') return { run: await judge.runScript(job.script, signal, onRetry) };
  const { problem, submission, task } = job;
  const options = { ...optionsOf(job), signal, onRetry };
  const beside = job.options.profiles?.map(profileOf);
  if (task === 'judge') {
    return { report: await judge.judge(problem, submission, { ...options, tests: 'all' }) };
  }
  return {
    lines: (await xray(judge, problem, submission, { ...options, ...(beside && { profiles: beside }) })).map(
      lineOf,
    ),
  };
}

function lineOf({ profile, extraction, report, cause }: XrayRow): XrayLine {
  const { verdict, reward, testsRun, testsPassed, testsTotal, timeFactor } = report;
  const block = extraction?.found ? { start: extraction.start, end: extraction.end } : null;
  const counts = { testsRun, testsPassed, testsTotal, timeFactor };
  return { profile: profile.name, block, verdict, reward, ...counts, cause };
}

function optionsOf({ options: { profile, profiles: _beside, ...options } }: DriverJob) {
  return { ...options, profile: profileOf(profile), urgent: false };
}

function profileOf(name: string): Profile {
  const profile = GYM_GRADERS.find((grader) => grader.name === name) ?? findProfile(name);
  // The command line has looked it up before; the two would have to be of different builds.
  if (profile === null) throw new Error(`there is no profile ${name}`);
  return profile;
}
