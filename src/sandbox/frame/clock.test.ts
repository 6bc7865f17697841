import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Clock, type Bell } from './clock.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A clock whose own timers wait for whole minutes while its page is hidden, as browsers make them. */
function setUp(hidden = false) {
  const page = Object.assign(new EventTarget(), { hidden });
  const bells: (Bell & { readonly told: unknown[]; isOver: boolean })[] = [];
  const clock = new Clock(page as unknown as Document, () => {
    const told: unknown[] = [];
    const bell = {
      told,
      isOver: false,
      onmessage: null,
      postMessage: (message: unknown) => void told.push(message),
      terminate: () => void (bell.isOver = true),
    };
    bells.push(bell);
    return bell;
  });
  const hide = (isHidden: boolean) => {
    page.hidden = isHidden;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  const bellRings = (name: number, bell = bells.at(-1)!) =>
    void bell.onmessage?.call(bell as never, { data: name } as MessageEvent<number>);
  const rung: string[] = [];
  const after = (milliseconds: number, name: string) => clock.after(milliseconds, () => void rung.push(name));
  return { after, bells, bellRings, hide, rung };
}

it('rings after its time, once, and needs no bell for it where the page is seen', () => {
  const { after, bells, rung } = setUp();
  after(100, 'one');
  vi.advanceTimersByTime(99);
  expect(rung).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect([rung, bells]).toEqual([['one'], []]);
});

it('does not ring when it was taken back', () => {
  const { after, rung } = setUp();
  const takeBack = after(100, 'one');
  after(100, 'other');
  takeBack();
  vi.advanceTimersByTime(1000);
  expect(rung).toEqual(['other']);
});

it('has a bell for all that is to ring while the page is hidden, each with what is left of its time', () => {
  const { after, bells, bellRings, hide, rung } = setUp();
  after(100, 'rung');
  after(500, 'old');
  vi.advanceTimersByTime(200);
  hide(true);
  after(50, 'new');
  expect(bells[0]!.told).toEqual([
    [2, 300],
    [3, 50],
  ]);
  bellRings(3);
  bellRings(2);
  expect(rung).toEqual(['rung', 'new', 'old']);
  vi.advanceTimersByTime(1000);
  bellRings(2);
  expect(rung).toEqual(['rung', 'new', 'old']);
});

it('has a bell at once in a page that was opened hidden', () => {
  const { after, bells } = setUp(true);
  after(50, 'one');
  expect(bells[0]!.told).toEqual([[1, 50]]);
});

it('rings by itself where the bell is silent, and does without it once the page is seen again', () => {
  const { after, bells, hide, rung } = setUp(true);
  after(50, 'one');
  vi.advanceTimersByTime(50);
  expect(rung).toEqual(['one']);
  hide(false);
  expect(bells.map(({ isOver }) => isOver)).toEqual([true]);
  after(50, 'two');
  vi.advanceTimersByTime(50);
  expect([rung, bells[0]!.told]).toEqual([['one', 'two'], [[1, 50]]]);
});
