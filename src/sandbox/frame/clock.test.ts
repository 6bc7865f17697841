import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Clock, type WorkerTimer } from './clock.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns a clock whose own timers fire once a minute while its page is hidden, as in browsers. */
function setUp(hidden = false) {
  const page = Object.assign(new EventTarget(), { hidden });
  const workerTimers: (WorkerTimer & { readonly postedMessages: unknown[]; isOver: boolean })[] = [];
  const clock = new Clock(page as unknown as Document, () => {
    const postedMessages: unknown[] = [];
    const workerTimer = {
      postedMessages,
      isOver: false,
      onmessage: null,
      postMessage: (message: unknown) => void postedMessages.push(message),
      terminate: () => void (workerTimer.isOver = true),
    };
    workerTimers.push(workerTimer);
    return workerTimer;
  });
  const hide = (isHidden: boolean) => {
    page.hidden = isHidden;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  const workerTimerFires = (name: number, workerTimer = workerTimers.at(-1)!) =>
    void workerTimer.onmessage?.call(workerTimer as never, { data: name } as MessageEvent<number>);
  const rung: string[] = [];
  const after = (milliseconds: number, name: string) => clock.after(milliseconds, () => void rung.push(name));
  return { after, workerTimers, workerTimerFires, hide, rung };
}

it('fires once after its delay, without a worker timer in a visible page', () => {
  const { after, workerTimers, rung } = setUp();
  after(100, 'one');
  vi.advanceTimersByTime(99);
  expect(rung).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect([rung, workerTimers]).toEqual([['one'], []]);
});

it('does not fire after it was cancelled', () => {
  const { after, rung } = setUp();
  const cancelTimer = after(100, 'one');
  after(100, 'other');
  cancelTimer();
  vi.advanceTimersByTime(1000);
  expect(rung).toEqual(['other']);
});

it('starts a worker timer with the remaining delay of each timer when the page becomes hidden', () => {
  const { after, workerTimers, workerTimerFires, hide, rung } = setUp();
  after(100, 'rung');
  after(500, 'old');
  vi.advanceTimersByTime(200);
  hide(true);
  after(50, 'new');
  expect(workerTimers[0]!.postedMessages).toEqual([
    [2, 300],
    [3, 50],
  ]);
  workerTimerFires(3);
  workerTimerFires(2);
  expect(rung).toEqual(['rung', 'new', 'old']);
  vi.advanceTimersByTime(1000);
  workerTimerFires(2);
  expect(rung).toEqual(['rung', 'new', 'old']);
});

it('starts the worker timer at once in a page that was opened hidden', () => {
  const { after, workerTimers } = setUp(true);
  after(50, 'one');
  expect(workerTimers[0]!.postedMessages).toEqual([[1, 50]]);
});

it('fires without the worker timer if that does not, and ends it when the page is visible again', () => {
  const { after, workerTimers, hide, rung } = setUp(true);
  after(50, 'one');
  vi.advanceTimersByTime(50);
  expect(rung).toEqual(['one']);
  hide(false);
  expect(workerTimers.map(({ isOver }) => isOver)).toEqual([true]);
  after(50, 'two');
  vi.advanceTimersByTime(50);
  expect([rung, workerTimers[0]!.postedMessages]).toEqual([['one', 'two'], [[1, 50]]]);
});
