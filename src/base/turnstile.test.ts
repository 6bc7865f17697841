import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Turnstile, type QueueSlot } from './turnstile.ts';

const turn = (change: Partial<QueueSlot> = {}): QueueSlot => ({
  signal: new AbortController().signal,
  urgent: false,
  alone: false,
  ...change,
});

/** Returns functions that let named callers enter the turnstile and record the order of entry. */
function crowd(capacity: number) {
  const stile = new Turnstile(capacity);
  const inside: string[] = [];
  const leave = new Map<string, () => void>();
  const enter = (name: string, change: Partial<QueueSlot> = {}) =>
    void stile.enter(turn(change)).then((out) => {
      inside.push(name);
      leave.set(name, out);
    });
  const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
  return { inside, leave, enter, settled };
}

describe('Turnstile', () => {
  it('lets as many in as it holds, then one for each that leaves, in order', async () => {
    const { inside, leave, enter, settled } = crowd(2);
    for (const name of ['a', 'b', 'c', 'd']) enter(name);
    await settled();
    expect(inside).toEqual(['a', 'b']);
    leave.get('b')!();
    leave.get('b')!();
    await settled();
    expect(inside).toEqual(['a', 'b', 'c']);
  });

  it('lets a user’s click go before a long run', async () => {
    const { inside, leave, enter, settled } = crowd(1);
    enter('running');
    enter('later');
    enter('click', { urgent: true });
    enter('second click', { urgent: true });
    await settled();
    for (const name of ['running', 'click', 'second click']) {
      leave.get(name)!();
      await settled();
    }
    expect(inside).toEqual(['running', 'click', 'second click', 'later']);
  });

  it('has one that must be alone wait until nobody else does', async () => {
    const { inside, leave, enter, settled } = crowd(1);
    enter('a');
    enter('alone', { alone: true });
    enter('b');
    enter('c');
    await settled();
    for (const name of ['a', 'b', 'c']) {
      leave.get(name)!();
      await settled();
    }
    expect(inside).toEqual(['a', 'b', 'c', 'alone']);
    enter('d');
    await settled();
    expect(inside).not.toContain('d');
  });

  it('keeps everyone out for an urgent one that must be alone', async () => {
    const { inside, leave, enter, settled } = crowd(3);
    enter('a');
    enter('alone', { urgent: true, alone: true });
    enter('b');
    await settled();
    expect(inside).toEqual(['a']);
    leave.get('a')!();
    await settled();
    expect(inside).toEqual(['a', 'alone']);
    leave.get('alone')!();
    await settled();
    expect(inside).toEqual(['a', 'alone', 'b']);
  });

  it('lets an aborted task through without a place, and those it held up', async () => {
    const { inside, enter, settled } = crowd(2);
    const stop = new AbortController();
    enter('a');
    enter('alone', { urgent: true, alone: true, signal: stop.signal });
    enter('b');
    await settled();
    stop.abort();
    await settled();
    expect(inside).toEqual(['a', 'alone', 'b']);
    enter('gone', { signal: stop.signal });
    await settled();
    expect(inside).toContain('gone');
  });

  it('holds its rules in whatever order tasks come, leave and give up', async () => {
    const step = fc.oneof(
      fc.record({ does: fc.constant('enter' as const), urgent: fc.boolean(), alone: fc.boolean() }),
      fc.record({ does: fc.constantFrom('leave' as const, 'abort' as const), which: fc.nat() }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.array(step, { maxLength: 30 }),
        async (capacity, steps) => {
          const stile = new Turnstile(capacity);
          const tasks: Task[] = [];
          const inside = () => tasks.filter(({ state }) => state === 'inside');
          const waiting = () => tasks.filter(({ state }) => state === 'waiting');
          for (const each of steps) {
            if (each.does === 'enter') {
              const task: Task = {
                ...each,
                controller: new AbortController(),
                state: 'waiting',
                leave: () => undefined,
              };
              tasks.push(task);
              void stile.enter(turn({ ...each, signal: task.controller.signal })).then((leave) => {
                task.leave = leave;
                if (task.state === 'waiting') task.state = 'inside';
              });
            } else if (each.does === 'leave') {
              const task = pick(inside(), each.which);
              if (task !== undefined) task.state = 'gone';
              task?.leave();
            } else {
              const task = pick(waiting(), each.which);
              if (task !== undefined) task.state = 'gone';
              task?.controller.abort();
            }
            await settled();
            expect(inside().length).toBeLessThanOrEqual(capacity);
            if (inside().some(({ alone }) => alone)) expect(inside()).toHaveLength(1);
            // Each caller waits for a reason: the first in line is blocked by callers inside, or by a caller
            // that must be alone.
            const next =
              waiting().find(({ urgent }) => urgent) ?? waiting().find(({ alone }) => !alone) ?? waiting()[0];
            const isFull =
              inside().length >= (next?.alone ? 1 : capacity) || inside().some(({ alone }) => alone);
            expect(next === undefined || isFull).toBe(true);
          }
          // If all callers inside leave repeatedly, every caller is admitted.
          for (let round = 0; round <= tasks.length; round++) {
            for (const task of inside()) {
              task.state = 'gone';
              task.leave();
              await settled();
            }
          }
          expect(waiting()).toEqual([]);
        },
      ),
    );
  });
});

interface Task {
  readonly urgent: boolean;
  readonly alone: boolean;
  readonly controller: AbortController;
  state: 'waiting' | 'inside' | 'gone';
  leave: () => void;
}

const settled = () => new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(resolve)));

function pick<Item>(items: readonly Item[], which: number): Item | undefined {
  return items[which % Math.max(1, items.length)];
}
