/** The reward service over HTTP, before a page that is made up. */
import type { AddressInfo } from 'node:net';
import { HttpService } from '../../src/node/cli/serve/http/http-service.ts';
import { Canaries } from '../../src/node/cli/serve/grading/canaries.ts';
import { Grader, type OpenPage } from '../../src/node/cli/serve/grading/grader.ts';
import { Metrics } from '../../src/node/cli/serve/grading/metrics.ts';
import { Seen } from '../../src/node/cli/serve/grading/seen.ts';
import type { PageJob } from '../../src/judge/protocol/driver-page.ts';
import type { Problem } from '../../src/domain/problem.ts';
import { reportOf } from './report.ts';

/** Makes the reply of a page to a job, without its task; undefined for a page that never replies. */
export type Replies = (job: PageJob) => object | undefined;

/**
 * Takes every job at once.
 * @param ready answers are held until it resolves
 */
export function pageOf(replies: Replies, ready: Promise<unknown> = Promise.resolve()): OpenPage {
  return (onBegin, leave) => {
    const judge = async (job: PageJob): Promise<never> => {
      await ready;
      const reply = replies(job);
      return (reply === undefined ? leave : { task: job.task, ...reply }) as never;
    };
    onBegin();
    return Promise.resolve({ judge, failure: leave, close: () => Promise.resolve() });
  };
}

/** By a word in the program: `right`, `lost`, `slow`; all else is wrong on the second of two tests. Scripts print their input. */
export function byWord(job: PageJob): object | undefined {
  if (job.task === 'run') {
    const { code, input } = job.script;
    if (code.includes('slow')) return undefined;
    if (code.includes('lost')) return { run: { type: 'judge-error', message: 'the frame is gone' } };
    const failure = code.includes('loop')
      ? 'time-limit-exceeded'
      : code.includes('exit')
        ? 'runtime-error'
        : null;
    const error = code.includes('exit') ? { name: 'SystemExit', message: '3', traceback: '' } : null;
    return {
      run: {
        type: 'ran',
        stdout: input,
        stderr: '',
        failure,
        error,
        milliseconds: failure === null ? 4 : null,
      },
    };
  }
  if (job.task === 'batch' || job.task === 'certify' || job.task === 'audit')
    throw new Error(`the service sends no ${job.task}`);
  const { submission, problem } = job;
  const text = submission.kind === 'program' ? submission.code : submission.completion.text;
  if (text.includes('slow')) return undefined;
  if (text.includes('lost')) return { report: reportOf(['judge-error'], { error: 'the frame is gone' }) };
  const verdicts = problem.tests.map((_, index) =>
    index === problem.tests.length - 1 && !text.includes('right') ? 'wrong-answer' : 'accepted',
  );
  return { report: reportOf(verdicts as Parameters<typeof reportOf>[0]) };
}

interface Options {
  readonly openPage?: OpenPage;
  readonly problems?: readonly Problem[];
  readonly token?: string;
  readonly capacity?: number;
  readonly mostItems?: number;
  readonly mostBytes?: number;
  readonly deadlineMs?: number;
  /** Canaries per judged task. */
  readonly canaryShare?: number;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export async function startService(options: Options = {}) {
  const { openPage = pageOf(byWord), problems = [], token = null, capacity = 1000 } = options;
  const { mostItems = 100, mostBytes = 1 << 20, deadlineMs = 60_000 } = options;
  const metrics = new Metrics();
  const seen = new Seen(1 << 20);
  const grader = new Grader({
    workers: 1,
    capacity,
    seenReports: seen,
    metrics,
    openPage,
    onFailure: () => undefined,
  });
  const known = new Map(problems.map((problem) => [problem.id, problem]));
  const service = { problems: known, profile: 'standard', timeLimitSeconds: null, deadlineMs, mostItems };
  const faults: string[] = [];
  const alarms: string[] = [];
  const { canaryShare: share = 0 } = options;
  const onAlarm = (message: string) => void alarms.push(message);
  const canaries = share === 0 ? null : new Canaries(share, grader, metrics, onAlarm);
  const http = new HttpService({
    grader,
    metrics,
    service,
    token,
    mostBytes,
    onFault: (said) => faults.push(said),
    onJudged: (tasks, _, dialect) => canaries?.judgeDue(tasks, dialect),
  });
  let judging = Promise.resolve();
  await new Promise<void>((resolve) => {
    judging = grader.run(resolve);
  });
  await new Promise<void>((resolve) => http.server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`;
  return {
    address,
    faults,
    alarms,
    /** @param body a text as it is, anything else as JSON */
    async ask(path: string, body?: unknown, init: RequestInit = {}): Promise<Answered> {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const post = body === undefined ? {} : { method: 'POST', body: text };
      const response = await fetch(address + path, { ...post, ...init });
      const said = await response.text();
      const isJson = response.headers.get('content-type') === 'application/json';
      return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(said) : said };
    },
    /** Takes nothing new from now on; resolves when all is answered. */
    async end(): Promise<void> {
      const closed = http.end();
      canaries?.end();
      grader.end();
      await judging;
      // Connections that a test has left open.
      setTimeout(() => http.closeAll(), 100);
      await closed;
    },
  };
}
