/**
 * The page that the command line drives. The command line opens `#/driven`, answers the page's requests with
 * programs, and receives the reports. The page uses the app's sandbox and judge.
 */
import { errorMessage } from '../base/error-message.ts';
import { Judge } from '../judge/judge.ts';
import { judgeBatch } from '../judge/judge-batch.ts';
import { findProfile } from '../judge/profiles/custom.ts';
import { GYM_GRADERS } from '../judge/profiles/gym-graders.ts';
import { programsAtOnce } from '../judge/programs-at-once.ts';
import type { Profile } from '../judge/profiles/profile.ts';
import {
  parseDriverAnswer,
  type PageOutcome,
  type PageJob,
  type PageToDriver,
  type SampleJob,
  type XrayLine,
} from '../judge/protocol/driver-page.ts';
import type { Runner } from '../judge/runner.ts';
import { xray, type XrayRow } from '../judge/xray.ts';
import { auditGroup } from '../runs/audit/audit-group.ts';
import { certify } from '../runs/strength/certificate.ts';
import { showPlainPage } from './plain-page.ts';
import { createSandbox } from './sandbox.ts';
import { offThreadComparer } from './off-thread-comparer.ts';
import { GivenJobs, jobIn, type JobMessage, type Tell } from './given-jobs.ts';

const HEARTBEAT_MILLISECONDS = 5_000;

/**
 * Judges programs until the browser is closed.
 * @param key the secret by which the command line recognises this page
 */
export async function openDrivenPage(key: string): Promise<void> {
  const send: Tell = async ({ type, ...fields }) => {
    const address = `driver/${type}${key === '' ? '' : `?${key}`}`;
    const response = await fetch(address, { method: 'POST', body: JSON.stringify(fields) });
    return parseDriverAnswer(await response.text());
  };
  // Any site can link to this page, so the page first checks that a command line is running.
  const session = await send({ type: 'open' }).catch(() => null);
  if (session?.type !== 'session') {
    showPlainPage('The command line’s page', [
      'This address is for the commands of allpass that judge, which open it in a browser of their own and judge there. No command line answers here, so nothing is run.',
    ]);
    return;
  }
  // These messages need no response, and get none after the command has ended.
  const sendWithoutReply = (message: PageToDriver): void => void send(message).catch(() => undefined);
  // Reports all errors, because no other part of the page shows them.
  const fail = (message: string): void => sendWithoutReply({ type: 'failed', message });
  addEventListener('error', ({ message }) => fail(message));
  addEventListener('unhandledrejection', ({ reason }) => fail(errorMessage(reason)));
  const stops = new Map<number, AbortController>();
  const sendHeartbeat = async (): Promise<void> => {
    const answer = await send({ type: 'alive' });
    if (answer?.type === 'stop') for (const index of answer.indices) stops.get(index)?.abort();
  };
  setInterval(() => void sendHeartbeat().catch(() => undefined), HEARTBEAT_MILLISECONDS);
  const { workers, hashSeed, wheels } = session;
  const packages = { wheelFolder: 'the folder that --packages names', wheels };
  const sandbox = createSandbox(
    workers,
    () => undefined,
    { hashSeed, withoutSpare: hashSeed !== 0 },
    packages,
  );
  const judge = new Judge(sandbox, offThreadComparer);
  const requestJob = jobsInTurn(send);
  const jobs = new GivenJobs(send);
  await Promise.all(
    Array.from({ length: programsAtOnce(workers) }, () =>
      judgeJobs({ judge, sandbox, workers }, send, requestJob, stops, jobs),
    ),
  );
}

/**
 * Requests jobs one at a time. The command line responds as soon as it has a job. Only one request waits,
 * because a browser opens only a few connections to a server, and reports need some of them.
 */
function jobsInTurn(send: Tell): () => Promise<JobMessage> {
  let previous: Promise<unknown> = Promise.resolve();
  const ask = async (): Promise<JobMessage> => {
    for (;;) {
      const job = jobIn(await send({ type: 'next' }));
      if (job !== null) return job;
    }
  };
  return () => {
    const jobRequest = previous.then(ask);
    previous = jobRequest.catch(() => undefined);
    return jobRequest;
  };
}

interface JudgingParts {
  readonly judge: Judge;
  readonly sandbox: Runner;
  readonly workers: number;
}

async function judgeJobs(
  parts: JudgingParts,
  send: Tell,
  takeJob: () => Promise<JobMessage>,
  stops: Map<number, AbortController>,
  jobs: GivenJobs,
): Promise<never> {
  let message = await takeJob();
  for (;;) {
    const { index } = message;
    const job = await jobs.completeJob(message);
    // The command line uses this message only to improve its time estimate.
    const onRetry = (): void => void send({ type: 'retry', index }).catch(() => undefined);
    const controller = new AbortController();
    stops.set(index, controller);
    const outcome = await outcomeOf(parts, job, { signal: controller.signal, onRetry });
    stops.delete(index);
    message = jobIn(await send({ type: 'done', index, outcome })) ?? (await takeJob());
  }
}

interface Watch {
  readonly signal: AbortSignal;
  readonly onRetry: () => void;
}

async function outcomeOf(parts: JudgingParts, job: PageJob, control: Watch): Promise<PageOutcome> {
  const { judge, sandbox, workers } = parts;
  const { task } = job;
  const { signal, onRetry } = control;
  if (task === 'batch') return { task, results: await judgeBatch(judge, job, workers, signal) };
  if (task === 'run') return { task, run: await judge.runScript(job.script, signal, onRetry) };
  if (task === 'certify') {
    const { problem, solutions, wrong, ...options } = job;
    const row = await certify(judge, sandbox, problem, solutions, wrong, { ...options, signal });
    return { task, row };
  }
  if (task === 'audit') {
    const { profile, ...group } = job;
    const named = profile === null ? null : profileOf(profile);
    return { task, ...(await auditGroup(judge, sandbox, group, named, signal)) };
  }
  const { problem, submission } = job;
  const options = { ...optionsOf(job), ...control };
  if (task === 'judge')
    return { task, report: await judge.judge(problem, submission, { ...options, tests: 'all' }) };
  const otherProfiles = job.options.profiles?.map(profileOf);
  const rows = await xray(judge, problem, submission, {
    ...options,
    ...(otherProfiles && { profiles: otherProfiles }),
  });
  return { task, lines: rows.map(lineOf) };
}

function lineOf({ profile, extraction, report, cause }: XrayRow): XrayLine {
  const { verdict, reward, testsRun, testsPassed, testsTotal, timeFactor } = report;
  const block = extraction?.found ? { start: extraction.start, end: extraction.end } : null;
  const counts = { testsRun, testsPassed, testsTotal, timeFactor };
  return { profile: profile.name, block, verdict, reward, ...counts, cause };
}

function optionsOf({ options: { profile, profiles: _otherProfiles, ...options } }: SampleJob) {
  return { ...options, profile: profileOf(profile), urgent: false };
}

function profileOf(name: string): Profile {
  const profile = GYM_GRADERS.find((grader) => grader.name === name) ?? findProfile(name);
  // The command line validates the name first, so this happens only if the page and the command line are
  // different builds.
  if (profile === null) throw new Error(`there is no profile ${name}`);
  return profile;
}
