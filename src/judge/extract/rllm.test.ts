import { describe, expect, it } from 'vitest';
import { extractRllm } from './graders.ts';

describe('extractRllm', () => {
  it.each([
    ['a python block', '```python\na\n```', 'a'],
    ['any tag', '```py\na\n```', 'a'],
    ['a tag in any case', '```Python3\na\n```', 'a'],
    ['a block without a tag', '```\na\n```', 'a'],
    ['the last block, though it is text', '```python\na\n```\n```text\nb\n```', 'b'],
    ['a closing fence on the last line of code', '```python\na```', 'a'],
    ['a block in the middle of a line', 'so: ```python\na\n``` ok', 'a'],
    ['code up to three backticks in a string', '```python\ns = "```"\nt\n```', 's = "'],
    ['a block of the reasoning', '<think>\n```python\na\n```\n', 'a'],
    ['the closed one of two', '```python\na\n```\n```python\nb', 'a'],
    ['an empty block', '```python\n```', ''],
    ['prose after a fence that a blank kept from opening', '```python \na\n```\nprose\n```\nb\n```', 'prose'],
    ['code unindented in its first line only', '  ```python\n  a\n  b\n  ```', 'a\n  b'],
    ['what Python strips', '```python\n\x1c\x85\u2003a\x1f\n```', 'a'],
    ['a byte order mark as text', '```python\n\ufeffa\n```', '\ufeffa'],
    ['carriage returns inside as they are', '```python\na\r\nb\r\n```', 'a\r\nb'],
    ['a word of other letters', '```питон_3\na\n```', 'a'],
  ])('takes %s', (_what, raw, code) => {
    expect(extractRllm(raw)).toMatchObject({ found: true, code });
  });

  it.each([
    ['no fence', 'print(1)'],
    ['an unclosed block', '```python\na'],
    ['a tag with a sign', '```c++\na\n```'],
    ['a blank before the tag', '``` python\na\n```'],
    ['a blank after the tag', '```python \na\n```'],
    ['an attribute', '```python title="x"\na\n```'],
    ['a carriage return after the tag', '```python\r\na\r\n```\r\n'],
    ['tildes', '~~~python\na\n~~~'],
  ])('takes nothing from %s', (_what, raw) => {
    const extraction = extractRllm(raw);
    expect(extraction.found).toBe(false);
    expect(extraction.how).toMatch(/^Nothing taken: .*\.$/);
  });

  it('marks the block with its backticks, and says what it passed over', () => {
    const raw = 'é😀 ```python\na\n``` x ```text\nb\n``` y';
    const extraction = extractRllm(raw);
    expect(extraction.found && raw.slice(extraction.start, extraction.end)).toBe('```text\nb\n```');
    expect(extraction.how).toBe(
      'Took the last closed block whatever its tag, here one tagged text; passed over: 1 earlier.',
    );
  });
});
