import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Pyodide, WasmImports } from './pyodide-internals.ts';
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

describe('the deadline', () => {
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
    deadline.enable({ setInterruptBuffer: () => {} } as unknown as Pyodide, () => setAlarms.shift() ?? null);
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
    deadline.enable({ setInterruptBuffer: () => {} } as unknown as Pyodide, () => setAlarms.shift() ?? null);
    ask();
    clock = 30;
    expect(ask()).toBe(SIGNAL);
  });
});
