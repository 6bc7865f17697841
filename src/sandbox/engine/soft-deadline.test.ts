import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Booted } from './boot.ts';
import type { Alarm } from './mailboxes.ts';
import type { WasmImports } from './pyodide-internals.ts';
import { SoftDeadline } from './soft-deadline.ts';

vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());
vi.mock(import('./primordials.ts'), async (original) => ({ ...(await original()), now: () => clock }));
let clock = 0;
beforeEach(() => void (clock = 0));

const SIGNAL = 2;

/** Returns a deadline, and a function that checks for signals often enough for the deadline to read the clock. */
function installDeadline() {
  const deadline = new SoftDeadline();
  const imports = { env: {} as Record<string, unknown> };
  deadline.install(imports as unknown as WasmImports);
  const [question] = Object.values(imports.env) as [() => number];
  const ask = () => Array.from({ length: 16 }, question).at(-1);
  return { deadline, ask };
}

/** Enables a deadline, and returns the function that loops in C code call. */
function enable(deadline: SoftDeadline, takeAlarm: () => Alarm | null): () => number {
  const table = new WebAssembly.Table({ element: 'anyfunc', initial: 0 });
  const pyodide = { setInterruptBuffer: () => undefined };
  let look = (): number => 0;
  const watchLoops = (slot: number): void => void (look = table.get(slot) as () => number);
  deadline.enable({ pyodide, table, watchLoops } as unknown as Booted, takeAlarm);
  return () => look();
}

describe('the deadline', () => {
  it('ends a loop in C code after the program could have been interrupted, and only while a test runs', () => {
    const { deadline } = installDeadline();
    const look = enable(deadline, () => null);
    clock = 1000;
    expect(look()).toBe(0);
    deadline.start(100);
    clock = 1139;
    expect(look()).toBe(0);
    clock = 1140;
    expect(look).toThrow('the time limit passed in C code');
    expect(deadline.stop()).toBe(true);
    expect(look()).toBe(0);
  });

  it('interrupts once it has passed, and says so', () => {
    const { deadline, ask } = installDeadline();
    deadline.start(100);
    clock = 99;
    expect(ask()).toBe(0);
    clock = 100;
    expect(ask()).toBe(SIGNAL);
    expect(deadline.stop()).toBe(true);
    expect(ask()).toBe(0);
  });

  it('has passed for what nobody could interrupt, too', () => {
    const { deadline } = installDeadline();
    deadline.start(100);
    clock = 100;
    expect(deadline.stop()).toBe(true);
    deadline.start(100);
    clock = 199;
    expect(deadline.stop()).toBe(false);
  });
});

describe('alarms of the program', () => {
  const SIGALRM = 14;

  it('ring once, at the first look when they are due, and not in the next run', () => {
    const { deadline, ask } = installDeadline();
    const setAlarms = [{ milliseconds: 50, signal: SIGALRM }];
    enable(deadline, () => setAlarms.shift() ?? null);
    deadline.start(1000);
    // An alarm of an earlier run is discarded.
    expect(setAlarms).toEqual([]);
    clock = 60;
    expect(ask()).toBe(0);
    setAlarms.push({ milliseconds: 50, signal: SIGALRM });
    clock = 70;
    expect(ask()).toBe(0);
    clock = 119;
    expect(ask()).toBe(0);
    clock = 120;
    expect(ask()).toBe(SIGALRM);
    clock = 500;
    expect(ask()).toBe(0);
    setAlarms.push({ milliseconds: 50, signal: SIGALRM });
    ask();
    setAlarms.push({ milliseconds: 0, signal: SIGALRM });
    clock = 600;
    expect(ask()).toBe(0);
    setAlarms.push({ milliseconds: 50, signal: SIGALRM });
    ask();
    deadline.start(1000);
    clock = 900;
    expect(ask()).toBe(0);
  });

  it('are later than the end of the time', () => {
    const { deadline, ask } = installDeadline();
    const setAlarms = [{ milliseconds: 10, signal: SIGALRM }];
    deadline.start(20);
    enable(deadline, () => setAlarms.shift() ?? null);
    ask();
    clock = 30;
    expect(ask()).toBe(SIGNAL);
  });
});
