import { describe, expect, it, test } from 'vitest';
import { EXTRACTORS, type ExtractorName } from '../profiles/extractors.ts';

const RIGHT = '```python\nright\n```';

test.for<readonly [ExtractorName, string, string | null]>([
  ['prime-code', `a ${RIGHT} b`, '\nright\n'],
  ['prime-code', 'whole', 'whole'],
  ['prime-code', 'before\n```\nright\n```', 'before\n'],
  ['prime-code', '```python\nopen', '\nopen'],
  ['prime-code', '```python3\nright\n```', '3\nright\n'],
  ['sandbox-fusion', 'whole', null],
  ['sandbox-fusion', '```\nright\n```\n```\nlast\n```', '\nright\n'],
  ['sandbox-fusion', '```cpp\nright\n```', 'right\n'],
  ['sandbox-fusion', '```py3\nright\n```', 'py3\nright\n'],
  ['nemo-gym', RIGHT, 'right'],
  ['nemo-gym', `<think>a</think>\n${RIGHT}`, null],
  ['open-instruct', 'whole', 'whole'],
  ['open-instruct', '```py\nright\n```', 'py\nright'],
  ['open-instruct', `${RIGHT}\n\`\`\`\nlast\n\`\`\``, 'last'],
  ['intellect-3', `<think>\n${RIGHT}`, null],
  ['intellect-3', `<think>\n${RIGHT}\n</think>\nno`, null],
  ['intellect-3', `a</think>\n${RIGHT}`, 'right'],
  ['intellect-3', '```python\n```', null],
  ['lm-eval', '\nright\n```', 'right'],
  ['lm-eval', 'def f():\n  pass\n```', ' f():\n  pass'],
  ['lm-eval', RIGHT, ''],
  ['lm-eval', 'open', null],
])('%s takes of %j the program %j', ([name, text, code]) => {
  const extract = EXTRACTORS[name];
  const extraction = extract(text, null);
  expect(extraction.found ? extraction.code : null).toBe(code);
});

describe('where the program was taken from', () => {
  it('is its place in the whole text', () => {
    const text = `<think>a</think>\n ${RIGHT} `;
    const extraction = EXTRACTORS['intellect-3'](text);
    expect(extraction.found && text.slice(extraction.start, extraction.end)).toBe(RIGHT);
  });

  it('is behind reasoning that is kept apart', () => {
    const text = `<think>a</think>${RIGHT}`;
    const extraction = EXTRACTORS['nemo-gym'](text, text.indexOf('```'));
    expect(extraction.found && text.slice(extraction.start, extraction.end)).toBe(RIGHT);
  });
});
