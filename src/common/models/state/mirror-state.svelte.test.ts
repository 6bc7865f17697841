import { expect, it } from 'vitest';
import { blockedStorage } from '../../../../tests/builders/web-storage.ts';
import { MirrorState } from './mirror-state.svelte.ts';

it('keeps what is an address, and says what is not', () => {
  const storage = blockedStorage();
  const mirror = new MirrorState(storage);
  expect(mirror.mirror).toEqual({ weights: null, libraries: null });
  expect(mirror.change(' https://hf-mirror.example/ ', '')).toBeNull();
  expect(mirror.change('hf-mirror.example', '')).toBe(
    'hf-mirror.example is not the http or https address of a mirror.',
  );
  expect(mirror.change('https://a.example', 'file:///libs')).toMatch(/^file:\/\/\/libs is not/);
  expect(new MirrorState(storage).mirror).toEqual({ weights: 'https://hf-mirror.example/', libraries: null });
  expect(mirror.change('', '')).toBeNull();
  expect(new MirrorState(storage).mirror.weights).toBeNull();
});

it('takes no login, and forgets one that an earlier version kept', () => {
  const storage = blockedStorage();
  const mirror = new MirrorState(storage);
  for (const address of ['https://me:secret@mirror.example', 'https://token@mirror.example/x']) {
    expect(mirror.change('', address)).toBe(
      'The address of a mirror holds a login, and none is ever sent from here: give it without.',
    );
  }
  expect(mirror.mirror).toEqual({ weights: null, libraries: null });
  storage.write(
    'allpass-mirror-1',
    '{"weights":"https://me:secret@mirror.example","libraries":"https://b.example"}',
  );
  expect(new MirrorState(storage).mirror).toEqual({ weights: null, libraries: 'https://b.example' });
});

it('does not trip over what is stored', () => {
  for (const text of ['{', 'null', '7', '{"weights":7,"libraries":"x"}']) {
    const storage = blockedStorage();
    storage.write('allpass-mirror-1', text);
    expect(new MirrorState(storage).mirror).toEqual({ weights: null, libraries: null });
  }
});
