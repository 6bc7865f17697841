import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BLAMELESS, ScriptedRunner, printed, timedOut } from '../../tests/builders/scripted-runner.ts';
import { nextTask } from '../base/pause.ts';
import { runTests, type TestRun } from './run-tests.ts';
import { scriptOf, type LoadOutcome, type Runner, type RunLimits, type TestOutcome } from './runner.ts';

const SYNTAX = { type: 'syntax-error', error: { name: 'SyntaxError', message: '', traceback: '' } } as const;
const LOADS = {
  pass: { type: 'loaded' },
  syntax: SYNTAX,
  slow: timedOut(),
  cold: timedOut({ cold: true }),
  died: { type: 'sandbox-died' },
  lost: { type: 'lost', cause: '' },
} as const satisfies Record<string, LoadOutcome>;
/** `gone`: a pass, after which the session cannot run anything. */
const ENDS = {
  pass: printed('right'),
  gone: printed('right'),
  fail: printed('wrong'),
  slow: timedOut(),
  cold: timedOut({ cold: true }),
  died: { type: 'sandbox-died' },
  lost: { type: 'lost', cause: '' },
} as const satisfies Record<string, TestOutcome>;
type Load = keyof typeof LOADS;
type End = keyof typeof ENDS;

/** The events of one session. A silent session loads but sends no results. */
interface Row {
  readonly load: Load;
  readonly ends: readonly End[];
  readonly isSilent: boolean;
  /** Whether outcomes arrive one by one, so that closing the session loses the next one. */
  readonly isSlow: boolean;
}

interface World extends Required<
  Pick<TestRun, 'stopsEarly' | 'stopsAtTimeOut' | 'failureDecides' | 'isDecided' | 'retries'>
> {
  readonly count: number;
  readonly isShared: boolean;
  /** The last row is repeated. */
  readonly rows: readonly Row[];
  /** The signal aborts after this number of ends. */
  readonly stopAfter: number;
}

interface RunEvents {
  readonly ends: string[];
  /** The first test of each session, and whether it ran alone. */
  readonly opened: string[];
  readonly retried: number[];
}

const rowOf = ({ rows }: World, session: number): Row => rows[Math.min(session, rows.length - 1)]!;

/** Computes the expected result. */
function expectedEvents(world: World): RunEvents {
  const events: RunEvents = { ends: [], opened: [], retried: [] };
  let next = 0;
  let attempt = 'first';
  let { isDecided: testsDecided } = world;
  let hasLoaded = false;
  const isRetried = (end: Load | End, isDecided: boolean): boolean => {
    const isDoubtful = end === 'cold' || end === 'died';
    if (!isDoubtful || isDecided || !world.retries || attempt === 'patient') return false;
    attempt = end === 'cold' && attempt === 'first' ? 'retry' : 'patient';
    events.retried.push(next);
    return true;
  };
  const session = (): 'over' | 'next' => {
    const { load, ends, isSilent } = rowOf(world, events.opened.length);
    const nextBefore = next;
    const lastPosition = attempt === 'patient' ? next : world.count - 1;
    let position = world.isShared ? 0 : next;
    events.opened.push(`${position} ${attempt === 'patient'}`);
    if (load !== 'pass') {
      if (isRetried(load, testsDecided && !hasLoaded)) return 'next';
      events.ends.push(`${next} ${load}`);
      return 'over';
    }
    hasLoaded = true;
    for (; position <= lastPosition && !isSilent; position++) {
      const end = ends[position]!;
      const isReplay = position < nextBefore;
      if (isRetried(end, testsDecided && !isReplay)) return 'next';
      const passed = end === 'pass' || end === 'gone';
      if (!isReplay) {
        events.ends.push(`${position} ${end}`);
        next = position + 1;
        attempt = 'first';
        testsDecided ||= world.failureDecides && !passed;
        if (end === 'lost' || (world.stopsEarly && !passed) || next === world.stopAfter) return 'over';
        if (world.stopsAtTimeOut && (end === 'slow' || end === 'cold')) return 'over';
      }
      if (end !== 'pass' && end !== 'fail') break;
    }
    return next > nextBefore ? 'next' : 'over';
  };
  while (next < world.count && session() === 'next');
  return events;
}

