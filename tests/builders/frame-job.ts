/** A job of the sandbox frame without a frame, and the messages of its worker. */
import { FrameJob, type WorkerLeft } from '../../src/sandbox/frame/frame-job.ts';
import { scriptOf, type InputBatch } from '../../src/judge/runner.ts';
import type { WorkerHost } from '../../src/sandbox/frame/worker-host.ts';
import type { FrameToWorker, OutcomeKind, WorkerToFrame } from '../../src/sandbox/protocol/frame-worker.ts';
import type { FrameToPage, PageToFrame } from '../../src/sandbox/protocol/page-frame.ts';
import { PLAIN_CLOCK } from './plain-clock.ts';

type Open = Extract<PageToFrame, { type: 'open' }>;

export const JOB = 7;
/** The job's limit in milliseconds. */
export const LIMIT = 1000;

export type Mode = 'stdin' | 'assert';
interface Change {
  readonly mode?: Mode;
  readonly execution?: Open['program']['execution'];
  readonly ahead?: InputBatch;
  readonly timeFactor?: number;
  readonly isCold?: boolean;
  readonly host?: Partial<WorkerHost>;
}

/** A job of one submission, with what it tells the page and asks of its worker, in short. */
export function begin(change: Change = {}) {
  const load = { disturbedMilliseconds: 0, stallMilliseconds: 0 };
  const code = { isCompiled: change.isCold !== true };
  const sent: FrameToWorker[] = [];
  const posted: FrameToPage[] = [];
  const over: WorkerLeft[] = [];
  const host = {
    ...{ outputBytes: 0, isTainted: false, timeFactor: 1, isMeasured: true, ...change.host },
    send: (message: FrameToWorker) => void sent.push(message),
  } as WorkerHost;
  const timeFactor = change.timeFactor === undefined ? {} : { timeFactor: change.timeFactor };
  const open: Open = {
    type: 'open',
    job: JOB,
    program: { ...scriptOf(''), execution: change.execution ?? 'standard', mode: change.mode ?? 'stdin' },
    limits: { timeSeconds: LIMIT / 1000, memoryMb: 1, outputBytes: 99, ...timeFactor },
    packages: [],
    ahead: change.ahead ?? { first: 0, inputs: [] },
  };
  const timing = { clock: PLAIN_CLOCK, load, code };
  const job = new FrameJob(open, host, timing, {
    post: (message) => void posted.push(message),
    onOver: (_, worker) => void over.push(worker),
  });
  return { job, host, sent, posted, over, load, code };
}

const outcome = (kind: OutcomeKind) =>
  ({
    kind,
    name: '',
    message: '',
    traceback: '',
    stdout: '',
    stderr: '',
    value: '',
    sizeError: false,
  }) as const;
export const loaded = (kind: OutcomeKind = 'done', job = JOB): WorkerToFrame => ({
  type: 'loaded',
  job,
  outcome: outcome(kind),
});
export const finished = (
  index: number,
  kind: OutcomeKind = 'done',
  last = false,
  job = JOB,
): WorkerToFrame => ({
  type: 'test-finished',
  job,
  index,
  result: { outcome: outcome(kind), milliseconds: 1 },
  last,
});
export const closed = (heapBytes = 1, job = JOB): WorkerToFrame => ({ type: 'closed', job, heapBytes });
export const tainted: WorkerToFrame = { type: 'tainted', reason: '' };

/** In short, as the reference tells it. */
export function short(message: FrameToPage): string {
  switch (message.type) {
    case 'loaded':
      return `loaded ${message.outcome.kind}`;
    case 'slow':
      return `slow ${message.index}`;
    case 'test-finished':
      return `test ${message.index} ${message.result.outcome.kind}`;
    case 'ended': {
      const { index, reason, evidence } = message;
      return `${reason} ${index} ${evidence === null ? '' : `${evidence.ran} ${evidence.disturbed}`}`;
    }
    default:
      return message.type;
  }
}
