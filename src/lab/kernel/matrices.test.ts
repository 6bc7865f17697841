import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Random } from '../../base/random.ts';
import { fastestMatrices, KERNELS, makeMatrices, type Matrices } from './matrices.ts';

const size = fc.record({
  rows: fc.integer({ min: 0, max: 9 }),
  terms: fc.integer({ min: 0, max: 9 }),
  columns: fc.constantFrom(16, 32, 192),
});

/** Returns the results of both products for the same input. */
function products(
  matrices: Matrices,
  { rows, terms, columns }: { rows: number; terms: number; columns: number },
) {
  const random = new Random(rows + 10 * terms, 'test');
  const filledFloats = (count: number) => {
    const floats = matrices.floats(count);
    for (let at = 0; at < count; at++) floats[at] = random.normal();
    return floats;
  };
  const [a, b, c] = [filledFloats(rows * terms), filledFloats(terms * columns), filledFloats(rows * columns)];
  const start = [...c];
  matrices.addProduct(a, b, c, { rows, terms, columns });
  const plain = [...c];
  c.set(start);
  const transposedA = matrices.floats(a.length);
  a.forEach((value, at) => (transposedA[(at % terms) * rows + Math.floor(at / terms)] = value));
  matrices.addTransposedProduct(transposedA, b, c, { rows, terms, columns });
  return { a, b, start, plain, transposed: [...c] };
}

it.each(KERNELS)('%s is right', (name) => {
  const matrices = makeMatrices(name)!;
  fc.assert(
    fc.property(size, (sizes) => {
      const { a, b, start, plain, transposed } = products(matrices, sizes);
      expect(transposed).toEqual(plain);
      plain.forEach((value, at) => {
        const [row, column] = [Math.floor(at / sizes.columns), at % sizes.columns];
        let exactSum = start[at]!;
        for (let term = 0; term < sizes.terms; term++) {
          exactSum += a[row * sizes.terms + term]! * b[term * sizes.columns + column]!;
        }
        expect(Math.abs(value - exactSum)).toBeLessThan(1e-5);
      });
    }),
    { numRuns: 50 },
  );
});

it('both kernels compute the same bits', () => {
  fc.assert(
    fc.property(size, (sizes) => {
      const [simd, plain] = KERNELS.map((name) => products(makeMatrices(name)!, sizes));
      expect(simd).toEqual(plain);
    }),
    { numRuns: 20 },
  );
});

it('the SIMD kernel is supported here, and throws when its memory is full', () => {
  const matrices = fastestMatrices();
  expect(matrices.floats(16).buffer).toBe(matrices.floats(16).buffer);
  expect(() => matrices.floats(1 << 22)).toThrow(RangeError);
});
