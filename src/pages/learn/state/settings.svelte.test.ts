import { expect, it } from 'vitest';
import { viewOf } from '../../../../tests/builders/view-of.ts';
import { LEARN_CODEC } from './learn-view.ts';
import { readNumber, readSetting, writeSetting } from './settings.ts';

it('each setting is read and written without changing others', () => {
  const { view } = viewOf(LEARN_CODEC, '#/learn/time?hide=answers&limit=3');
  expect(readSetting(view, 'guess')).toBe(null);
  expect(readNumber(view, 'limit', [1, 9], 5)).toBe(3);
  expect(readNumber(view, 'limit', [4, 9], 5)).toBe(5);
  writeSetting(view, 'guess', 2);
  writeSetting(view, 'limit', null);
  expect(view.current).toEqual({ place: 'time', settings: 'hide=answers&guess=2' });
});
