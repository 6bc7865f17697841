import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NEWS_MILLISECONDS, NoticesState } from './shell-states.svelte.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const texts = (notices: NoticesState['all']) => notices.map(({ text }) => text);

it('failures and offers stay until they are dismissed; news disappears after a time', () => {
  const notices = new NoticesState();
  notices.show('It failed.');
  notices.show('Take it.', { label: 'Take', run: () => undefined }, 'offer');
  notices.show('It is here.', null, 'news');
  notices.show('It is here.', null, 'news');
  expect(texts(notices.all)).toEqual(['It failed.', 'Take it.', 'It is here.']);
  vi.advanceTimersByTime(NEWS_MILLISECONDS);
  expect(texts(notices.all)).toEqual(['It failed.', 'Take it.']);
  vi.advanceTimersByTime(100 * NEWS_MILLISECONDS);
  notices.dismiss(notices.all[0]!.id);
  expect(texts(notices.all)).toEqual(['Take it.']);
});

it('an audience sees only failures', () => {
  const notices = new NoticesState();
  notices.show('It is here.', null, 'news');
  notices.show('Take it.', null, 'offer');
  notices.show('It failed.');
  expect(texts(notices.forAll)).toEqual(['It failed.']);
});
