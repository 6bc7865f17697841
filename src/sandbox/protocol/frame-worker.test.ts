import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oddText } from '../../../tests/builders/odd-text.ts';
import { OUTCOMES, parseWorkerMessage, type WorkerOutcome, type WorkerToFrame } from './frame-worker.ts';

const CAP = 1000;
const parse = (data: unknown) => parseWorkerMessage(data, CAP);

/** The expected fields of each kind of message, each with a predicate. */
const SHAPES: Readonly<Record<WorkerToFrame['type'], Readonly<Record<string, (value: unknown) => boolean>>>> =
  {
    booted: { python: textUpTo(40), bootMilliseconds: isDuration },
    calibrated: { best: isDuration, mean: isDuration },
    'boot-failed': { message: textUpTo(2000) },
    tainted: { reason: textUpTo(100) },
    loaded: { job: isPlace, outcome: isOutcome },
    'test-finished': {
      job: isPlace,
      index: isPlace,
      result: isResult,
      last: (value) => typeof value === 'boolean',
    },
    closed: { job: isPlace, heapBytes: isCount },
    broken: { message: textUpTo(2000) },
  };

const OUTCOME_SHAPE: Readonly<Record<keyof WorkerOutcome, (value: unknown) => boolean>> = {
  kind: (value) => OUTCOMES.some((knownKind) => knownKind === value),
  name: textUpTo(200),
  message: textUpTo(4000),
  traceback: textUpTo(64 * 1024),
  stdout: (value) => value === null || textUpTo(CAP)(value),
  stderr: textUpTo(64 * 1024),
  value: textUpTo(CAP),
  sizeError: (value) => typeof value === 'boolean',
};

function textUpTo(limit: number): (value: unknown) => boolean {
  return (value) => typeof value === 'string' && value.length <= limit;
}

function isDuration(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value < Infinity;
}

/** Whether a value is an integer that can be a test index or the id of a job; -1 replaces an invalid one. */
function isPlace(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= -1;
}

function isCount(value: unknown): boolean {
  return isPlace(value) && value !== -1;
}

function isResult(value: unknown): boolean {
  return hasShape(value, { outcome: isOutcome, milliseconds: isDuration });
}

function isOutcome(value: unknown): boolean {
  return hasShape(value, OUTCOME_SHAPE);
}

/** Whether a value is a plain object whose data properties are exactly these fields. */
function hasShape(value: unknown, shape: Readonly<Record<string, (value: unknown) => boolean>>): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  const names = Reflect.ownKeys(value);
  return (
    names.length === Object.keys(shape).length &&
    Object.entries(shape).every(([name, fits]) => fits(Object.getOwnPropertyDescriptor(value, name)?.value))
  );
}

function isWorkerMessage(value: unknown): boolean {
  const type = (value as { type?: unknown }).type;
  if (typeof type !== 'string' || !Object.hasOwn(SHAPES, type)) return false;
  const shape = SHAPES[type as WorkerToFrame['type']];
  return hasShape(value, { type: (name) => name === type, ...shape });
}

/** Expects that parsing does not throw for any data, and that an accepted message is part of the protocol. */
function expectParsed(data: unknown): void {
  const parsed = parse(data);
  if (parsed === null) return;
  expect(isWorkerMessage(parsed), JSON.stringify(parsed)).toBe(true);
  // Parsing the result again returns an equal message.
  expect(parse(parsed)).toEqual(parsed);
}

const short = oddText();
const place = fc.nat();
const duration = fc.double({ min: 0, max: 1e9, noNaN: true });

const outcome: fc.Arbitrary<WorkerOutcome> = fc.record({
  kind: fc.constantFrom(...OUTCOMES),
  name: short,
  message: short,
  traceback: short,
  stdout: fc.option(short),
  stderr: short,
  value: short,
  sizeError: fc.boolean(),
});

const valid: fc.Arbitrary<WorkerToFrame> = fc.oneof(
  fc.record({
    type: fc.constant('booted' as const),
    python: short,
    bootMilliseconds: duration,
  }),
  fc.record({ type: fc.constant('calibrated' as const), best: duration, mean: duration }),
  fc.record({ type: fc.constantFrom('boot-failed' as const, 'broken' as const), message: short }),
  fc.record({ type: fc.constant('tainted' as const), reason: short }),
  fc.record({ type: fc.constant('loaded' as const), job: place, outcome }),
  fc.record({
    type: fc.constant('test-finished' as const),
    job: place,
    index: place,
    result: fc.record({ outcome, milliseconds: duration }),
    last: fc.boolean(),
  }),
  fc.record({ type: fc.constant('closed' as const), job: place, heapBytes: place }),
);

