/**
 * Every test starts from the same world, whatever ran before it in the same worker. The canary prints all a
 * program can see (programs/world.py); the others do what they can to change it (programs/mischief.py).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../builders/eventually.ts';
import { outcomesIn, turn } from '../builders/sessions.ts';
import {
  scriptOf,
  type Program,
  type RunLimits,
  type Session,
  type TestOutcome,
} from '../../src/judge/runner.ts';
import act from './programs/act.py?raw';
import manyTests from './programs/many-tests.py?raw';
import mischief from './programs/mischief.py?raw';
import world from './programs/world.py?raw';
import { makeCountedSandbox } from './sandbox.ts';
import { sampled } from './sampled.ts';

// Below 256 MB, so that no program makes its worker be replaced for its size.
const LIMITS: RunLimits = { timeSeconds: 20, memoryMb: 200, outputBytes: 4 << 20 };

const CANARY = `${world}\n${act}`;
const BOTH = `${world}\n${mischief}\n${act}`;
const ALL = [...mischief.matchAll(/^def ([a-z]\w*)\(\):/gm)].map((match) => match[1]!);

/** How mischief ends as a script, where that is not a normal end. */
const ENDS: Readonly<Record<string, TestOutcome['type']>> = {
  exit_with_a_status: 'raised',
  abort: 'raised',
  recurse_through_c: 'raised',
  break_bytecode: 'raised',
  raise_with_a_huge_traceback: 'raised',
  clear_the_harness: 'raised',
};

/** Functions that change, through what they opened while they loaded, what the next call finds there. */
const OPEN_WHILE_LOADING: Readonly<Record<string, string>> = {
  'a file held open': `
held = open("/tmp/held", "w+b", buffering=0)
held.write(b"loaded" * 100)
def look():
    held.seek(0)
    seen = held.read().decode()
    for at in (0, 300, 590):
        held.seek(at)
        held.write(b"called" * 5)
    return seen`,
  'a memory map held open': `
import mmap
held = open("/tmp/held", "w+b", buffering=0)
held.write(b"loaded" * 100)
view = mmap.mmap(held.fileno(), 600)
def look():
    held.seek(0)
    seen = held.read().decode() + view[:].decode()
    view[:6] = b"called"
    view.flush()
    return seen`,
};

/** Programs whose tests print what they find, then change it. */
const STRAYS: Readonly<Record<string, string>> = {
  'a name in a module': `
import string
print(getattr(string, 'mark', 0))
string.mark = getattr(string, 'mark', 0) + 1`,
  'a value in a module': `
import calendar
print(calendar.January)
calendar.January = 7 if calendar.January == 1 else 1`,
  'the counts of references to everything': `
import gc, sys
objects = gc.get_objects()
print(sum(map(sys.getrefcount, objects[:20000])) - sum(map(sys.getrefcount, objects[:20000])), len(objects))
for each in objects:
    sys.intern(str(id(each)))
kept = [objects, list(objects)]
gc.freeze()`,
  'the bits of a random generator that a library keeps': `
import random
print(random.getrandbits(64))`,
  'settings of the interpreter': `
import sys, decimal, gc
print(sys.getswitchinterval(), sys.getrecursionlimit(), decimal.getcontext().prec, gc.get_threshold())
sys.setswitchinterval(1)
sys.setrecursionlimit(5000)
decimal.getcontext().prec = 3
gc.set_threshold(1, 2, 3)`,
};

/** Bytes that fill memory beyond the image, and a program that looks for them from C. */
const MARK = 'mark = bytes(n * 37 % 251 for n in range(64))';
const LEAVES = `${MARK}\nleft = bytearray(mark * 200_000)`;
const LOOKS = `${MARK}
import ctypes
print(sum(ctypes.string_at(at, 1 << 16).count(mark) for at in range(1 << 16, 30 << 20, 1 << 16)) < 10)`;

/** Work that takes a while before it changes something. */
const SLOW_STRAY = `
import calendar, time
found = calendar.January
print(found)
begun = time.perf_counter()
while time.perf_counter() - begun < 0.03:
    pass
calendar.January = found % 5 + 1`;

