import { describe, expect, it } from 'vitest';
import { compareFloat } from './float.ts';

describe('compareFloat', () => {
  it.each([
    ['3.0', '3.000000001'],
    ['0.3', '0.30000000000000004'],
    ['1000000', '1000000.9'],
    ['1', '1.000001'],
    ['0', '1e-6'],
    ['0', '-0.0'],
    ['1e5 7\n1000', '100000\n+7 1_000'],
    ['5', '５'],
    ['inf nan 1e400', 'inf nan 1e400'],
    ['9'.repeat(400), '9'.repeat(400)],
    ['YES 1.0', 'YES\n1'],
  ])('accepts for %j the output %j', (expected, got) => {
    expect(compareFloat(expected, got)).toEqual({ equal: true });
  });

  it.each([
    ['1', '1.0000011', { kind: 'token', token: 0 }],
    ['0', '1.1e-6', { kind: 'token', token: 0 }],
    ['YES', 'yes', { kind: 'token', token: 0 }],
    ['1 2', '1 x', { kind: 'token', token: 1 }],
    ['x', '1', { kind: 'token', token: 0 }],
    ['1', '0x1', { kind: 'token', token: 0 }],
    ['NaN', 'nan', { kind: 'token', token: 0 }],
    ['1 2', '1.0', { kind: 'token-count', expected: 2, got: 1 }],
  ])('refuses for %j the output %j', (expected, got, difference) => {
    expect(compareFloat(expected, got)).toEqual({ equal: false, difference });
  });

  it('has no tolerance that NaN or Infinity could slip through', () => {
    for (const got of ['nan', 'inf', '-inf', '1e400']) {
      expect(compareFloat('3.5', got).equal).toBe(false);
      expect(compareFloat('1e308', got).equal).toBe(false);
    }
    for (const got of ['nan', '-inf', 'Infinity', '5', '1e308', '1e400'])
      expect(compareFloat('inf', got).equal).toBe(false);
    expect(compareFloat('nan', '5').equal).toBe(false);
    expect(compareFloat('9'.repeat(400), '8'.repeat(400)).equal).toBe(false);
  });
});
