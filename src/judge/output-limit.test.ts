import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { problemOf } from '../../tests/builders/problem.ts';
import { outputLimit } from './run-program.ts';

const MIB = 1 << 20;

function roomFor(mode: 'stdin' | 'call', ...outputs: readonly string[]): number {
  return outputLimit(problemOf({ mode, tests: outputs.map((output) => ({ input: '', output })) }));
}

describe('outputLimit', () => {
  it('is the same for nearly all problems', () => {
    expect(roomFor('stdin')).toBe(8 * MIB);
    expect(roomFor('stdin', '1', 'x'.repeat(MIB))).toBe(8 * MIB);
    expect(roomFor('call', 'x'.repeat(MIB / 2))).toBe(8 * MIB);
  });

  it('grows with the longest expected output, in large steps', () => {
    expect(roomFor('stdin', '1', '9'.repeat(9 * MIB))).toBe(32 * MIB);
    expect(roomFor('stdin', '9'.repeat(8 * MIB))).toBe(32 * MIB);
    expect(roomFor('call', '9'.repeat(4 * MIB))).toBe(64 * MIB);
  });

  it('has room for twice the bytes of any text', () => {
    const characters = fc.constantFrom('a', 'é', '€', '🙂', '\n');
    fc.assert(
      fc.property(characters, fc.integer({ min: 0, max: 6 * MIB }), (character, count) => {
        const output = character.repeat(count);
        expect(roomFor('stdin', output)).toBeGreaterThanOrEqual(
          Math.max(8 * MIB, 2 * new TextEncoder().encode(output).length),
        );
      }),
      { numRuns: 20 },
    );
  });
});