const FIELDS = [...new Set(Object.values(SHAPES).flatMap((shape) => Object.keys(shape))), 'type'];
const NAMES = [
  ...FIELDS,
  ...Object.keys(OUTCOME_SHAPE),
  '__proto__',
  'constructor',
  'toString',
  'length',
  '0',
];

/** Values that are invalid for a field. Some of them resemble valid values. */
const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    Number.NaN,
    Infinity,
    -Infinity,
    -0,
    -1,
    0.5,
    1e300,
    2 ** 53,
    10n,
    null,
    undefined,
    true,
    '',
    'x'.repeat(CAP + 1),
    'y'.repeat(70_000),
    '\ud800',
    ...OUTCOMES,
    ...Object.keys(SHAPES),
  ),
  fc
    .constantFrom<() => unknown>(
      () => new ArrayBuffer(4),
      () => new Uint8Array(4),
      () => new String('done'),
      () => new Number(1),
      () => new Date(0),
      () => new Map([['kind', 'done']]),
      () => new Set([1]),
      () => /x/g,
      () => new Error('x'),
      () => ['done'],
      () => ({ toString: 'done', valueOf: 1 }),
    )
    .map((make) => make()),
  outcome,
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true }),
);

type Bag = Record<string, unknown>;

/** A change to one field of the message or of its outcome. */
const change = fc.record({
  inside: fc.boolean(),
  name: fc.constantFrom(...NAMES),
  how: fc.constantFrom('set', 'drop', 'inherit', 'hide', 'getter', 'cycle'),
  value: oddValue,
});
type Change = typeof change extends fc.Arbitrary<infer Each> ? Each : never;

function changedMessage(message: WorkerToFrame, changes: readonly Change[]): unknown {
  const top: Bag = { ...message };
  if (typeof top['outcome'] === 'object') top['outcome'] = { ...(top['outcome'] as Bag) };
  for (const { inside, name, how, value } of changes) {
    const nested: unknown = Object.getOwnPropertyDescriptor(top, 'outcome')?.value;
    const isBag = typeof nested === 'object' && nested !== null && !Array.isArray(nested);
    // An assignment of a value that is not a number to a byte array may throw.
    const isInside = inside && isBag && !ArrayBuffer.isView(nested) && !Object.isFrozen(nested);
    const bag = isInside ? (nested as Bag) : top;
    const put = (descriptor: PropertyDescriptor) =>
      Reflect.defineProperty(bag, name, { configurable: true, enumerable: true, ...descriptor });
    switch (how) {
      case 'set':
        put({ value, writable: true });
        break;
      case 'drop':
        Reflect.deleteProperty(bag, name);
        break;
      case 'hide':
        put({ value, enumerable: false });
        break;
      case 'cycle':
        put({ value: top, writable: true });
        break;
      case 'getter':
        put({
          get: () => {
            throw new Error('code of a message was run');
          },
        });
        break;
      case 'inherit':
        Object.setPrototypeOf(bag, { [name]: value });
        break;
    }
  }
  return top;
}

