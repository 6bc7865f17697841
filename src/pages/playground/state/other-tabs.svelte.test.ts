import { expect, it } from 'vitest';
import type { TabWord } from '../../../storage/tab-channel.ts';
import { OtherTabs } from './other-tabs.svelte.ts';

const SUM = { set: 'sums.jsonl', id: 'sum' };

/** Tabs that hear each other, and how often each heard of a saved program. */
function tabs(number: number) {
  const heard: ((word: TabWord) => void)[] = [];
  return Array.from({ length: number }, (_, at) => {
    const saved = { count: 0 };
    const channel = {
      hidden: false,
      tell: (word: TabWord) => heard.forEach((hear, other) => other !== at && hear(word)),
      listen: (hear: (word: TabWord) => void) => void (heard[at] = hear),
    };
    return { others: new OtherTabs(channel, () => (saved.count += 1)), saved };
  });
}

it('know which of them have the same problem open', () => {
  const [one, two, three] = tabs(3);
  const present = () => [one, two, three].map((tab) => tab!.others.present);
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
