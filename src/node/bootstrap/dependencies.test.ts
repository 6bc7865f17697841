import { expect, test } from 'vitest';
import { staleness } from './dependencies.mjs';

const lock = {
  '': { version: '0.1.0' },
  'node_modules/svelte': { version: '5.57.3' },
  'node_modules/a/node_modules/b': { version: '1.0.0' },
  'node_modules/fsevents': { version: '2.3.3', optional: true },
  'node_modules/vitest': { version: '4.1.12' },
};
const { 'node_modules/fsevents': _optional, '': _self, ...installed } = lock;

test('what the lock asks for is there', () => {
  expect(staleness(lock, installed)).toBeUndefined();
  expect(staleness(lock, { ...installed, 'node_modules/left-over': { version: '1.0.0' } })).toBeUndefined();
});

test('something is missing or of another version', () => {
  expect(staleness(lock, undefined)).toBe('first run');
  expect(staleness(lock, {})).toBe('svelte 5.57.3 is missing');
  expect(staleness(lock, { ...installed, 'node_modules/a/node_modules/b': { version: '0.9.0' } })).toBe(
    'b 1.0.0 in place of 0.9.0',
  );
  expect(staleness(lock, { ...installed, 'node_modules/fsevents': { version: '2.0.0' } })).toBe(
    'fsevents 2.3.3 in place of 2.0.0',
  );
});
