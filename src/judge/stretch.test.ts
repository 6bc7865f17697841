import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printed, raised, ScriptedRunner, type Script } from '../../tests/builders/scripted-runner.ts';
import { scriptOf, type Session, type TestOutcome } from './runner.ts';
import { firstBatch, runStretch, type Stretch, type StretchEnd } from './stretch.ts';

interface Ran {
  readonly end: StretchEnd;
  /** Positions that were reported, with what they ended with. */
  readonly reported: readonly (readonly [position: number, type: string])[];
  /** Sizes of the batches that were handed over. */
  readonly batches: readonly number[];
  readonly inputs: readonly string[];
}

/** Runs tests whose inputs are their positions; passes what exits. */
async function run(
  script: Script | Script['behave'],
  change: Partial<Stretch> & { count?: number } = {},
): Promise<Ran> {
  const { count = 10, ...rest } = change;
  const runner = new ScriptedRunner(script);
  const { signal } = new AbortController();
  const session = await runner.open(
    scriptOf(''),
    { timeSeconds: 1, memoryMb: 1, outputBytes: 1 },
    { signal, urgent: true, alone: false },
  );
  const batches: number[] = [];
  const watched: Session = {
    loaded: session.loaded,
    absent: session.absent,
    timeFactor: 1,
    get ended() {
      return session.ended;
    },
    run(inputs, first, onOutcome) {
      batches.push(inputs.length);
      return session.run(inputs, first, onOutcome);
    },
    close: () => session.close(),
  };
  const reported: (readonly [number, string])[] = [];
  const end = await runStretch(watched, {
    inputs: Array.from({ length: count }, (_, index) => `${index}`),
    from: 0,
    next: 0,
    end: count,
    isFinal: () => false,
    stopsEarly: false,
    signal,
    report: (position, outcome) => {
      reported.push([position, outcome.type]);
      return outcome.type === 'exited';
    },
    ...rest,
  });
  return { end, reported, batches, inputs: runner.inputs };
}

const right = () => printed('ok');
const failsOn = (bad: number, outcome: TestOutcome) => (input: string) =>
  input === `${bad}` ? outcome : right();
const wrong = raised('E', 'bad');

describe('batches', () => {
  it('grow where the first failure ends the run, so that little runs in vain', async () => {
    const slow = { behave: right, milliseconds: 30 };
    const { batches, end } = await run(slow, { count: 100, stopsEarly: true });
    expect(batches).toEqual([8, 16, 32, 44]);
    expect(end).toEqual({ over: false, unconfirmed: 0, next: 100, late: null });
  });

  it('grow to what takes a moment where tests are brief', async () => {
    const batchesOf = async (milliseconds: number) =>
      (await run({ behave: right, milliseconds }, { count: 2000, stopsEarly: true })).batches.slice(0, 4);
    expect(await batchesOf(1)).toEqual([8, 50, 100, 200]);
    expect(await batchesOf(0.1)).toEqual([8, 500, 1000, 492]);
    expect(await batchesOf(0)).toEqual([8, 1024, 968]);
  });

  it('begin with what the session was opened with', async () => {
    const tests = { inputs: ['0', '1', '2'], from: 1, end: 3, stopsEarly: true };
    const opening = firstBatch(tests);
    expect(opening).toEqual(['1', '2']);
    const handed: (readonly string[])[] = [];
    const { signal } = new AbortController();
    await runStretch(
      {
        loaded: { type: 'loaded' },
        timeFactor: 1,
        absent: [],
        ended: false,
        run: (inputs) => {
          handed.push(inputs);
          return Promise.resolve();
        },
        close: () => undefined,
      },
      { ...tests, next: 1, opening, isFinal: () => true, signal, report: () => true },
    );
    expect(handed[0]).toBe(opening);
  });

  it('are as large as can be where all tests run', async () => {
    expect((await run(right, { count: 2100 })).batches).toEqual([1024, 1024, 52]);
  });

  it('hold a megabyte at most, and one test at least', async () => {
    const lengths = [600_000, 400_000, 100_000, 3_000_000, 1, 1];
    const inputs = lengths.map((length) => 'x'.repeat(length));
    const { batches } = await run(right, { count: inputs.length, inputs });
    expect(batches).toEqual([2, 1, 1, 2]);
  });

  it('never reach past the end', async () => {
    const { inputs, end } = await run(right, { count: 10, end: 4 });
    expect(inputs).toEqual(['0', '1', '2', '3']);
    expect(end.next).toBe(4);
  });
});

