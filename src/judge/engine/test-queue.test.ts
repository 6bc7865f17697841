import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { OutcomeKind, WorkerOutcome, WorkerToFrame } from '../protocol/frame-worker.ts';
import { TestQueue } from './test-queue.ts';

/** A fixed gap: audits come as late as they may. */
vi.mock(import('./primordials.ts'), async (original) => ({
  ...(await original()),
  randomBelow: (bound: number) => bound - 1,
  now: () => clock,
}));
let clock = 0;
beforeEach(() => void (clock = 0));

function outcome(kind: OutcomeKind, stdout = ''): WorkerOutcome {
  return { kind, name: '', message: '', traceback: '', stdout, stderr: '', value: '' };
}

/** A test that runs for as long says so, as the soft deadline sees to. */
const A_WHILE = 5;

interface World {
  /** Tests that write where no test is known to write. */
  readonly strays?: readonly string[];
  /** Milliseconds of a test. */
  readonly takes?: (input: string) => number;
  readonly kindOf?: (input: string) => OutcomeKind;
  readonly neverSound?: boolean;
  readonly oneByOne?: boolean;
}

/**
 * A worker whose memory is one word: what a test finds there is part of what it prints, so a result says what its
 * test began from. Strays leave their name until everything is put back.
 */
function open({
  strays = [],
  takes = () => 0,
  kindOf = () => 'done',
  neverSound = false,
  oneByOne = false,
}: World = {}) {
  const posted: WorkerToFrame[] = [];
  const ran: string[] = [];
  const tasks: (() => void)[] = [];
  let memory = '';
  let audits = 0;
  let over = false;
  const known = new Set<string>();
  const run = (input: string, whole: boolean): WorkerOutcome => {
    ran.push(whole ? `${input}!` : input);
    if (whole || known.has(memory)) memory = '';
    const found = memory;
    if (strays.includes(input)) memory = input;
    clock += takes(input);
    if (takes(input) >= A_WHILE) queue.announce();
    const kind = kindOf(input);
    over = kind === 'interrupted';
    return outcome(kind, found);
  };
  const queue = new TestQueue(
    {
      run,
      runOtherwise: (input) => {
        ran.push(`${input}~`);
        memory = '';
        return outcome('done', '');
      },
      isSound: () => {
        audits += 1;
        if (memory === '' || known.has(memory)) return !neverSound;
        known.add(memory);
        return false;
      },
      isOver: () => over,
    },
    (message) => void posted.push(message),
    (task) => void tasks.push(task),
  );
  queue.begin(1, oneByOne);
  const settle = () => {
    while (tasks.length > 0) tasks.shift()!();
  };
  const reports = () => posted.filter((message) => message.type === 'tests-finished');
  /** Of all reported tests, in order. */
  const found = () => reports().flatMap(({ results }) => results.map(({ outcome: { stdout } }) => stdout));
  /** What was said, in order: a test's index, with `!` where it ran again; `.` for a report. */
  const said = () =>
    posted
      .map((message) => {
        if (message.type === 'test-started') return `${message.index}${message.again ? '!' : ''} `;
        return message.type === 'tests-finished' ? '. ' : '';
      })
      .join('')
      .trim();
  return { queue, ran, settle, reports, found, audits: () => audits, tasks, said };
}

