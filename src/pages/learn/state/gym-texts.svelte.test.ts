import { expect, it } from 'vitest';
import { WebStorage } from '../../../storage/web-storage.ts';
import { GymTexts } from './gym-texts.svelte.ts';

it('keeps a text beside those that another tab writes meanwhile', () => {
  const values = new Map<string, string>();
  const area = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  } as unknown as Storage;
  const open = () => new GymTexts(new WebStorage(() => area));
  const [one, two] = [open(), open()];
  one.write('a', 'of one');
  two.write('b', 'of two');
  one.write('c', 'of one');
  const later = open();
  expect(['a', 'b', 'c', 'd'].map((problem) => later.of(problem))).toEqual([
    'of one',
    'of two',
    'of one',
    null,
  ]);
});