/** Computes the actual result. */
async function actualEvents(world: World): Promise<RunEvents> {
  const events: RunEvents = { ends: [], opened: [], retried: [] };
  const stop = new AbortController();
  const runner: Runner = {
    open(_program, limits, turn, _watch, ahead) {
      const row = rowOf(world, events.opened.length);
      expect(limits.timeFactor).toBe(turn.alone ? 5 : undefined);
      events.opened.push(`${ahead!.first} ${turn.alone}`);
      let hasEnded = row.load !== 'pass';
      let isFirst = true;
      return Promise.resolve({
        loaded: LOADS[row.load],
        timeFactor: 1,
        absent: [],
        get ended() {
          return hasEnded;
        },
        async run(inputs, first, onOutcome) {
          expect(inputs.map(Number)).toEqual(inputs.map((_, offset) => first + offset));
          if (isFirst) expect(inputs).toBe(ahead!.inputs);
          isFirst = false;
          for (const position of inputs.map(Number)) {
            if (row.isSlow) await nextTask();
            if (row.isSilent) return;
            const end = hasEnded ? 'lost' : row.ends[position]!;
            const isOver = end !== 'pass' && end !== 'fail';
            hasEnded ||= isOver;
            // A result out of order is ignored.
            if (row.isSlow) onOutcome(position + 1, ENDS.fail, 1);
            onOutcome(position, ENDS[end], 1);
            if (isOver) return;
          }
        },
        close: () => void (hasEnded = true),
      });
    },
    dispose: () => undefined,
  };
  const { stopsEarly, stopsAtTimeOut, failureDecides, isDecided, retries } = world;
  await runTests(runner, {
    program: { ...scriptOf(''), execution: world.isShared ? 'rllm' : 'standard' },
    limits: { timeSeconds: 1, memoryMb: 64, outputBytes: 99 },
    inputs: Array.from({ length: world.count }, (_, position) => `${position}`),
    ...{ stopsEarly, stopsAtTimeOut, failureDecides, isDecided, retries },
    signal: stop.signal,
    urgent: true,
    onEnd(position, { outcome, isUndisturbed }) {
      const row = rowOf(world, events.opened.length - 1);
      const end = row.load === 'pass' ? row.ends[position]! : row.load;
      expect(outcome).toBe(row.load === 'pass' ? ENDS[row.ends[position]!] : LOADS[row.load]);
      events.ends.push(`${position} ${end}`);
      // A time-out that was retried does not count as undisturbed.
      expect(isUndisturbed).toBe(end === 'slow' && events.retried.at(-1) !== position);
      if (position + 1 === world.stopAfter) stop.abort();
      const passed = end === 'pass' || end === 'gone';
      return position % 2 === 0 ? passed : nextTask().then(() => passed);
    },
    onRetry: (position) => void events.retried.push(position),
  });
  return events;
}

const often = <T>(usualValue: T, ...otherValues: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant(usualValue) },
    { weight: 3, arbitrary: fc.constantFrom(...otherValues) },
  );
const loads = Object.keys(LOADS) as Load[];
const ends = Object.keys(ENDS) as End[];
const MOST_TESTS = 20;
const row: fc.Arbitrary<Row> = fc.record({
  load: often<Load>('pass', ...loads),
  ends: fc.array(often<End>('pass', ...ends), { minLength: MOST_TESTS, maxLength: MOST_TESTS }),
  isSilent: often(false, false, false, true),
  isSlow: fc.boolean(),
});
const world: fc.Arbitrary<World> = fc.record({
  count: fc.integer({ min: 0, max: MOST_TESTS }),
  isShared: fc.boolean(),
  rows: fc.array(row, { minLength: 1, maxLength: 6 }),
  stopAfter: often(0, 1, 3, 7),
  stopsEarly: fc.boolean(),
  stopsAtTimeOut: fc.boolean(),
  failureDecides: fc.boolean(),
  isDecided: often(false, true),
  retries: often(true, false),
});

