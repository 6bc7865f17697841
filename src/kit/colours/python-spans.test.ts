import { describe, expect, it } from 'vitest';
import { MOST_COLOURED, pythonSpans } from './python-spans.ts';

function coloursOf(code: string): readonly string[] {
  return [...pythonSpans(code)].flat().map(({ from, to, colour }) => `${colour} ${code.slice(from, to)}`);
}

describe('pythonSpans', () => {
  it('names what the editor colours', () => {
    expect(coloursOf('def f(x):\n    return not x in (1, True, "a")  # why\n')).toEqual([
      'keyword def',
      'keyword return',
      'keyword not',
      'keyword in',
      'number 1',
      'number True',
      'string "a"',
      'comment # why',
    ]);
  });

  it('finds the spans of a program that is cut off', () => {
    expect(coloursOf('if x:\n  print("a')).toContain('keyword if');
    expect(coloursOf('')).toEqual([]);
  });

  it('finds each span once, in order, however long the program is', () => {
    const code = 'x = 1  # one\n'.repeat(2_000);
    const spans = [...pythonSpans(code)].flat();
    // A span that crosses the end of a step is still coloured completely.
    expect(spans.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(2_000 * '1# one'.length);
    expect(spans.every(({ from }, index) => index === 0 || from >= spans[index - 1]!.to)).toBe(true);
  });

  it('leaves the rest of a huge program plain, and works in many steps', () => {
    const steps = [...pythonSpans('x = [1]\n'.repeat(250_000))];
    expect(Math.max(...steps.flat().map(({ to }) => to))).toBeLessThanOrEqual(MOST_COLOURED);
    expect(steps.length).toBeGreaterThan(10);
    expect(Math.max(...steps.map((spans) => spans.length))).toBeLessThan(2_000);
  });
});
