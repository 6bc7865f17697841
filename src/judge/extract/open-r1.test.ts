import { describe, expect, it } from 'vitest';
import { extractOpenR1 } from './graders.ts';

describe('extractOpenR1', () => {
  it.each([
    ['a python block, its last line feed included', '```python\na\n```', 'a\n'],
    ['the last python block', '```python\na\n```\n```python\nb\n```', 'b\n'],
    ['python before other blocks', '```python\na\n```\n```text\nb\n```\n```\nc\n```', 'a\n'],
    ['white space as it is', '```python\n\n  a \n\n```', '\n  a \n\n'],
    ['code up to three backticks in a string', '```python\ns = "```"\n```', 's = "'],
    ['a block of the reasoning', '<think>\n```python\na\n```\n', 'a\n'],
    ['a block that another one opens on its line', '```cpp\n```python\na\n```', 'a\n'],
    ['an empty block', '```python\n```', ''],
    ['more backticks', '````python\na\n````', 'a\n'],
  ])('takes %s', (_what, raw, code) => {
    const extraction = extractOpenR1(raw);
    expect(extraction).toMatchObject({ found: true, code });
    expect(extraction.found && raw.slice(extraction.start, extraction.end)).toBe(
      `\`\`\`python\n${code}\`\`\``,
    );
  });

  it.each([
    ['another spelling of the tag', '```Python\na\n```\n```py\nb\n```\n```python3\nc\n```'],
    ['a block without a tag', '```\na\n```'],
    ['a blank after the tag', '```python \na\n```'],
    ['a carriage return after the tag', '```python\r\na\r\n```'],
    ['an unclosed block', '```python\na'],
  ])('takes nothing from %s', (_what, raw) => {
    const extraction = extractOpenR1(raw);
    expect(extraction.found).toBe(false);
    expect(extraction.how).toMatch(/^Nothing taken/);
  });

  it('says what it passed over', () => {
    expect(extractOpenR1('```python\na\n```\n```python\nb\n```').how).toBe(
      'Took the last closed block that opens with exactly ```python; passed over: 1 earlier.',
    );
  });
});
