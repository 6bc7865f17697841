/**
 * Brief tests run unannounced; what ends one of them is still put down to that very test, in two time limits, and a
 * patient one where something disturbs the second.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { runConfirmed } from '../../src/judge/confirmed-run.ts';
import { scriptOf, type OnOutcome, type Program, type Runner } from '../../src/judge/runner.ts';
import { makeSandbox } from './sandbox.ts';

const sandbox = makeSandbox();
afterAll(() => sandbox.dispose());

const TESTS = 60;
/** Long enough for tests before it to run in long batches. */
const BAD = 40;
const TRIES = 3;

interface Ran {
  /** Of each test, in order. */
  readonly ends: readonly string[];
  /** Sessions that the bad test ended. */
  readonly ended: number;
  readonly alone: readonly boolean[];
  readonly slow: readonly number[];
}

/**
 * Runs a program on the numbers from 0. A failure decides nothing here, so that what a busy machine does to another
 * test is tried again.
 */
async function run(
  program: Partial<Program>,
  change: { timeSeconds?: number; stopsEarly?: boolean } = {},
): Promise<Ran> {
  const { timeSeconds = 0.2, stopsEarly = false } = change;
  const alone: boolean[] = [];
  const slow: number[] = [];
  let ended = 0;
  const watched: Runner = {
    async open(source, limits, turn, watch, ahead) {
      alone.push(turn.alone);
      const session = await sandbox.open(source, limits, turn, watch, ahead);
      const watchedRun = (inputs: readonly string[], first: number, onOutcome: OnOutcome) =>
        session.run(inputs, first, (index, outcome, milliseconds) => {
          if (outcome.type === 'unplaced' || (outcome.type === 'timed-out' && index === BAD)) ended += 1;
          onOutcome(index, outcome, milliseconds);
        });
      return {
        loaded: session.loaded,
        timeFactor: session.timeFactor,
        absent: [],
        get ended() {
          return session.ended;
        },
        run: watchedRun,
        close: () => session.close(),
      };
    },
    dispose: () => undefined,
  };
  const ends: string[] = [];
  await runConfirmed(watched, {
    program: { ...scriptOf(''), ...program },
    limits: { timeSeconds, memoryMb: 256, outputBytes: 1 << 20 },
    inputs: Array.from({ length: TESTS }, (_, index) => `${index}\n`),
    stopsEarly,
    failureDecides: false,
    signal: new AbortController().signal,
    urgent: true,
    onEnd: (position, { outcome }) => {
      expect(position).toBe(ends.length);
      ends.push(outcome.type === 'exited' ? `${outcome.stdout?.trim()}` : outcome.type);
      return outcome.type === 'exited';
    },
    watch: { onSlow: (index) => void slow.push(index) },
  });
  return { ends, ended, alone, slow };
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => `${index}`);
const allBut = (bad: number) => upTo(TESTS).map((number, index) => (index === bad ? 'timed-out' : number));
const hangsAt = (bad: number, how: string) => `n = int(input())\nif n == ${bad}: ${how}\nprint(n)`;
const IN_C = 'sum(range(10**12))';
const HANGS: Readonly<Record<string, string>> = {
  'in C code': IN_C,
  'in bytecode': '\n while True: pass',
  'in bytecode that lets no interrupt through': '\n while True:\n  try:\n   while True: pass\n  except: pass',
  'in C code, after a while in bytecode': '\n for i in range(10**6): pass\n sum(range(10**12))',
};

describe('a hang among brief tests', () => {
  test.for(Object.entries(HANGS))('%s is that test’s own', async ([, how]) => {
    const { ends, ended } = await run({ source: hangsAt(BAD, how) });
    expect(ends).toEqual(allBut(BAD));
    expect(ended).toBeLessThanOrEqual(TRIES);
  });

  test('ends the run where the first failure does', async () => {
    const { ends, ended } = await run({ source: hangsAt(BAD, IN_C) }, { stopsEarly: true });
    expect(ends).toEqual([...upTo(BAD), 'timed-out']);
    expect(ended).toBeLessThanOrEqual(TRIES);
  });

  test('is found where tests share their state', async () => {
    const source = hangsAt(BAD, IN_C);
    const { ends, ended } = await run({ source, execution: 'lcb' }, { stopsEarly: true });
    expect(ends).toEqual([...upTo(BAD), 'timed-out']);
    expect(ended).toBeLessThanOrEqual(TRIES);
  });

  test('in the first test needs no search', async () => {
    const { ends, alone } = await run({ source: hangsAt(0, IN_C) }, { stopsEarly: true });
    expect(ends).toEqual(['timed-out']);
    expect(alone.length).toBeLessThanOrEqual(TRIES);
  });
});

test('a test that takes its time is told of by its number', async () => {
  // Audits find nothing new from then on, so that batches are long.
  const brief = Array.from({ length: 3 }, () => hangsAt(TESTS, 'pass'));
  for (const source of brief) expect((await run({ source }, { timeSeconds: 10 })).ends).toEqual(upTo(TESTS));
  const { ends, slow } = await run(
    { source: hangsAt(BAD, '\n import time\n end = time.time() + 1.5\n while time.time() < end: pass') },
    { timeSeconds: 10 },
  );
  expect(ends).toEqual(upTo(TESTS));
  // Twice where it had to run again; on a busy machine loading may have taken a while, too.
  expect([...new Set(slow)].filter((index) => index !== -1)).toEqual([BAD]);
});

test('a program that ends its interpreter from JavaScript does so in its own test', async () => {
  const source = hangsAt(
    BAD,
    'import js; js.setTimeout(js.eval("(() => { throw 1 })"), 0); js.eval("for(;;);")',
  );
  const { ends } = await run({ source }, { stopsEarly: true });
  expect(ends.slice(0, BAD)).toEqual(upTo(BAD));
  expect(ends).toHaveLength(BAD + 1);
});