const letters = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`);

describe('tests that keep to known pages', () => {
  it('run once each, are reported in order, and are audited ever more seldom', () => {
    const { queue, ran, settle, reports, audits } = open();
    queue.add(5, letters(1500));
    settle();
    expect(ran).toEqual(letters(1500));
    let next = 5;
    for (const { first, results } of reports()) {
      expect(first).toBe(next);
      next += results.length;
    }
    expect(next).toBe(1505);
    expect(reports().map(({ results }) => results.length)).toEqual([
      1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 477,
    ]);
    expect(audits()).toBe(11);
  });

  it('are audited as soon as they have taken a while', () => {
    const { queue, settle, reports } = open({ takes: () => 9 });
    queue.add(0, letters(30));
    settle();
    expect(Math.max(...reports().map(({ results }) => results.length))).toBe(3);
  });
});

describe('the first test of another program', () => {
  it('is audited alone, however long the stride has grown', () => {
    const { queue, settle, reports } = open();
    queue.add(0, letters(200));
    settle();
    const before = reports().length;
    queue.begin(2, false);
    queue.add(0, letters(20));
    settle();
    expect(reports()[before]).toMatchObject({ job: 2, first: 0, results: [{}] });
  });
});

describe('a test that strays', () => {
  it('is reported, and those after it run again from the image', () => {
    // By the third audit four tests are held: t3 to t6.
    const { queue, ran, settle, found } = open({ strays: ['t4'] });
    queue.add(0, letters(10));
    settle();
    expect(ran.slice(3, 10)).toEqual(['t3', 't4', 't5', 't6', 't4!', 't5!', 't6!']);
    expect(found()).toEqual(Array.from({ length: 10 }, () => ''));
  });

  it('needs no second run where it is the first since an audit: it began from the image', () => {
    const { queue, ran, settle } = open({ strays: ['t0'] });
    queue.add(0, letters(2));
    settle();
    expect(ran).toEqual(['t0', 't1']);
  });

  it.for(letters(40))('never shows in a result, wherever it comes: %s', (stray) => {
    const { queue, settle, found } = open({ strays: [stray, 't17'] });
    queue.add(0, letters(40));
    settle();
    expect(found()).toEqual(Array.from({ length: 40 }, () => ''));
  });

  it('keeps audits frequent while memory is never sound, and ends nevertheless', () => {
    const { queue, settle, reports } = open({ neverSound: true });
    queue.add(0, letters(20));
    settle();
    expect(reports().map(({ results }) => results.length)).toEqual(Array.from({ length: 20 }, () => 1));
  });
});

describe('a test whose stack overflows', () => {
  it('runs in the other form, after what is held was settled', () => {
    const { queue, ran, settle, reports } = open({
      kindOf: (input) => (input === 't5' ? 'stack-overflow' : 'done'),
    });
    queue.add(0, letters(8));
    settle();
    expect(ran).toEqual(['t0', 't1', 't2', 't3', 't4', 't5', 't5~', 't6', 't7']);
    expect(reports().map(({ first, results }) => [first, results.length])).toEqual([
      [0, 1],
      [1, 2],
      [3, 2],
      [5, 1],
      [6, 2],
    ]);
  });

  it('is run again first where memory was not sound', () => {
    const { queue, ran, settle } = open({
      strays: ['t4'],
      kindOf: (input) => (input === 't5' ? 'stack-overflow' : 'done'),
    });
    queue.add(0, letters(6));
    settle();
    expect(ran.slice(5)).toEqual(['t5', 't4!', 't5!', 't5~']);
  });
});

describe('which test runs', () => {
  it('is said where it runs alone between two audits, and nowhere else while tests are brief', () => {
    const { queue, settle, said } = open();
    queue.add(0, letters(8));
    settle();
    expect(said()).toBe('0 . . . 7 .');
  });

  it('is said once it has run for a while, and from then on until the report', () => {
    const { queue, settle, said } = open({ takes: (input) => (input === 't5' || input === 't25' ? 8 : 0) });
    queue.add(0, letters(31));
    settle();
    // By now batches hold 4, 8 and 16 tests.
    expect(said()).toBe('0 . . 5 6 . . 25 26 27 28 29 30 .');
  });

  it('is said of all that run again', () => {
    const { queue, settle, said } = open({ strays: ['t4'] });
    queue.add(0, letters(8));
    settle();
    expect(said()).toBe('0 . . 4! 5! 6! . 7 .');
  });

  it('is said of one that goes on in the other form, once it is alone', () => {
    const overflows = (input: string) => (input === 't5' ? 'stack-overflow' : 'done');
    const sound = open({ kindOf: overflows });
    sound.queue.add(0, letters(8));
    sound.settle();
    expect(sound.said()).toBe('0 . . . 5 . .');
    const unsound = open({ kindOf: overflows, strays: ['t4'] });
    unsound.queue.add(0, letters(6));
    unsound.settle();
    expect(unsound.said()).toBe('0 . . 4! . 5! .');
  });

  it('is always said from when something has reached beyond plain Python', () => {
    const { queue, settle, said } = open({
      takes: (input) => {
        if (input === 't4') queue.announceAll();
        return 0;
      },
    });
    queue.add(0, letters(10));
    settle();
    expect(said()).toBe('0 . . 4 5 6 . 7 8 9 .');
  });

  it('is nothing that is said while none runs', () => {
    const { queue, settle, said } = open();
    queue.announce();
    queue.add(0, ['a']);
    settle();
    queue.clear();
    queue.announce();
    expect(said()).toBe('0 .');
  });

  it('is known to all where each is reported alone', () => {
    const { queue, settle, reports } = open({ oneByOne: true });
    queue.add(0, letters(40));
    settle();
    expect(reports().map(({ results }) => results.length)).toEqual(Array.from({ length: 40 }, () => 1));
  });
});

describe('the end', () => {
  it('comes with a test that was interrupted: it is said, and nothing runs after it', () => {
    const { queue, ran, settle, reports } = open({
      kindOf: (input) => (input === 't4' ? 'interrupted' : 'done'),
    });
    queue.add(0, letters(10));
    settle();
    queue.add(10, ['more']);
    expect(ran).toEqual(letters(5));
    expect(reports().at(-1)).toMatchObject({ first: 3, last: true });
    expect(reports().at(-1)?.results).toHaveLength(2);
  });

  it('comes between two reports where the rest is not wanted any more', () => {
    const { queue, ran, settle, tasks } = open();
    queue.add(0, letters(10));
    expect([ran, tasks.length]).toEqual([['t0'], 1]);
    queue.clear();
    settle();
    expect(ran).toEqual(['t0']);
    queue.begin(2, false);
    queue.add(0, ['u']);
    expect(ran).toEqual(['t0', 'u']);
  });

  it('waits for nobody: what comes while it waits is run in turn', () => {
    const { queue, ran, settle } = open();
    queue.add(0, ['a', 'b']);
    queue.add(2, ['c']);
    settle();
    expect(ran).toEqual(['a', 'b', 'c']);
  });
});
