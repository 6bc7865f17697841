import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NEWS_MILLISECONDS, NoticesState } from './notices-state.svelte.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const texts = (notices: NoticesState['all']) => notices.map(({ text }) => text);

it('keeps what failed and what is offered until they are dismissed; news goes by itself', () => {
  const notices = new NoticesState();
  notices.say('It failed.');
  notices.say('Take it.', { label: 'Take', run: () => undefined }, 'offer');
  notices.say('It is here.', null, 'news');
  notices.say('It is here.', null, 'news');
  expect(texts(notices.all)).toEqual(['It failed.', 'Take it.', 'It is here.']);
  vi.advanceTimersByTime(NEWS_MILLISECONDS);
  expect(texts(notices.all)).toEqual(['It failed.', 'Take it.']);
  vi.advanceTimersByTime(100 * NEWS_MILLISECONDS);
  notices.dismiss(notices.all[0]!.id);
  expect(texts(notices.all)).toEqual(['Take it.']);
});

it('shows a room what failed, and nothing else', () => {
  const notices = new NoticesState();
  notices.say('It is here.', null, 'news');
  notices.say('Take it.', null, 'offer');
  notices.say('It failed.');
  expect(texts(notices.forAll)).toEqual(['It failed.']);
});
