import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Progress, progressKind, type ProgressKind } from './progress.ts';

class FakeScreen {
  readonly written: string[] = [];
  readonly columns = 70;

  write(text: string): void {
    this.written.push(text);
  }
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function progress(kind: ProgressKind, total: number, soFar = () => '', kept = 0) {
  const screen = new FakeScreen();
  const words = { toDo: (count: number) => `${count} programs to judge`, done: 'judged', soFar };
  const progress = new Progress({ screen, kind, total, kept, words });
  progress.start();
  return { screen, made: progress };
}
const advance = (seconds: number) => vi.advanceTimersByTime(seconds * 1000);

describe('where there is no terminal', () => {
  it('says in whole lines that it lives, and how far it is', () => {
    const { screen, made } = progress('heartbeat', 1033, () => '2 accepted');
    advance(9);
    expect(screen.written).toEqual([]);
    advance(1);
    expect(screen.written).toEqual(['allpass: 1033 programs to judge; opening the page\n']);
    made.begin();
    for (let index = 0; index < 8; index++) {
      advance(1);
      made.finish(index);
    }
    made.retry(8);
    made.retry(8);
    advance(2);
    expect(screen.written.slice(1)).toEqual([
      'allpass: 8 of 1,033 judged, 2 accepted; 1 being retried; about 17 min left\n',
    ]);
    made.finish(8);
    expect(made).toMatchObject({ doneCount: 9, retried: 1 });
    made.end();
    advance(1000);
    expect(screen.written).toHaveLength(2);
  });

  it('after a resume, counts what was kept, and forecasts what is left', () => {
    const { screen, made } = progress('heartbeat', 16, () => '', 84);
    made.begin();
    advance(10);
    // The first programs all run until their time limit.
    for (let index = 0; index < 7; index++) made.finish(index);
    advance(10);
    for (let index = 7; index < 12; index++) made.finish(index);
    advance(10);
    expect(screen.written).toEqual([
      'allpass: 84 of 100 judged; 16 still to come\n',
      'allpass: 91 of 100 judged; 9 still to come\n',
      'allpass: 96 of 100 judged; 4 still to come\n',
    ]);
    advance(8);
    made.finish(12);
    advance(2);
    expect(screen.written.at(-1)).toBe('allpass: 97 of 100 judged; about 7 s left\n');
    made.end();
  });

  it('speaks less often the longer it takes', () => {
    const { screen, made } = progress('heartbeat', 10);
    made.begin();
    const beats: number[] = [];
    for (let second = 1; second <= 600; second++) {
      const countBefore = screen.written.length;
      advance(1);
      if (screen.written.length > countBefore) beats.push(second);
    }
    expect(beats.slice(0, 4)).toEqual([10, 20, 30, 40]);
    expect(beats.at(-1)! - beats.at(-2)!).toBe(60);
    expect(beats.length).toBeLessThan(20);
    expect(screen.written.at(-1)).toBe('allpass: 0 of 10 judged; 10 still to come\n');
    made.end();
  });
});

describe('on a terminal', () => {
  it('draws one line again, never longer than the terminal is wide', () => {
    const { screen, made } = progress('line', 1033, () => 'a word that goes on '.repeat(5));
    made.begin();
    advance(3);
    made.finish(0);
    advance(1);
    expect(screen.written.length).toBeGreaterThan(3);
    for (const text of screen.written) expect(text).toMatch(/^\r\x1b\[K.{1,69}$/); // eslint-disable-line no-control-regex
    made.end();
    expect(screen.written.at(-1)).toBe('\r\x1b[K');
  });

  it('never says that nothing is left while something runs, and leaves no line behind', () => {
    const { screen, made } = progress('line', 2);
    made.begin();
    advance(3);
    made.finish(0);
    advance(1);
    expect(screen.written.at(-1)).toContain('1 of 2 judged; about 2 s left');
    advance(60);
    expect(screen.written.at(-1)).toContain('1 of 2 judged; 1 still to come');
    made.finish(1);
    made.end();
    expect(screen.written.at(-1)).toBe('\r\x1b[K');
    expect(screen.written.join('')).not.toMatch(/\b0 s left/);
  });
});

it('is silent when it is to be', () => {
  const { screen, made } = progress('silent', 2);
  made.begin();
  advance(100);
  made.finish(0);
  made.end();
  expect(screen.written).toEqual([]);
});

it('fits what stderr is', () => {
  const terminal = { isTTY: true, write: () => true };
  const pipe = { write: () => true };
  expect(progressKind(false, terminal, false)).toBe('line');
  expect(progressKind(false, terminal, true)).toBe('heartbeat');
  expect(progressKind(false, pipe, false)).toBe('heartbeat');
  expect(progressKind(true, terminal, false)).toBe('silent');
});
