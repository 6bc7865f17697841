import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractLiveCodeBench } from './graders.ts';

/** A direct implementation of the documented rule. */
function simpleExtraction(raw: string): string | null {
  const lines = raw.split('\n');
  const fences = lines.flatMap((line, index) => (line.includes('```') ? [index] : []));
  const [first, last] = fences.slice(-2);
  if (first === undefined || last === undefined) return null;
  return lines.slice(first + 1, last).join('\n') || null;
}

describe('extractLiveCodeBench', () => {
  it.each([
    ['a python block', 'x\n```python\na\n```\ny', 'a'],
    ['whatever its tag', '```python\na\n```\n```text\nb\n```', 'b'],
    ['prose, when the last block is cut off', '```python\na\n```\nprose\n```python\nb', 'prose'],
    ['a fence in the middle of a line', 'so ```x``` here\na\n```', 'a'],
    ['lines as they are', '  ```python  \n  a \r\n\n  ```', '  a \r\n'],
    ['drafts of the reasoning', '<think>\n```\na\n```\n</think>', 'a'],
    ['a blank line and another', '```\n\n\n```', '\n'],
  ])('takes %s', (_what, raw, code) => {
    expect(extractLiveCodeBench(raw)).toMatchObject({ found: true, code });
  });

  it.each([
    ['no fence', 'print(1)', /no line/],
    ['one fence', '```python\na', /only one line/],
    ['two fences in one line', 'a\n```x```', /only one line/],
    ['fences in neighbouring lines', '```python\n```', /no text between/],
    ['one blank line between', '```python\n\n```', /no text between/],
  ])('takes nothing from %s, and says what is graded', (_what, raw, why) => {
    const extraction = extractLiveCodeBench(raw);
    expect(extraction.found).toBe(false);
    expect(extraction.how).toMatch(why);
    expect(extraction.how).toMatch(/LiveCodeBench would grade an empty program\.$/);
  });

  it('agrees with the rule as it is told, and marks whole lines', () => {
    const piece = fc.constantFrom('```', '`', '\n', '\n', '\r\n', 'a', '```py', ' ');
    const answer = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(answer, (raw) => {
        const extraction = extractLiveCodeBench(raw);
        expect(extraction.found ? extraction.code : null).toBe(simpleExtraction(raw));
        if (!extraction.found) return;
        const lines = raw.slice(extraction.start, extraction.end).split('\n');
        expect(lines[0]).toContain('```');
        expect(lines.at(-1)).toContain('```');
        expect(raw.slice(0, extraction.start)).toMatch(/^$|\n$/);
        expect(raw.slice(extraction.end)).toMatch(/^$|^\n/);
      }),
      { numRuns: 3000 },
    );
  });
});
