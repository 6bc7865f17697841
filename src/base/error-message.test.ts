import { expect, it } from 'vitest';
import { errorMessage } from './error-message.ts';

it.each([
  [new Error('the disk is full'), 'the disk is full'],
  [new DOMException('', 'QuotaExceededError'), 'QuotaExceededError'],
  ['no', 'no'],
  [null, 'null'],
])('of %o is %s', (error, message) => {
  expect(errorMessage(error)).toBe(message);
});