describe('the tests of a program', () => {
  it('have the expected ends, once and in order, for any results of their sessions', async () => {
    await fc.assert(
      fc.asyncProperty(world, async (scenario) => {
        const events = await actualEvents(scenario);
        expect(events).toEqual(expectedEvents(scenario));
        expect(events.ends.map((end) => parseInt(end))).toEqual([...events.ends.keys()]);
        // Each session produces an end, or leads to the next attempt of a test.
        expect(events.opened.length).toBeLessThanOrEqual(3 * scenario.count);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a time-out', () => {
  const runWith = async (outcomes: readonly TestOutcome[], chosenLimits: Partial<RunLimits> = {}) => {
    const remainingOutcomes = [...outcomes];
    const runner = new ScriptedRunner((input) => (input === '1' ? remainingOutcomes.shift()! : printed('')));
    const seen: TestOutcome['type'][] = [];
    await runTests(runner, {
      program: scriptOf(''),
      limits: { timeSeconds: 1, memoryMb: 64, outputBytes: 99, ...chosenLimits },
      inputs: ['0', '1', '2'],
      stopsEarly: false,
      signal: new AbortController().signal,
      urgent: true,
      onEnd: (_, { outcome }) => {
        seen.push(outcome.type as TestOutcome['type']);
        return outcome.type === 'exited';
      },
    });
    return { seen, alone: runner.alone, ran: runner.inputs.join(''), limits: runner.limits };
  };
  const doubtful = timedOut({ disturbed: BLAMELESS.ran / 2 });

  it('counts at once if nothing else may be the cause', async () => {
    const { seen, alone, ran } = await runWith([timedOut()]);
    expect([seen, alone, ran]).toEqual([['exited', 'timed-out', 'exited'], [false, false], '012']);
  });

  it('is retried beside other programs, then alone, and then counts', async () => {
    const passes = await runWith([doubtful, printed('')]);
    expect([passes.seen, passes.alone]).toEqual([
      ['exited', 'exited', 'exited'],
      [false, false],
    ]);
    const fails = await runWith([doubtful, doubtful, doubtful]);
    expect(fails.seen).toEqual(['exited', 'timed-out', 'exited']);
    expect([fails.alone, fails.ran]).toEqual([[false, false, true, false], '011' + '1' + '2']);
  });

  it('is retried again with a longer limit if the machine became slow during the retry', async () => {
    const { alone, limits } = await runWith([doubtful, timedOut({ slowness: 2 }), timedOut({ slowness: 2 })]);
    expect(alone.slice(0, 3)).toEqual([false, false, false]);
    expect(limits.slice(0, 3).map(({ timeFactor }) => timeFactor)).toEqual([undefined, undefined, 2]);
  });

  it.each([
    ['is stretched by it', 2, {}, [undefined, 2.5, 5]],
    ['is that of the slowest machine at most', 9, {}, [undefined, 5, 5]],
    ['is the chosen one', 2, { timeFactor: 3 }, [3, 3, 3]],
  ] as const)('on a slow machine: the limit of the retry %s', async (_, slowness, chosenLimits, expected) => {
    const slowOutcome = timedOut({ limit: 1250, ran: 1260, slowness });
    const slower = timedOut({ slowness: 100 });
    const { limits } = await runWith([slowOutcome, slower, slower], chosenLimits);
    expect(limits.slice(0, 3).map(({ timeFactor }) => timeFactor)).toEqual(expected);
  });
});
