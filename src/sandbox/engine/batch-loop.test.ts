import fc from 'fast-check';
import { afterAll, expect, it, vi } from 'vitest';
import type { WorkerResult } from '../protocol/frame-worker.ts';
import { BatchLoop } from './batch-loop.ts';

vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());
vi.mock(import('./primordials.ts'), async (original) => ({ ...(await original()), now: () => clock }));
let clock = 0;

/** A test with its running time. If `last` is true, no further test may run. */
interface Test {
  readonly milliseconds: number;
  readonly isLast: boolean;
}

type Command =
  | { readonly does: 'begin' }
  | { readonly does: 'add'; readonly gap: number; readonly tests: readonly Test[] }
  | { readonly does: 'clear' }
  /** Handles the messages that have arrived, then runs the tasks that were waiting for them. */
  | { readonly does: 'read' };

const test = fc.record({
  milliseconds: fc.constantFrom(0, 1, 4, 9, 10, 30, 199, 200),
  isLast: fc.integer({ min: 0, max: 9 }).map((n) => n === 9),
});
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ does: fc.constant('begin' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('add' as const),
      gap: fc.nat(3),
      tests: fc.array(test, { maxLength: 6 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('clear' as const) }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('read' as const) }) },
);

/** Computes the expected reports of the loop with a plain queue. */
class Reference {
  readonly reported: string[] = [];
  queue: { readonly index: number; readonly test: Test }[] = [];
  #job = -1;
  #isOver = false;
  #clock = 0;
  #isWaiting = false;
  /** Duration of each wait in milliseconds. */
  readonly waits: number[] = [];

  begin(): void {
    this.#job += 1;
    this.#isOver = false;
    this.clear();
  }

  clear(): void {
    this.queue = [];
    this.#isWaiting = false;
  }

  add(first: number, tests: readonly Test[]): void {
    this.queue.push(...tests.map((test, offset) => ({ index: first + offset, test })));
    if (!this.#isWaiting) this.#go();
  }

  read(): void {
    if (this.#isWaiting) this.#go();
  }

  #go(): void {
    const startTime = this.#clock;
    this.#isWaiting = false;
    while (this.queue.length > 0 && !this.#isOver) {
      const ran = this.#clock - startTime;
      this.#isWaiting = ran >= 10;
      if (this.#isWaiting) return void this.waits.push(ran < 200 ? 0 : 10);
      const { index, test } = this.queue.shift()!;
      this.#clock += test.milliseconds;
      this.#isOver = test.isLast;
      this.reported.push(`${this.#job} ${index} ${test.isLast}`);
    }
  }
}

it('reports each test once, in order, reads its messages every ten milliseconds, and waits behind a slow test', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 25 }), (commands) => {
      clock = 0;
      const reference = new Reference();
      const reported: string[] = [];
      const later: (() => void)[] = [];
      const waits: number[] = [];
      let isOver = false;
      const run = (input: string): WorkerResult => {
        const test = JSON.parse(input) as Test;
        clock += test.milliseconds;
        isOver = test.isLast;
        return { milliseconds: test.milliseconds } as WorkerResult;
      };
      const loop = new BatchLoop(
        { run, isOver: () => isOver },
        (message) => {
          if (message.type !== 'test-finished') throw new Error('a loop reports tests');
          reported.push(`${message.job} ${message.index} ${message.last}`);
        },
        (task, milliseconds) => {
          later.push(task);
          waits.push(milliseconds);
        },
      );
      const read = (): void => {
        for (const task of later.splice(0)) task();
        reference.read();
        expect(reported).toEqual(reference.reported);
      };
      let job = -1;
      let next = 0;
      for (const done of [{ does: 'begin' } as const, ...commands]) {
        switch (done.does) {
          case 'begin':
            isOver = false;
            loop.begin(++job);
            reference.begin();
            break;
          case 'add':
            // Tests that are added to the queue continue its indexes.
            if (reference.queue.length === 0) next += done.gap;
            loop.add(
              next,
              done.tests.map((each) => JSON.stringify(each)),
            );
            reference.add(next, done.tests);
            next += done.tests.length;
            break;
          case 'clear':
            loop.clear();
            reference.clear();
            break;
          case 'read':
            read();
        }
        expect(reported).toEqual(reference.reported);
        expect(waits).toEqual(reference.waits);
      }
      while (later.length > 0) read();
      expect(isOver || reference.queue.length === 0).toBe(true);
    }),
  );
});

it('waits for a result that comes later, drops it when its tests were dropped, and passes an error on', async () => {
  const reported: number[] = [];
  const later: (() => void)[] = [];
  const results: { resolve: (result: WorkerResult) => void; reject: (error: Error) => void }[] = [];
  const run = () =>
    new Promise<WorkerResult>((resolve, reject) => {
      results.push({ resolve, reject });
    });
  const loop = new BatchLoop(
    { run, isOver: () => false },
    (message) => void reported.push(message.type === 'test-finished' ? message.index : -1),
    (task) => void later.push(task),
  );
  const result = { milliseconds: 1 } as WorkerResult;
  loop.begin(1);
  loop.add(0, ['a', 'b', 'c']);
  expect(results).toHaveLength(1);
  results[0]!.resolve(result);
  await Promise.resolve();
  expect([reported, results.length]).toEqual([[0], 2]);
  loop.clear();
  loop.add(7, ['d']);
  results[1]!.resolve(result);
  await Promise.resolve();
  expect([reported, results.length]).toEqual([[0], 3]);
  results[2]!.reject(new Error('lost'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(later).toHaveLength(1);
  expect(later[0]).toThrow('lost');
});