describe('a message of a worker', () => {
  it('is the same after reading as before, where it fits', () => {
    fc.assert(
      fc.property(valid, (message) => {
        expect(isWorkerMessage(parse(message))).toBe(true);
        expect(parse(message)).toEqual(message);
        expect(parse(structuredClone(message))).toEqual(message);
      }),
    );
  });

  it('is of the protocol or nothing, whatever has come', () => {
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withBoxedValues: true,
          withDate: true,
          withMap: true,
          withNullPrototype: true,
          withObjectString: true,
          withSet: true,
          withSparseArray: true,
          withTypedArray: true,
          key: fc.constantFrom(...NAMES),
        }),
        expectParsed,
      ),
      { numRuns: 500 },
    );
  });

  it('is of the protocol or nothing, however near it comes to a good one', () => {
    fc.assert(
      fc.property(valid, fc.array(change, { minLength: 1, maxLength: 4 }), (message, changes) => {
        expectParsed(changedMessage(message, changes));
      }),
      { numRuns: 2000 },
    );
  });

  it('is of the protocol or nothing in each of its fields, for each odd value', () => {
    fc.assert(
      fc.property(oddValue, valid, (value, message) => {
        for (const name of FIELDS) expectParsed({ ...message, [name]: value });
        for (const name of Object.keys(OUTCOME_SHAPE)) {
          if ('outcome' in message)
            expectParsed({ ...message, outcome: { ...message.outcome, [name]: value } });
        }
      }),
    );
  });

  it('keeps nothing but its own fields', () => {
    const extraFields = { verdict: 'accepted', reward: 1, limits: { timeMilliseconds: 1e9 } };
    fc.assert(
      fc.property(valid, (message) => {
        const nestedFields = 'outcome' in message ? { outcome: { ...message.outcome, ...extraFields } } : {};
        expect(parse({ ...message, ...nestedFields, ...extraFields })).toEqual(message);
      }),
    );
  });

  it('does not have what its prototype has', () => {
    const closed: WorkerToFrame = { type: 'closed', job: 1, heapBytes: 2 };
    expect(parse(Object.create(closed))).toBeNull();
    const partly = Object.assign(Object.create({ heapBytes: 2 }) as object, { type: 'closed', job: 1 });
    expect(parse(partly)).toEqual({ type: 'closed', job: 1, heapBytes: 0 });
  });

  it('may hold itself', () => {
    const cyclic: Bag = { type: 'loaded', job: 1 };
    cyclic['outcome'] = cyclic;
    expect(parse(cyclic)).toBeNull();
    cyclic['kind'] = 'done';
    cyclic['stdout'] = null;
    cyclic['value'] = '';
    expectParsed(cyclic);
    expect(parse(cyclic)).toMatchObject({ outcome: { kind: 'done', message: '' } });
  });
});

describe('an outcome', () => {
  const doneOutcome: WorkerOutcome = {
    kind: 'done',
    name: '',
    message: '',
    traceback: '',
    stdout: '',
    stderr: '',
    value: '',
    sizeError: false,
  };
  const read = (change: Partial<Record<keyof WorkerOutcome, unknown>>) => {
    const parsed = parse({ type: 'loaded', job: 1, outcome: { ...doneOutcome, ...change } });
    return parsed?.type === 'loaded' ? parsed.outcome : null;
  };

  it.for(['stdout', 'value'] as const)(
    'with more %s than the limit has exceeded it, and loses it',
    (name) => {
      expect(read({ [name]: 'x'.repeat(CAP) })).toEqual({ ...doneOutcome, [name]: 'x'.repeat(CAP) });
      for (const kind of OUTCOMES) {
        expect(read({ kind, stdout: 'kept?', [name]: 'x'.repeat(CAP + 1) })).toEqual({
          ...doneOutcome,
          kind: 'output-exceeded',
        });
      }
    },
  );

  it.for([
    ['name', 200],
    ['message', 4000],
    ['traceback', 65_536],
    ['stderr', 65_536],
  ] as const)('has its %s cut after %i characters', ([name, limit]) => {
    expect(read({ [name]: 'x'.repeat(limit + 1) })?.[name]).toBe('x'.repeat(limit));
    expect(read({ [name]: 7 })?.[name]).toBe('');
  });

  it('is refused where what it printed or gave is no text', () => {
    for (const odd of [undefined, 7, ['x'], { toString: () => 'x' }]) {
      expect(read({ stdout: odd })).toBeNull();
      expect(read({ value: odd })).toBeNull();
    }
    expect(read({ stdout: null })).toEqual({ ...doneOutcome, stdout: null });
    expect(read({ value: null })).toBeNull();
    expect(read({ kind: 'timed-out' })).toBeNull();
    expect(read({ kind: ['done'] })).toBeNull();
  });
});

describe('a number', () => {
  it.for([Number.NaN, Infinity, -1, 0.5, '3', null, undefined, 3n])('%s is no place among tests', (odd) => {
    const result = { outcome: { kind: 'done', stdout: null, value: '' }, milliseconds: 1 };
    const finished = { type: 'test-finished', job: 0, index: 0, result };
    expect(parse({ ...finished, job: odd })).toMatchObject({ job: -1, index: 0 });
    expect(parse({ ...finished, index: odd })).toMatchObject({ job: 0, index: -1 });
    expect(parse({ type: 'closed', job: 0, heapBytes: odd })).toMatchObject({ heapBytes: 0 });
  });

  it.for([Number.NaN, Infinity, -0.1, '3', null])('%s is no time that anything took', (odd) => {
    const calibrated = { type: 'calibrated', best: odd, mean: odd };
    expect(parse(calibrated)).toMatchObject({ best: 0, mean: 0 });
  });
});
