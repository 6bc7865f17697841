import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TabWord } from '../../../storage/tab-channel.ts';
import { OtherTabs } from './draft-state.svelte.ts';

const SUM = { set: 'sums.jsonl', id: 'sum' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Tabs that receive each other's messages. Counts the notifications of saves in each tab. */
function tabs(number: number) {
  const heard: ((word: TabWord) => void)[] = [];
  return Array.from({ length: number }, (_, at) => {
    const saved = { count: 0 };
    const channel = {
      isHidden: false,
      post: (word: TabWord) => heard.forEach((hear, other) => other !== at && hear(word)),
      listen: (hear: (word: TabWord) => void) => void (heard[at] = hear),
    };
    // The killed tab neither receives nor sends messages.
    const kill = (): void => {
      heard[at] = channel.post = () => undefined;
    };
    return { others: new OtherTabs(channel, () => (saved.count += 1)), saved, kill };
  });
}

it('know which of them have the same problem open', () => {
  const [one, two, three] = tabs(3);
  const present = () => [one, two, three].map((tab) => tab!.others.isOtherTabPresent);
  one!.others.open(SUM);
  two!.others.open({ ...SUM, id: 'other' });
  expect(present()).toEqual([false, false, false]);
  three!.others.open(SUM);
  expect(present()).toEqual([true, false, true]);
  three!.others.close();
  expect(present()).toEqual([false, false, false]);
});

it('hear of programs that are saved for their problem alone', () => {
  const [one, two, three] = tabs(3);
  one!.others.open(SUM);
  two!.others.open({ ...SUM, id: 'other' });
  three!.others.open(SUM);
  three!.others.saved(SUM);
  expect([one, two, three].map((tab) => tab!.saved.count)).toEqual([1, 0, 0]);
});

it('notice within ten seconds that the last other one was killed', () => {
  const [one, two, three] = tabs(3);
  for (const { others } of [one!, two!, three!]) others.open(SUM);
  const seen = new Set<boolean>();
  const wait = (seconds: number): void => {
    for (let second = 0; second < seconds; second++) {
      vi.advanceTimersByTime(1000);
      seen.add(one!.others.isOtherTabPresent);
    }
  };
  wait(60);
  two!.kill();
  wait(60);
  expect([...seen]).toEqual([true]);
  three!.kill();
  wait(10);
  expect(one!.others.isOtherTabPresent).toBe(false);
});
