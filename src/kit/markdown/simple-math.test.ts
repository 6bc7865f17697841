import katex from 'katex';
import { describe, expect, it } from 'vitest';
import { simpleMath } from './simple-math.ts';

const SIMPLE = [
  'n',
  '1 \\le n \\le 300000',
  '1\\leq n\\leq 3 \\cdot 10^5',
  'a_1, a_2, \\dots, a_n',
  'l, l+1, \\ldots, r',
  '0 \\le c_{i,j} \\le 10^{12}',
  'h_q - h_p \\ge gap \\times (q - p)',
  '-10^9 \\le h_i < 2.5',
  'x_i^2 > y^{k}_{j+1}',
  'O(n^2)',
  'a[i] = F[x-w]',
  '2^{n_{k}}',
];
const NOT_SIMPLE = [
  '',
  '\\frac{1}{2}',
  '\\sum_i x',
  '10^12',
  'x^',
  'x_{}',
  '{x',
  'x}',
  "x'",
  'a_b_c',
  '+^2',
  '\\href{javascript:1}{x}',
  'é',
  '\\constructor',
  '|s|',
];

describe('simpleMath', () => {
  it.each(SIMPLE)('writes %s as KaTeX does', (tex) => {
    expect(simpleMath(tex)).toBe(katex.renderToString(tex, { output: 'mathml' }));
  });

  it.each(NOT_SIMPLE)('leaves %j to KaTeX', (tex) => {
    expect(simpleMath(tex)).toBeNull();
  });
});