const LARGE_TABLE = `
table = bytearray(3_000_000)
def f(at):
    found = sum(table)
    for place in range(at, len(table), 65_536):
        table[place] = 1
    return found`;

const { runner, workers } = makeCountedSandbox();
afterAll(() => runner.dispose());

async function open(program: Partial<Program>): Promise<Session> {
  return runner.open({ ...scriptOf(''), ...program }, LIMITS, turn());
}

const run = async (program: Partial<Program>, inputs: readonly string[]) =>
  outcomesIn(await open(program), inputs);

/** Returns the output or the result of a canary, line by line. */
function seenBy(outcome: TestOutcome | undefined): readonly string[] {
  if (outcome?.type === 'exited') return (outcome.stdout ?? '').split('\n');
  if (outcome?.type === 'returned') return String(JSON.parse(outcome.value)).split('\n');
  return [`the canary did not sing: ${JSON.stringify(outcome)}`];
}

/** The first lines in which two worlds differ: what a person must read when this fails. */
function changes(before: readonly string[], after: readonly string[]): readonly string[] {
  const short = (line: string | undefined) => (line ?? 'nothing').slice(0, 300);
  const lines = before.length > after.length ? before : after;
  return lines
    .flatMap((_, index) =>
      before[index] === after[index] ? [] : [`- ${short(before[index])}`, `+ ${short(after[index])}`],
    )
    .slice(0, 8);
}

/** Two workers are kept, and take turns: what each of them shows, by when its clock began. */
type Worlds = ReadonlyMap<number, readonly string[]>;

/** Looks until both workers have been seen; one that is not among the known ones is a new worker. */
async function lookAround(known: Worlds = new Map()): Promise<Worlds> {
  const worlds = new Map<number, readonly string[]>();
  const deadline = performance.now() + 30_000;
  while (worlds.size < 2 && performance.now() < deadline) {
    const [outcome] = await run({ source: CANARY }, ['canary\n']);
    expect(outcome).toMatchObject({ type: 'exited' });
    const began = Number(outcome !== undefined && 'stderr' in outcome && outcome.stderr);
    const clocks = [...known.keys(), ...worlds.keys()];
    // Workers boot one after another: their clocks begin further apart than one clock wanders.
    worlds.set(clocks.find((clock) => Math.abs(clock - began) < 0.15) ?? began, seenBy(outcome));
  }
  return worlds;
}

beforeAll(async () => {
  await run({ source: '' }, ['']);
  await eventually(() => expect(workers.booted).toBeGreaterThanOrEqual(2));
});

let worlds: Worlds | null = null;

/** Both workers are the ones from before, and show the same world. */
async function expectNothingChanged(before: Worlds): Promise<void> {
  const after = await lookAround(before);
  // A failure here must not make every later test fail.
  worlds = null;
  expect([...after.keys()].sort(), 'a worker was replaced').toEqual([...before.keys()].sort());
  for (const [worker, seen] of before) expect(changes(seen, after.get(worker)!)).toEqual([]);
  worlds = after;
}

async function mischiefChangesNothing(name: string): Promise<void> {
  const before = worlds ?? (await lookAround());
  const [outcome] = await run({ source: BOTH }, [`${name}\n`]);
  expect.soft(outcome, JSON.stringify(outcome)).toMatchObject({ type: ENDS[name] ?? 'exited' });
  await expectNothingChanged(before);
}

async function mischiefWhileLoadingChangesNothing(name: string): Promise<void> {
  const before = worlds ?? (await lookAround());
  await run({ source: `${mischief}\n${name}()`, mode: 'call', functionName: name }, ['[]', '[]']);
  await expectNothingChanged(before);
}

