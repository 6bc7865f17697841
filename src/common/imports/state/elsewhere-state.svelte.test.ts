import { expect, it } from 'vitest';
import type { HubListing } from '../../../datasets/remote/hub-splits.ts';
import { WebStorage } from '../../../storage/web-storage.ts';
import { ElsewhereState } from './elsewhere-state.svelte.ts';

const split = (config: string, name: string) => ({
  config,
  split: name,
  files: [{ path: `${config}/${name}.jsonl`, size: 1 }],
});
const listing: HubListing = { repo: 'o/n', revision: 'c0', splits: [split('a', 'train')], fileless: [] };

function opened(listHub: (base: string) => Promise<HubListing> = () => Promise.resolve(listing)) {
  const values = new Map<string, string>();
  const area = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  } as unknown as Storage;
  const again = () => new ElsewhereState({ listHub, storage: new WebStorage(() => area) });
  return { elsewhere: again(), again, values };
}

it('drops an answer that comes after it was cleared', async () => {
  let answer: (listing: HubListing) => void = () => undefined;
  const { elsewhere } = opened(() => new Promise((resolve) => (answer = resolve)));
  elsewhere.text = 'o/n';
  const settled = elsewhere.settle();
  expect(elsewhere.looking).toBe(true);
  elsewhere.clear();
  answer(listing);
  expect(await settled).toBeNull();
  expect([elsewhere.looking, elsewhere.listing, elsewhere.trouble]).toEqual([false, null, null]);
});

it('keeps the address of a mirror that was asked, and forgets it', async () => {
  const asked: string[] = [];
  const { elsewhere, again, values } = opened((base) => {
    asked.push(base);
    return Promise.resolve(listing);
  });
  elsewhere.text = 'o/n';
  elsewhere.base = ' http://mirror ';
  expect(await elsewhere.settle()).toMatchObject({ kind: 'hub', name: 'o/n' });
  expect([asked, again().base]).toEqual([['http://mirror'], 'http://mirror']);
  elsewhere.base = '';
  expect([again().base, values.size]).toEqual(['', 0]);
});

it('stores nothing of a mirror with a login, not while it is typed either', async () => {
  const { elsewhere, again, values } = opened(() => Promise.reject(new Error('was asked')));
  elsewhere.text = 'o/n';
  const typed = 'https://user:8080@mirror';
  for (let end = 1; end <= typed.length; end++) elsewhere.base = typed.slice(0, end);
  expect(await elsewhere.settle()).toBeNull();
  expect(elsewhere.trouble).toMatch(/^The address holds a login, and none is ever sent from here: /);
  elsewhere.base = 'https://mirror/?token=word';
  expect(await elsewhere.settle()).toBeNull();
  expect([elsewhere.trouble, values.size]).toEqual([expect.not.stringContaining('word'), 0]);
  // As an earlier version left it.
  values.set('allpass-hub-1', typed);
  expect([again().base, values.size]).toEqual(['', 0]);
});

it('shows what there is before it reads the rest of what a card promises', async () => {
  const { elsewhere } = opened(() =>
    Promise.resolve({ ...listing, fileless: [{ config: 'b', split: null }] }),
  );
  elsewhere.text = 'o/n';
  expect(await elsewhere.settle()).toBeNull();
  expect(elsewhere.listing?.fileless).toHaveLength(1);
  elsewhere.text = 'o/n/a';
  expect(await elsewhere.settle()).toMatchObject({ kind: 'hub' });
});
