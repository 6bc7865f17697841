import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pythonFloat } from './python-float.ts';

const read = (text: string) => pythonFloat(text, { start: 0, end: text.length });

describe('pythonFloat', () => {
  it.each([
    ['1', 1],
    ['+7', 7],
    ['007', 7],
    ['-0', -0],
    ['1.', 1],
    ['.5', 0.5],
    ['1e5', 1e5],
    ['1E+05', 1e5],
    ['12.5e-1', 1.25],
    ['1_000', 1000],
    ['1_0.0_1e1_0', 10.01e10],
    ['inf', Infinity],
    ['-Infinity', -Infinity],
    ['+iNf', Infinity],
    ['nan', NaN],
    ['-NaN', NaN],
    ['1e400', Infinity],
    ['-1e400', -Infinity],
    ['1e-400', 0],
    ['5e-324', 5e-324],
    ['1７', 17],
    ['١٢', 12],
    ['1e١', 10],
    ['𝟙.𝟝', 1.5],
    ['50000000000000001', 50000000000000000],
    ['0e999999999999999999999', 0],
    ['1e999999999999999999999', Infinity],
    ['1e-999999999999999999999', 0],
  ])('reads %s', (text, value) => {
    expect(read(text)).toBe(value);
  });

  it.each(
    `_1 1_ 1__0 1_.5 1._5 1_e5 1e_5 1e5_ . + - +- +-1 --1 e5 .e5 1e 1e+ 1e+- 0x10 1j 1L 1,000 1.5.5 infinit infinityy
    in nan1 nan(1) −1 ½ ² 1ｅ5 İnf \ufeff1 1\0 True`.split(/[ \n]+/),
  )('refuses %j', (text) => {
    expect(read(text)).toBeNull();
  });

  it('refuses an empty word, and looks at nothing but its span', () => {
    expect(read('')).toBeNull();
    expect(pythonFloat('9.5e1', { start: 1, end: 3 })).toBe(0.5);
    expect(pythonFloat('12inf3', { start: 2, end: 5 })).toBe(Infinity);
    expect(pythonFloat('12e3', { start: 0, end: 3 })).toBeNull();
  });

  it('reads what JavaScript reads, in every spelling of it', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), fc.nat(20), (value, places) => {
        for (const text of [String(value), value.toExponential(places), value.toPrecision(places + 1)]) {
          expect(read(text)).toBe(Number(text));
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('rounds numbers of any length as the whole of them says', () => {
    // Halfway between two doubles, and slightly above.
    const half = 2n ** 1000n + 2n ** 947n;
    expect(read(`${half}`)).toBe(2 ** 1000);
    expect(read(`${half}.${'0'.repeat(5000)}`)).toBe(2 ** 1000);
    expect(read(`${half}.${'0'.repeat(5000)}1`)).toBeGreaterThan(2 ** 1000);
    expect(read(`0.${'0'.repeat(1_000_000)}1e1000001`)).toBe(1);
    expect(read(`1${'0'.repeat(1_000_000)}e-1000000`)).toBe(1);
    expect(read(`${'9'.repeat(1_000_000)}e-1000000`)).toBe(1);
    expect(read('0'.repeat(1_000_000))).toBe(0);
    expect(read(`${'1'.repeat(1_000_000)}x`)).toBeNull();
  });
});
