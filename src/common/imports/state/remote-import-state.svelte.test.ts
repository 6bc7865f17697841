import { expect, it } from 'vitest';
import { storageArea } from '../../../../tests/builders/web-storage.ts';
import type { HubListing } from '../../../datasets/remote/hub-splits.ts';
import { WebStorage } from '../../../storage/web-storage.ts';
import { RemoteImportState } from './remote-import-state.svelte.ts';

const split = (config: string, name: string) => ({
  config,
  split: name,
  files: [{ path: `${config}/${name}.jsonl`, size: 1 }],
});
const listing: HubListing = {
  repo: 'o/n',
  revision: 'c0',
  splits: [split('a', 'train')],
  filelessEntries: [],
};

function opened(listHub: (base: string) => Promise<HubListing> = () => Promise.resolve(listing)) {
  const values = new Map<string, string>();
  const area = storageArea(values);
  const again = () => new RemoteImportState({ listHub, storage: new WebStorage(() => area) });
  return { remote: again(), again, values };
}

it('drops an answer that comes after it was cleared', async () => {
  let answer: (listing: HubListing) => void = () => undefined;
  const { remote } = opened(() => new Promise((resolve) => (answer = resolve)));
  remote.text = 'o/n';
  const settled = remote.settle();
  expect(remote.isLooking).toBe(true);
  remote.clear();
  answer(listing);
  expect(await settled).toBeNull();
  expect([remote.isLooking, remote.listing, remote.trouble]).toEqual([false, null, null]);
});

it('keeps the address of a mirror that was asked, and forgets it', async () => {
  const requestedAddresses: string[] = [];
  const { remote, again, values } = opened((base) => {
    requestedAddresses.push(base);
    return Promise.resolve(listing);
  });
  remote.text = 'o/n';
  remote.base = ' http://mirror ';
  expect(await remote.settle()).toMatchObject({ kind: 'hub', name: 'o/n' });
  expect([requestedAddresses, again().base]).toEqual([['http://mirror'], 'http://mirror']);
  remote.base = '';
  expect([again().base, values.size]).toEqual(['', 0]);
});

it('stores nothing of a mirror with a login, not while it is typed either', async () => {
  const { remote, again, values } = opened(() => Promise.reject(new Error('was asked')));
  remote.text = 'o/n';
  const typed = 'https://user:8080@mirror';
  for (let end = 1; end <= typed.length; end++) remote.base = typed.slice(0, end);
  expect(await remote.settle()).toBeNull();
  expect(remote.trouble).toMatch(/^The address holds a login, and none is ever sent from here: /);
  remote.base = 'https://mirror/?token=word';
  expect(await remote.settle()).toBeNull();
  expect([remote.trouble, values.size]).toEqual([expect.not.stringContaining('word'), 0]);
  // The value that an earlier version stored.
  values.set('allpass-hub-1', typed);
  expect([again().base, values.size]).toEqual(['', 0]);
});

it('shows what there is before it reads the rest of what a card promises', async () => {
  const { remote } = opened(() =>
    Promise.resolve({ ...listing, filelessEntries: [{ config: 'b', split: null }] }),
  );
  remote.text = 'o/n';
  expect(await remote.settle()).toBeNull();
  expect(remote.listing?.filelessEntries).toHaveLength(1);
  remote.text = 'o/n/a';
  expect(await remote.settle()).toMatchObject({ kind: 'hub' });
});
