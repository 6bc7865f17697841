import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractRllm, extractTinker } from './graders.ts';

describe('extractTinker', () => {
  it.each([
    ['the last block of any tag', '```python\na\n```\n```text\nb\n```', 'b'],
    ['what follows the reasoning', '<think>\n```python\na\n```\n</think>\n```python\nb\n```', 'b'],
    ['what stands before the reasoning', '```python\na\n```<think>\n```python\nb\n```\n</think>', 'a'],
    ['a block of reasoning opened in the prompt', '```python\na\n```\n</think>\ndone', 'a'],
    ['a block of reasoning left open', '<think>\n```python\na\n```\n', 'a'],
    ['a block that reasoning runs through', '```python\na<think>\n```\n</think>b\n```', 'ab'],
  ])('takes %s', (_what, raw, code) => {
    expect(extractTinker(raw)).toMatchObject({ found: true, code });
  });

  it('takes nothing from blocks of the reasoning alone', () => {
    const raw = '<think>\n```python\na\n```\n</think>\ndone';
    const extraction = extractTinker(raw);
    expect(extraction.found).toBe(false);
    expect(extraction.how).toMatch(/^Nothing taken: .*, with the reasoning left out\.$/);
    expect(extractRllm(raw).found).toBe(true);
  });

  it('marks the block by its place in the raw text', () => {
    const raw = '<think>x</think>\n😀\n```python\na\n```<think>y</think>';
    const extraction = extractTinker(raw);
    expect(extraction.found && raw.slice(extraction.start, extraction.end)).toBe('```python\na\n```');
    expect(extraction.how).toMatch(/here one tagged python, with the reasoning left out\.$/);
  });

  it('agrees with rLLM on the answer without closed reasoning', () => {
    const piece = fc.constantFrom('<think>', '</think>', '```', '```py\n', '\n```\n', 'a', ' ', '\n');
    const answer = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(answer, (raw) => {
        const expectedExtraction = extractRllm(raw.replace(/<think>[^]*?<\/think>/g, ''));
        const extraction = extractTinker(raw);
        expect(extraction.found).toBe(expectedExtraction.found);
        if (!extraction.found || !expectedExtraction.found) return;
        expect(extraction.code).toBe(expectedExtraction.code);
        expect(raw.slice(extraction.start, extraction.end)).toMatch(/^`[^]*`$/);
      }),
      { numRuns: 3000 },
    );
  });
});
