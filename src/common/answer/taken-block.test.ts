import { describe, expect, it } from 'vitest';
import { extractLiveCodeBench, extractRllm } from '../../judge/extract/graders.ts';
import { extractStandard } from '../../judge/extract/standard.ts';
import { answerLines, pythonBlocks, takenWords, fencedParts, splitAnswer } from './taken-block.ts';
import { rawText, type Completion } from '../../domain/completion.ts';

const ANSWER = 'First\n```python\nprint(1)\n```\nIt prints\n```text\n1\n```\n';

describe('takenWords', () => {
  it('counts the blocks of the answer', () => {
    expect(takenWords(ANSWER, extractStandard(ANSWER))).toBe('Block 1 of 2, python');
    expect(takenWords(ANSWER, extractRllm(ANSWER))).toBe('Block 2 of 2, text');
    expect(takenWords(ANSWER, extractLiveCodeBench(ANSWER))).toBe('Block 2 of 2, text');
    expect(takenWords('```\n1\n```', extractStandard('```\n1\n```'))).toBe('Block 1 of 1, no tag');
  });

  it('gives lines alone for what is no block', () => {
    const cut = '```python\nprint(1)\n```\nor shorter\n```python\npri';
    expect(takenWords(cut, extractLiveCodeBench(cut))).toBe('Lines 3–5');
    expect(takenWords('', { found: true, code: 'x', start: 0, end: 0, how: 'Took the whole answer.' })).toBe(
      'Line 1',
    );
  });

  it('says that nothing was taken', () => {
    expect(takenWords('words', extractStandard('words'))).toBe('Nothing');
  });
});

describe('pythonBlocks', () => {
  it('tells the lines of Python from all others', () => {
    const raw = `${ANSWER}~\n\`\`\`py\na = 1\nb = 2\n\`\`\`\n\`\`\`python\nnever closed`;
    const blockAt = pythonBlocks(raw);
    expect(raw.split('\n').map((_, line) => blockAt(line))).toEqual([
      ...[null, null, 0, null, null, null, null, null, null, null],
      ...[2, 2, null, null, null],
    ]);
  });
});

describe('answerLines', () => {
  const taken = (raw: string, extraction: Parameters<typeof answerLines>[1]) =>
    answerLines(raw, extraction).map(({ text, taken: span }) => span && text.slice(...span));

  it('marks the lines that were taken', () => {
    expect(taken(ANSWER, extractRllm(ANSWER))).toEqual([
      null,
      null,
      null,
      null,
      null,
      '```text',
      '1',
      '```',
      null,
    ]);
    expect(taken('a\nb', null)).toEqual([null, null]);
  });

  it('marks part of a line', () => {
    const raw = 'See ```\n1``` and';
    expect(taken(raw, extractRllm(raw))).toEqual(['```', '1```']);
  });
});

const pythonOf = (text: string) =>
  fencedParts(text)
    .filter(({ isPython }) => isPython)
    .map((part) => part.text);

it('finds the Python between fences, and loses nothing', () => {
  const text = 'Say\n```python\nprint(1)\n```\nand\n```text\n```\n```py\nx = 1\ny = 2\n```';
  expect(pythonOf(text)).toEqual(['print(1)\n', 'x = 1\ny = 2\n']);
  expect(
    fencedParts(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});

it('takes nothing for Python that is not closed, or not said to be', () => {
  expect(pythonOf('```python\nprint(1)')).toEqual([]);
  expect(pythonOf('```\nprint(1)\n```')).toEqual([]);
  expect(pythonOf('a `python` b ```python``` c')).toEqual([]);
  expect(fencedParts('')).toEqual([]);
});

const TEXT = 'So:\n\n```python\nprint(1)\n```\n\nDone.';

function completion(reasoning: string, reasoningOpen = false): Completion {
  return { reasoning, reasoningOpen, text: reasoningOpen ? '' : TEXT, finishReason: 'stop', usage: null };
}

describe('splitAnswer', () => {
  it.each(['', 'think ```python\nx\n``` more'])('marks the block behind the reasoning %j', (reasoning) => {
    const given = completion(reasoning);
    expect(splitAnswer(given, extractStandard(rawText(given)))).toEqual({
      before: 'So:\n\n',
      block: '```python\nprint(1)\n```',
      after: '\n\nDone.',
    });
  });

  it('leaves an answer without a block whole', () => {
    expect(splitAnswer(completion(''), null).before).toBe(TEXT);
    const open = completion('never closed', true);
    expect(splitAnswer(open, extractStandard(rawText(open)))).toEqual({ before: '', block: '', after: '' });
  });
});
