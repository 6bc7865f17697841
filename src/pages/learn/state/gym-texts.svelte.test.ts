import { expect, it } from 'vitest';
import { GymTexts } from './gym-texts.svelte.ts';

function stage() {
  const kept = new Map<string, string>();
  const storage = {
    read: (key: string) => kept.get(key) ?? null,
    write: (key: string, text: string) => void kept.set(key, text),
  };
  return { kept, open: () => new GymTexts(storage) };
}

it('keeps what is written by hand, problem by problem, beside what another tab writes meanwhile', () => {
  const { kept, open } = stage();
  const [one, two] = [open(), open()];
  one.write('gym/a', 'print(1)');
  two.write('gym/b', 'print(2)');
  one.write('gym/a', 'print(3)');
  const later = open();
  expect([later.of('gym/a'), later.of('gym/b'), later.of('gym/c')]).toEqual(['print(3)', 'print(2)', null]);
  kept.set([...kept.keys()][0]!, '{"broken');
  expect(open().of('gym/a')).toBeNull();
});