describe('a failure', () => {
  it('is reported, and the tests after it too', async () => {
    const { end, reported } = await run(failsOn(3, wrong));
    expect(reported.map(([position]) => position)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(reported[3]).toEqual([3, 'raised']);
    expect(end).toEqual({ over: false, unconfirmed: 0, next: 10, late: null });
  });

  it('is the last that is reported where it decides', async () => {
    const { end, reported } = await run(failsOn(3, wrong), { stopsEarly: true });
    expect(reported.map(([position]) => position)).toEqual([0, 1, 2, 3]);
    expect(end).toEqual({ over: true, unconfirmed: 0, next: 4, late: null });
  });

  it('of the judge itself ends the run: it would be lost again', async () => {
    const { end, reported } = await run(failsOn(3, { type: 'lost', cause: 'x' }));
    expect(reported.at(-1)).toEqual([3, 'lost']);
    expect(end).toEqual({ over: true, unconfirmed: 0, next: 4, late: null });
  });
});

describe.for(['timed-out', 'sandbox-died'] as const)('%s', (type) => {
  it('counts only once it is confirmed', async () => {
    const { end, reported } = await run(failsOn(3, { type }));
    expect(reported.map(([position]) => position)).toEqual([0, 1, 2]);
    expect(end).toEqual({ over: false, unconfirmed: 1, next: 3, late: null });
  });

  it('counts at once where it is the second time, or no longer matters', async () => {
    const { end, reported } = await run(failsOn(3, { type }), { isFinal: () => true });
    expect(reported.at(-1)).toEqual([3, type]);
    // The session is over with it; the tests after it need another.
    expect(end).toEqual({ over: false, unconfirmed: 0, next: 4, late: null });
  });

  it('counts at once where nothing disturbed it', async () => {
    const { end, reported } = await run(failsOn(3, { type: 'timed-out', undisturbed: true }));
    expect(reported.at(-1)).toEqual([3, 'timed-out']);
    expect(end).toEqual({ over: false, unconfirmed: 0, next: 4, late: null });
  });

  it('while loading is confirmed likewise', async () => {
    const first = await run({ behave: right, loaded: { type } });
    expect([first.end, first.reported]).toEqual([{ over: false, unconfirmed: 1, next: 0, late: null }, []]);
    const second = await run({ behave: right, loaded: { type } }, { isFinal: () => true });
    expect([second.end.over, second.reported]).toEqual([true, [[0, type]]]);
  });
});

describe('an end without a place', () => {
  it('counts for no test, not even as the last word: all that it may have been run again', async () => {
    for (const final of [false, true]) {
      const { end, reported } = await run(failsOn(3, { type: 'unplaced' }), { isFinal: () => final });
      expect(reported.map(([position]) => position)).toEqual([0, 1, 2]);
      expect(end).toEqual({ over: false, unconfirmed: 7, next: 3, late: null });
    }
  });

  it('is one of those that were handed over', async () => {
    const slow = { behave: failsOn(9, { type: 'unplaced' }), milliseconds: 30 };
    const { end } = await run(slow, { count: 100, stopsEarly: true });
    // Batches of 8 and 16.
    expect(end).toEqual({ over: false, unconfirmed: 15, next: 9, late: null });
  });

  it('is one of those of which nothing can have been heard', async () => {
    const { end } = await run(failsOn(3, { type: 'unplaced' }), { count: 1000 });
    expect(end).toEqual({ over: false, unconfirmed: 512, next: 3, late: null });
  });

  it('may come before the first that is to be reported', async () => {
    const { end, reported } = await run(failsOn(1, { type: 'unplaced' }), { from: 0, next: 4, count: 6 });
    expect([end.unconfirmed, end.next, reported]).toEqual([2, 4, []]);
  });
});

describe('a program that does not load', () => {
  it('fails its first test that is open, and runs none', async () => {
    const error = { name: 'SyntaxError', message: '', traceback: '' };
    const { end, inputs, reported } = await run(
      { behave: right, loaded: { type: 'syntax-error', error } },
      { next: 2, from: 2 },
    );
    expect([inputs, reported]).toEqual([[], [[2, 'syntax-error']]]);
    expect(end).toEqual({ over: true, unconfirmed: 0, next: 2, late: null });
  });
});

describe('tests that keep state', () => {
  it('run again from the first, and are reported from where it went on', async () => {
    const { inputs, reported } = await run(right, { from: 0, next: 4, count: 6 });
    expect(inputs).toEqual(['0', '1', '2', '3', '4', '5']);
    expect(reported.map(([position]) => position)).toEqual([4, 5]);
  });
});

describe('a test that ends the session', () => {
  it('is told apart from those before it of which nothing was heard', async () => {
    const outcome = { type: 'timed-out' } as const;
    const reported: number[] = [];
    let ended = false;
    const session: Session = {
      loaded: { type: 'loaded' },
      timeFactor: 1,
      absent: [],
      get ended() {
        return ended;
      },
      run(_, __, onOutcome) {
        onOutcome(0, right(), 1);
        ended = true;
        onOutcome(3, outcome, 1);
        return Promise.resolve();
      },
      close() {},
    };
    const end = await runStretch(session, {
      inputs: ['0', '1', '2', '3', '4'],
      from: 0,
      next: 0,
      end: 5,
      isFinal: () => false,
      stopsEarly: true,
      signal: new AbortController().signal,
      report: (position) => reported.push(position) > 0,
    });
    expect(reported).toEqual([0]);
    expect(end).toEqual({ over: false, unconfirmed: 0, next: 1, late: { position: 3, outcome } });
  });
});

describe('a stop', () => {
  it('lets nothing more be reported', async () => {
    const controller = new AbortController();
    const reported: number[] = [];
    const { batches } = await run(right, {
      count: 100,
      signal: controller.signal,
      report: (position) => {
        reported.push(position);
        if (position === 5) controller.abort();
        return true;
      },
    });
    expect(reported).toEqual([0, 1, 2, 3, 4, 5]);
    expect(batches).toEqual([100]);
  });
});

it('a session that brings nothing is not asked for ever', async () => {
  const silent: Session = {
    loaded: { type: 'loaded' },
    timeFactor: 1,
    absent: [],
    ended: false,
    run: () => Promise.resolve(),
    close() {},
  };
  const stretch: Stretch = {
    inputs: ['0', '1'],
    from: 0,
    next: 0,
    end: 2,
    isFinal: () => false,
    stopsEarly: false,
    signal: new AbortController().signal,
    report: () => true,
  };
  expect(await runStretch(silent, stretch)).toEqual({ over: true, unconfirmed: 0, next: 0, late: null });
});

/** The rule told test by test, without batches or sessions. */
function told(outcomes: readonly TestOutcome[], { stopsEarly = false, final = false }): number[] {
  const reported: number[] = [];
  for (const [position, { type }] of outcomes.entries()) {
    const ends = type === 'timed-out' || type === 'sandbox-died' || type === 'lost';
    if (!final && (type === 'timed-out' || type === 'sandbox-died')) break;
    reported.push(position);
    if (ends || (stopsEarly && type !== 'exited')) break;
  }
  return reported;
}

it('reports what the rule reports, test by test', async () => {
  const outcome = fc.oneof(
    { weight: 6, arbitrary: fc.constant(printed('ok')) },
    fc.constantFrom<TestOutcome>(
      wrong,
      { type: 'timed-out' },
      { type: 'sandbox-died' },
      { type: 'memory-exceeded' },
      { type: 'lost', cause: '' },
    ),
  );
  const options = fc.record({ stopsEarly: fc.boolean(), final: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(outcome, { minLength: 1, maxLength: 80 }), options, async (outcomes, rest) => {
      const { end, reported } = await run((input) => outcomes[Number(input)]!, {
        count: outcomes.length,
        stopsEarly: rest.stopsEarly,
        isFinal: () => rest.final,
      });
      const expected = told(outcomes, rest);
      expect(reported.map(([position]) => position)).toEqual(expected);
      expect(end.next).toBe(expected.length);
    }),
  );
});
