import { describe, expect, it } from 'vitest';
import { mathAt } from './math-source.ts';

function tex(source: string): string | undefined {
  return mathAt(source, 0)?.tex;
}

describe('mathAt', () => {
  it('reads every pair of delimiters', () => {
    expect(mathAt('$n$ lamps', 0)).toEqual({ tex: 'n', display: false, end: 3 });
    expect(mathAt('$$a$$', 0)).toEqual({ tex: 'a', display: true, end: 5 });
    expect(mathAt('$$$a_i$$$', 0)).toEqual({ tex: 'a_i', display: false, end: 9 });
    expect(tex('\\(x < y\\)')).toBe('x < y');
    expect(mathAt('\\[x\\]', 0)?.display).toBe(true);
  });

  it('keeps escaped dollars inside', () => {
    expect(tex('$a\\$b$')).toBe('a\\$b');
  });

  it('leaves prices and lone dollars alone', () => {
    expect(tex('$5 and $10')).toBeUndefined();
    expect(tex('$ 5$')).toBeUndefined();
    expect(tex('$x')).toBeUndefined();
    expect(tex('$')).toBeUndefined();
    expect(tex('$a\n\nb$')).toBeUndefined();
    expect(tex('$$$$')).toBeUndefined();
  });
});
