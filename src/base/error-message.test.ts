import { expect, it, test } from 'vitest';
import { errorMessage, assertNever } from './error-message.ts';

it.each([
  [new Error('the disk is full'), 'the disk is full'],
  [new DOMException('', 'QuotaExceededError'), 'QuotaExceededError'],
  ['no', 'no'],
  [null, 'null'],
])('of %o is %s', (error, message) => {
  expect(errorMessage(error)).toBe(message);
});

type Shape = { readonly kind: 'round' } | { readonly kind: 'square' };

function corners(shape: Shape): number {
  switch (shape.kind) {
    case 'round':
      return 0;
    case 'square':
      return 4;
    default:
      return assertNever(shape, 'shape');
  }
}

test('a branch that data should never reach says what it met', () => {
  expect([corners({ kind: 'round' }), corners({ kind: 'square' })]).toEqual([0, 4]);
  const liar = JSON.parse('{"kind":"oval"}') as Shape;
  expect(() => corners(liar)).toThrow('unexpected shape: {"kind":"oval"}');
});

test('a case that was forgotten does not compile', () => {
  const forgetful = (shape: Shape): number => {
    if (shape.kind === 'round') return 0;
    // @ts-expect-error squares are left
    return assertNever(shape, 'shape');
  };
  expect(forgetful({ kind: 'round' })).toBe(0);
  expect(() => forgetful({ kind: 'square' })).toThrow('square');
});
