import { expect, it } from 'vitest';
import { viewOf } from '../../../../tests/builders/view-of.ts';
import { LEARN_CODEC } from './learn-view.ts';
import {
  hashOfWord,
  openingOf,
  passedOn,
  readNumber,
  readSetting,
  withOpening,
  writeSetting,
} from './settings.ts';

it('each setting is read and written without changing others', () => {
  const { view } = viewOf(LEARN_CODEC, '#/learn/time?hide=answers&limit=3');
  expect(readSetting(view, 'guess')).toBe(null);
  expect(readNumber(view, 'limit', [1, 9], 5)).toBe(3);
  expect(readNumber(view, 'limit', [4, 9], 5)).toBe(5);
  writeSetting(view, 'guess', 2);
  writeSetting(view, 'limit', null);
  expect(view.current).toEqual({ place: 'time', settings: 'hide=answers&guess=2' });
});

it('hidden answers open by a word for each lesson, or at a time', () => {
  const link = withOpening('hide=answers&p=3', ' Barrel  lantern ', Date.UTC(2026, 0, 2, 3, 4));
  expect(link).not.toMatch(/barrel|lantern/i);
  const [first, second, last] = [0, 1, 7].map((lesson) => openingOf(link, lesson));
  expect(first).toEqual({ word: hashOfWord('barrel'), at: Date.UTC(2026, 0, 2, 3, 4) });
  expect([second?.word, last?.word]).toEqual([hashOfWord('LANTERN '), hashOfWord('lantern')]);
  expect(openingOf('hide=answers', 0)).toEqual({ word: null, at: null });
  expect(passedOn(`${link}&seed=2`)).toBe(link.replace('&p=3', ''));
});
