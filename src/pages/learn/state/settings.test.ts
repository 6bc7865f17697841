import { expect, it } from 'vitest';
import { readNumber, readSetting, writeSetting } from './settings.ts';

it('each setting is read and written without changing others', () => {
  const view = {
    current: { place: 'time', settings: 'hide=answers&limit=3' },
    adjust(change: { settings?: string }) {
      view.current = { ...view.current, ...change };
    },
  };
  expect(readSetting(view, 'guess')).toBe(null);
  expect(readNumber(view, 'limit', [1, 9], 5)).toBe(3);
  expect(readNumber(view, 'limit', [4, 9], 5)).toBe(5);
  writeSetting(view, 'guess', 2);
  writeSetting(view, 'limit', null);
  expect(view.current).toEqual({ place: 'time', settings: 'hide=answers&guess=2' });
});
