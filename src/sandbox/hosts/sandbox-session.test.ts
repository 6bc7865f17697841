import { describe, expect, it } from 'vitest';
import { BLAMELESS } from '../../../tests/builders/scripted-runner.ts';
import type { OutcomeKind, WorkerOutcome } from '../protocol/frame-worker.ts';
import type { FrameToPage, PageToFrame } from '../protocol/page-frame.ts';
import { scriptOf, type InputBatch, type Program, type SessionWatch } from '../../judge/runner.ts';
import { SandboxSession } from './sandbox-session.ts';

const JOB = 7;
type ToSession = Extract<FrameToPage, { job: number }>;

function open(program: Partial<Program> = {}, watch: SessionWatch = {}, ahead?: InputBatch) {
  const sent: PageToFrame[] = [];
  const heard: string[] = [];
  let over = 0;
  const session = new SandboxSession(
    JOB,
    { ...scriptOf(''), ...program },
    [],
    (message) => void sent.push(message),
    () => void over++,
    watch,
    ahead,
  );
  const run = (inputs: readonly string[], first = 0) =>
    session
      .run(inputs, first, (index, { type }) => heard.push(`${index} ${type}`))
      .then(() => void heard.push('done'));
  return { session, sent, heard, run, over: () => over };
}

function outcome(kind: OutcomeKind = 'done'): WorkerOutcome {
  return {
    kind,
    name: '',
    message: '',
    traceback: '',
    stdout: 'out',
    stderr: '',
    value: 'null',
    sizeError: false,
  };
}

const loadedMessage = (kind?: OutcomeKind): ToSession => ({
  type: 'loaded',
  job: JOB,
  outcome: outcome(kind),
  timeFactor: 2,
});
const finishedMessage = (index: number, last = false): ToSession => ({
  type: 'test-finished',
  job: JOB,
  index,
  result: { outcome: outcome(), milliseconds: 3 },
  last,
});
const endedMessage: ToSession = {
  type: 'ended',
  job: JOB,
  index: 0,
  reason: 'timed-out',
  message: '',
  evidence: BLAMELESS,
};

describe('a session', () => {
  it('is loaded after the message of the frame, with the time factor of its worker', async () => {
    const { session } = open();
    expect([session.loaded.type, session.timeFactor]).toEqual(['lost', 1]);
    session.onMessage(loadedMessage());
    await session.whenLoaded();
    expect([session.loaded.type, session.timeFactor, session.ended]).toEqual(['loaded', 2, false]);
  });

  it('sends a batch, and ends it with its last test', async () => {
    const { session, sent, heard, run } = open();
    session.onMessage(loadedMessage());
    const running = run(['a', 'b'], 4);
    session.onMessage(finishedMessage(4));
    session.onMessage(finishedMessage(5));
    await running;
    expect(sent).toEqual([{ type: 'tests', job: JOB, first: 4, inputs: ['a', 'b'] }]);
    expect(heard).toEqual(['4 exited', '5 exited', 'done']);
  });

  it.for([
    ['stdin', 'exited'],
    ['call', 'returned'],
    ['assert', 'checked'],
  ] as const)('in %s mode takes what was done for %s', async ([mode, type]) => {
    const { session, heard, run } = open({ mode });
    const running = run(['a']);
    session.onMessage(finishedMessage(0));
    await running;
    expect(heard).toEqual([`0 ${type}`, 'done']);
  });

  it('ignores a test that comes twice, out of order or unrequested', async () => {
    const { session, heard, run } = open();
    session.onMessage(finishedMessage(0));
    const running = run(['a', 'b']);
    session.onMessage(finishedMessage(1));
    session.onMessage(finishedMessage(0));
    session.onMessage(finishedMessage(0));
    session.onMessage(finishedMessage(1));
    session.onMessage(finishedMessage(2));
    await running;
    expect(heard).toEqual(['0 exited', '1 exited', 'done']);
  });

  it('ends with the worker’s last test, and has ended when that test is reported', async () => {
    const { session, sent, heard } = open();
    const endedBy: boolean[] = [];
    const running = session.run(['a', 'b', 'c'], 0, () => endedBy.push(session.ended));
    session.onMessage(finishedMessage(0, true));
    await running;
    expect([endedBy, heard]).toEqual([[true], []]);
    expect(sent.at(-1)).toEqual({ type: 'close', job: JOB });
  });

  it('reports no test after it was closed', async () => {
    const { session } = open();
    const seen: string[] = [];
    const until = session.run(['a', 'b', 'c'], 0, (index, { type }) => {
      seen.push(`${index} ${type}`);
      if (type === 'exited') session.close();
    });
    session.onMessage(finishedMessage(0));
    session.onMessage(finishedMessage(1));
    await until;
    expect(seen).toEqual(['0 exited', '1 lost']);
  });

  it('reports the test that was running at the end, not the first without a result', async () => {
    const { session, heard, run } = open();
    const running = run(['a', 'b', 'c']);
    session.onMessage(finishedMessage(0));
    session.onMessage({ ...endedMessage, index: 2 } as ToSession);
    await running;
    expect(heard).toEqual(['0 exited', '2 timed-out', 'done']);
  });

  it('runs one batch at a time', () => {
    const { session, run } = open();
    void run(['a']);
    expect(() => session.run(['b'], 1, () => undefined)).toThrow('one batch at a time');
  });

  it('runs nothing without inputs', async () => {
    const { run, sent, heard } = open();
    await run([]);
    expect([sent, heard]).toEqual([[], ['done']]);
  });
});

