/** A job of the frame's with a worker that is played: what both say is kept. */
import type {
  FrameToWorker,
  OutcomeKind,
  WorkerOutcome,
  WorkerToFrame,
} from '../../src/judge/protocol/frame-worker.ts';
import type { FrameToPage, PageToFrame } from '../../src/judge/protocol/page-frame.ts';
import { FrameJob } from '../../src/judge/frame/frame-job.ts';
import type { WorkerHost } from '../../src/judge/frame/worker-host.ts';
import { PLAIN_CLOCK } from './plain-clock.ts';

type Open = Extract<PageToFrame, { type: 'open' }>;

export const LIMIT = 1000;
/** How much longer a worker lives. */
export const GRACE = 125;
export const JOB = 7;

/** A job of one submission, with what it tells the page and asks of its worker. */
export function begin(
  change: {
    mode?: Open['program']['mode'];
    host?: Partial<WorkerHost>;
    isAlone?: boolean;
    isPatient?: boolean;
    ahead?: Open['ahead'];
  } = {},
) {
  const pulse = { lateness: 0, stall: 0 };
  const crowd = { milliseconds: 0 };
  const sent: FrameToWorker[] = [];
  const posted: FrameToPage[] = [];
  const over: boolean[] = [];
  const host = {
    outputBytes: 0,
    tainted: false,
    timeFactor: 1,
    isMeasured: true,
    isCold: false,
    send: (message: FrameToWorker) => void sent.push(message),
    ...change.host,
  } as WorkerHost;
  const program = {
    source: '',
    preamble: '',
    functionName: '',
    execution: 'standard',
    without: [],
    check: '',
  } as const;
  const open: Open = {
    type: 'open',
    job: JOB,
    program: { ...program, mode: change.mode ?? 'stdin' },
    limits: { timeMilliseconds: LIMIT, memoryBytes: 1 << 20, outputBytes: 99 },
    packages: [],
    restores: 'written',
    ahead: { first: 0, inputs: [], ...change.ahead },
    isAlone: change.isAlone ?? false,
    isPatient: change.isPatient ?? false,
  };
  const job = new FrameJob(
    open,
    host,
    { clock: PLAIN_CLOCK, pulse, crowd },
    {
      post: (message) => void posted.push(message),
      onOver: (_, keepWorker) => void over.push(keepWorker),
    },
  );
  const types = () => posted.map(({ type }) => type);
  return { job, host, sent, posted, types, over, pulse, crowd };
}

function outcome(kind: OutcomeKind = 'done'): WorkerOutcome {
  return { kind, name: '', message: '', traceback: '', stdout: '', stderr: '', value: '' };
}

export const loaded = (kind?: OutcomeKind): WorkerToFrame => ({
  type: 'loaded',
  job: JOB,
  outcome: outcome(kind),
});
export const started = (index: number, again = false): WorkerToFrame => ({
  type: 'test-started',
  job: JOB,
  index,
  again,
});
export const finished = (
  index: number,
  change: { kinds?: readonly OutcomeKind[]; last?: boolean; job?: number } = {},
): WorkerToFrame => ({
  type: 'tests-finished',
  job: change.job ?? JOB,
  first: index,
  results: (change.kinds ?? ['done']).map((kind) => ({ outcome: outcome(kind), milliseconds: 1 })),
  last: change.last ?? false,
});
const audits = { count: 1, failed: 0, pagesWritten: 55, pagesRestored: 460 };
export const closed: WorkerToFrame = { type: 'closed', job: JOB, heapBytes: 1 << 20, audits };

/** A job that has loaded and was given two tests. */
export function running(change: Parameters<typeof begin>[0] = {}) {
  const begun = begin(change);
  begun.job.onMessage(loaded());
  begun.job.run(0, ['a', 'b']);
  return begun;
}
