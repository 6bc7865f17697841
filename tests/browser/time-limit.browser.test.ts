/** The two clocks: the worker's own, which spares the worker, and the frame's, which decides. */
import { afterAll, expect, test } from 'vitest';
import { CoreShare } from '../../src/base/core-share.ts';
import { Judge } from '../../src/judge/judge.ts';
import { eventually } from '../builders/eventually.ts';
import { problemOf } from '../builders/problem.ts';
import { limitsOf, outcomesIn, turn } from '../builders/sessions.ts';
import { scriptOf } from '../../src/judge/runner.ts';
import { makeCountedSandbox, makeSandbox } from './sandbox.ts';

const { runner, workers } = makeCountedSandbox();
afterAll(() => runner.dispose());

const LIMITS = limitsOf(0.3);

const outcomesOf = async (source: string, inputs: readonly string[] = [''], limits = LIMITS) =>
  outcomesIn(await runner.open(scriptOf(source), limits, turn()), inputs);

/** One, and a spare. */
const FIRST_WORKERS = 2;

/** Waits for this number of boots, and a moment for one too many. */
async function settled(boots: number): Promise<void> {
  await outcomesOf('print(1)');
  await eventually(() => expect(workers.booted).toBeGreaterThanOrEqual(boots));
  await new Promise((resolve) => setTimeout(resolve, 1000));
}

test('a program that hangs in bytecode is stopped from inside, and its worker serves the next', async () => {
  await settled(FIRST_WORKERS);
  const before = workers.booted;
  const sources = [
    'while True: pass',
    'def f():\n    for i in range(10**9): f\nf()',
    'while True:\n    try:\n        while True: pass\n    except BaseException: pass',
  ];
  for (const source of sources) {
    expect(await outcomesOf(source, ['', ''])).toMatchObject([{ type: 'timed-out' }]);
    expect(await outcomesOf('print(input())', ['5\n'])).toMatchObject([{ type: 'exited', stdout: '5\n' }]);
  }
  // One that a busy machine held up for the tenth of a second between the clocks is terminated all the same. Were all
  // of them, the spare would have served after the first, and a new worker after each of the others.
  expect(workers.booted).toBeLessThan(before + sources.length - 1);
});

const C_LOOPS = [
  'sum(range(10**12))',
  'import itertools\nall(itertools.repeat(1))',
  'from collections import deque\nfrom itertools import count\ndeque(count(), maxlen=0)',
  'from itertools import repeat\nx = 1 in repeat(0)',
  'from itertools import cycle\nmax(cycle([1, 2]))',
];

test('a program that loops in C is stopped from inside, and its worker serves the next', async () => {
  await settled(FIRST_WORKERS);
  const before = workers.booted;
  for (const source of C_LOOPS) {
    expect(await outcomesOf(source, ['', ''])).toMatchObject([{ type: 'timed-out' }]);
    expect(await outcomesOf('print(input())', ['5\n'])).toMatchObject([{ type: 'exited', stdout: '5\n' }]);
  }
  expect(workers.booted).toBeLessThan(before + C_LOOPS.length - 1);
});

test('a program that no clock in its worker can stop is terminated', async () => {
  await settled(FIRST_WORKERS);
  const before = workers.booted;
  // A search in bytes calls nothing, and compares nearly all of the text at every place.
  const source = 'bytes(10**6).rfind(b"\\0a" + bytes(10**5))';
  expect(await outcomesOf(source)).toMatchObject([{ type: 'timed-out' }]);
  await settled(before + 1);
});

test('a program that sleeps costs no worker', async () => {
  await settled(FIRST_WORKERS);
  const before = workers.booted;
  const source = 'import time\ntime.sleep(0.01)\nprint(5)';
  for (let run = 0; run < 3; run++) {
    expect(await outcomesOf(source)).toMatchObject([{ type: 'exited', stdout: '5\n' }]);
  }
  await settled(before);
  expect(workers.booted).toBe(before);
});

test('ending too late is a time-out, whatever was printed', async () => {
  const source =
    'import time\nprint(5)\ntry:\n    while True: pass\nexcept KeyboardInterrupt:\n    print("all is well")';
  expect(await outcomesOf(source)).toMatchObject([{ type: 'timed-out' }]);
});

test.for(['while True: pass', 'sum(range(10**12))'])(
  '%s: the time-out comes with what is known of it',
  async (source) => {
    await settled(FIRST_WORKERS);
    const [outcome] = await outcomesOf(source, [''], { ...LIMITS, timeFactor: 2 });
    // The limit was given, so it is as good as measured.
    expect(outcome).toMatchObject({ type: 'timed-out', evidence: { limit: 600, measured: true } });
    if (outcome?.type !== 'timed-out') return;
    // A spare worker has looked at the machine.
    expect(outcome.evidence.slowness).toBeGreaterThan(0);
    expect(outcome.evidence.disturbed).toBeGreaterThanOrEqual(0);
  },
);

test('a time-out beside a step of a model is checked, and the model waits until the check has ended', async () => {
  await settled(FIRST_WORKERS);
  const beside = makeSandbox();
  await outcomesIn(await beside.open(scriptOf('print(1)'), LIMITS, turn()), ['']);
  const cores = new CoreShare(1, (isCrowded) => beside.crowd(isCrowded));
  const events: string[] = [];
  beside.watchPrograms((programs) => {
    if (programs > 0) events.push('program');
    cores.countPrograms(programs);
  });
  const endStep = await cores.beginStep(1);
  const judging = new Judge(beside).judge(
    problemOf(),
    { kind: 'program', code: 'while True: pass' },
    {
      signal: new AbortController().signal,
      tests: 'public',
      stopAtFirstFailure: true,
      timeLimitSeconds: 0.3,
      onRetry: () => {
        events.push('check');
        endStep();
      },
    },
  );
  await eventually(() => expect(events).toEqual(['program']));
  const nextStep = cores.beginStep(1).then(() => events.push('step'));
  const { verdict, flags } = await judging;
  await nextStep;
  beside.dispose();
  expect([verdict, flags]).toEqual(['time-limit-exceeded', []]);
  expect(events.at(-1)).toBe('step');
  expect(events.filter((event) => event === 'check').length).toBeGreaterThan(0);
});

test('an interrupt of its own making is an error of the program', async () => {
  expect(await outcomesOf('raise KeyboardInterrupt')).toMatchObject([
    { type: 'raised', error: { name: 'KeyboardInterrupt' } },
  ]);
});

/** Longer than the interpreter takes to be compiled in the background. */
const COMPILED_SECONDS = 10;

test('a test that began in slow code begins again in another worker, and each has one result', async () => {
  const cold = makeSandbox();
  let begun = 0;
  const watch = { onBegun: () => void begun++ };
  const until = `${Date.now() / 1000 + COMPILED_SECONDS}\n`;
  const source = 'import time\nend = float(input())\nwhile time.time() < end: pass\nprint(end > 1)';
  const session = await cold.open(scriptOf(source), limitsOf(60), turn(), watch);
  const outcomes = await outcomesIn(session, ['0\n', until, '1\n']);
  cold.dispose();
  const texts = outcomes.map((outcome) => outcome.type === 'exited' && outcome.stdout);
  expect(texts).toEqual(['False\n', 'True\n', 'False\n']);
  // On one core nothing would be gained.
  expect(begun).toBe(navigator.hardwareConcurrency > 1 ? 2 : 1);
});