describe('the batch of the opening', () => {
  const ahead = { first: 4, inputs: ['a', 'b', 'c'] };

  it('is not sent again, and its outcomes are reported in order', async () => {
    const { session, sent, heard, run } = open({}, {}, ahead);
    session.onMessage(loadedMessage());
    session.onMessage(finishedMessage(4));
    session.onMessage(finishedMessage(5));
    expect(heard).toEqual([]);
    const running = run(ahead.inputs, 4);
    expect(heard).toEqual(['4 exited', '5 exited']);
    session.onMessage(finishedMessage(6));
    await running;
    expect(heard.slice(2)).toEqual(['6 exited', 'done']);
    expect(sent).toEqual([]);
    void run(['d'], 7);
    expect(sent).toEqual([{ type: 'tests', job: JOB, first: 7, inputs: ['d'] }]);
  });

  it('is settled if it ended before `run`', async () => {
    const { session, heard, run } = open({}, {}, ahead);
    session.onMessage(loadedMessage());
    session.onMessage({ ...endedMessage, index: 5 } as ToSession);
    await run(ahead.inputs, 4);
    expect(heard).toEqual(['5 timed-out', 'done']);
    expect(session.ended).toBe(true);
  });

  it('must be run first', () => {
    const { session } = open({}, {}, ahead);
    session.onMessage(loadedMessage());
    expect(() => session.run(['a', 'b', 'c'], 4, () => undefined)).toThrow('what it was opened with');
  });
});

describe('every promise is settled', () => {
  it.for<readonly [string, (session: SandboxSession) => void, string]>([
    ['the frame ends it', (session) => session.onMessage(endedMessage), 'timed-out'],
    ['the frame is gone', (session) => session.abandon({ type: 'sandbox-died' }), 'sandbox-died'],
    ['it is closed', (session) => session.close(), 'lost'],
  ])('when %s while it loads', async ([, end, type]) => {
    const { session, over } = open();
    const whenLoaded = session.whenLoaded();
    end(session);
    await whenLoaded;
    expect([session.loaded.type, session.ended, over()]).toEqual([type, true, 1]);
  });

  it.for<readonly [string, (session: SandboxSession) => void, string]>([
    ['the frame ends it', (session) => session.onMessage(endedMessage), 'timed-out'],
    ['the frame is gone', (session) => session.abandon({ type: 'sandbox-died' }), 'sandbox-died'],
    ['it is closed', (session) => session.close(), 'lost'],
  ])('when %s while a test runs: that test gets the outcome', async ([, end, type]) => {
    const { session, heard, run, over } = open();
    session.onMessage(loadedMessage());
    const running = run(['a', 'b', 'c']);
    session.onMessage(finishedMessage(0));
    end(session);
    await running;
    expect(heard).toEqual(['0 exited', `1 ${type}`, 'done']);
    expect([session.ended, over()]).toEqual([true, 1]);
    await run(['d'], 3);
    expect(heard.slice(3)).toEqual(['done']);
  });

  it('once: a second end changes nothing', async () => {
    const { session, over } = open();
    session.abandon({ type: 'sandbox-died' });
    session.onMessage(endedMessage);
    session.close();
    await session.whenLoaded();
    expect([session.loaded.type, over()]).toEqual(['sandbox-died', 1]);
  });
});

it('reports whether the program had begun when its sandbox died', async () => {
  const ends = [false, true].map(async (hasBegun) => {
    const { session } = open();
    if (hasBegun) session.onMessage({ type: 'begun', job: JOB, timeFactor: 1 });
    session.abandon({ type: 'sandbox-died' });
    return (await session.whenLoaded()).loaded;
  });
  expect(await Promise.all(ends)).toEqual([
    { type: 'sandbox-died', unbegun: true },
    { type: 'sandbox-died' },
  ]);
});

describe('giving back', () => {
  it('closes an interpreter that is idle, and one that still runs', () => {
    const idle = open();
    idle.session.onMessage(loadedMessage());
    idle.session.close();
    idle.session.close();
    expect(idle.sent).toEqual([{ type: 'close', job: JOB }]);
    const busy = open();
    void busy.run(['a']);
    busy.session.close();
    expect(busy.sent.at(-1)).toEqual({ type: 'close', job: JOB });
  });

  it('sends nothing to an interpreter that has ended', () => {
    const { session, sent } = open();
    session.abandon({ type: 'sandbox-died' });
    session.close();
    expect(sent).toEqual([]);
  });
});

it('calls back when a worker has begun it, and for slow tests', () => {
  const messages: unknown[] = [];
  const { session } = open(
    {},
    {
      onBegun: (timeFactor) => void messages.push(timeFactor),
      onSlow: (index, milliseconds) => void messages.push([index, milliseconds]),
    },
  );
  session.onMessage({ type: 'begun', job: JOB, timeFactor: 1.5 });
  session.onMessage(loadedMessage());
  session.onMessage({ type: 'slow', job: JOB, index: 3, milliseconds: 600 });
  session.close();
  session.onMessage({ type: 'slow', job: JOB, index: 4, milliseconds: 600 });
  expect(messages).toEqual([1.5, [3, 600]]);
});
