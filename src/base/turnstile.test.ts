import { describe, expect, it } from 'vitest';
import { Turnstile, type Turn } from './turnstile.ts';

const turn = (change: Partial<Turn> = {}): Turn => ({
  signal: new AbortController().signal,
  urgent: false,
  alone: false,
  ...change,
});

/** Enters under a name and notes when it got in. */
function crowd(capacity: number) {
  const stile = new Turnstile(capacity);
  const inside: string[] = [];
  const leave = new Map<string, () => void>();
  const enter = (name: string, change: Partial<Turn> = {}) =>
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

  it('keeps everyone out while one is alone', async () => {
    const { inside, leave, enter, settled } = crowd(3);
    enter('a');
    enter('alone', { alone: true });
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
    enter('alone', { alone: true, signal: stop.signal });
    enter('b');
    await settled();
    stop.abort();
    await settled();
    expect(inside).toEqual(['a', 'alone', 'b']);
    enter('gone', { signal: stop.signal });
    await settled();
    expect(inside).toContain('gone');
  });
});