/** A submission that does one thing after another, and looks at the world before, between and after. */
async function changesBetweenTests(names: readonly string[], mode: Program['mode']): Promise<unknown[]> {
  const inputs = ['canary', ...names.flatMap((name) => [name, 'canary'])];
  const written = inputs.map((input) => (mode === 'call' ? JSON.stringify([input]) : `${input}\n`));
  const outcomes = await run({ source: BOTH, mode, functionName: 'act' }, written);
  expect(outcomes.length).toBe(inputs.length);
  const looks = outcomes.filter((_, index) => index % 2 === 0).map(seenBy);
  for (const look of looks) expect(look.length, look[0]).toBeGreaterThan(500);
  return names
    .map((name, index) => [name, ...changes(looks[index]!, looks[index + 1]!)])
    .filter((change) => change.length > 1);
}

async function openWhileLoadingStays(source: string): Promise<void> {
  const outcomes = await run({ source, mode: 'call', functionName: 'look' }, ['[]', '[]', '[]']);
  expect(outcomes).toMatchObject([{ type: 'returned' }, { type: 'returned' }, { type: 'returned' }]);
  for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
}

/** Many equal tests print or return the same. */
async function everyTestIsAlike(program: Partial<Program>, input = ''): Promise<void> {
  const outcomes = await run(
    program,
    Array.from({ length: 80 }, () => input),
  );
  const shown = outcomes.map((outcome) => seenBy(outcome).join('\n'));
  expect(shown).toHaveLength(80);
  expect(shown[0]).toMatch(/\S/);
  expect(shown[0]).not.toContain('did not sing');
  expect([...new Set(shown)]).toEqual([shown[0]]);
}

async function workersAreAlike(): Promise<void> {
  const [one, other] = [...(await lookAround()).values()];
  expect(changes(one!, other!)).toEqual([]);
}

test('sees enough of the world', async () => {
  worlds = await lookAround();
  expect(worlds.size).toBe(2);
  for (const seen of worlds.values()) expect(seen.length, seen[0]).toBeGreaterThan(500);
});

describe('shows the next submission the same world after one that tries to', () => {
  test.for(sampled(ALL))('%s', mischiefChangesNothing);
  test.for(sampled(ALL))('%s while it loads', mischiefWhileLoadingChangesNothing);
});

describe('shows every test of a submission the same world', () => {
  test.for(sampled(['stdin', 'call'] as const))('in %s mode', async (mode) => {
    expect(await changesBetweenTests(ALL, mode)).toEqual([]);
  });

  test('over a thousand restores', async () => {
    const session = await open({ source: `${world}\n${manyTests}` });
    const outcomes: TestOutcome[] = [];
    const inputs = ['canary\n', ...Array.from({ length: 1000 }, (_, n) => `${n} ${n * n}\n`), 'canary\n'];
    for (let first = 0; first < inputs.length; first += 100) {
      const batch = inputs.slice(first, first + 100);
      await session.run(batch, first, (index, outcome) => (outcomes[index] = outcome));
    }
    session.close();
    const wrong = outcomes
      .slice(1, -1)
      .filter((outcome, n) => outcome.type !== 'exited' || outcome.stdout !== `${n + n * n}\n`);
    expect(wrong).toEqual([]);
    expect(outcomes.length).toBe(inputs.length);
    const [first, last] = [seenBy(outcomes[0]), seenBy(outcomes.at(-1))];
    expect(first.length, first[0]).toBeGreaterThan(500);
    expect(changes(first, last)).toEqual([]);
  });
});

describe('no test finds what an earlier one changed', () => {
  test.for(Object.entries({ ...STRAYS, 'after work that takes a while': SLOW_STRAY }))('%s', ([, source]) =>
    everyTestIsAlike({ source }),
  );
  test('a large table that a module made', () =>
    everyTestIsAlike({ source: LARGE_TABLE, mode: 'call', functionName: 'f' }, '[17]'));
});

describe('outside the tests of one submission', () => {
  test('every worker shows the same world', workersAreAlike);
  test('no memory of an earlier submission is left, even for C', async () => {
    for (let turn = 0; turn < 4; turn++) await run({ source: LEAVES }, ['']);
    expect(await run({ source: LOOKS }, [''])).toMatchObject([{ type: 'exited', stdout: 'True\n' }]);
  });
  test.for(Object.entries(OPEN_WHILE_LOADING))('a call cannot change %s for the next', ([, source]) =>
    openWhileLoadingStays(source),
  );
});
