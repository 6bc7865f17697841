import { describe, expect, it } from 'vitest';
import { extractRewardKit } from './graders.ts';

describe('extractRewardKit', () => {
  it.each([
    ['the first python block', '```python\na\n```\n```python\nb\n```', 'a'],
    ['a block without a tag before it', '```\na\n```\n```python\nb\n```', 'a'],
    ['what other languages stand before', '```cpp\na\n```\n```PYTHON\nb\n```', 'b'],
    ['a draft of the reasoning', '<think>\n```python\na\n```\n</think>\n```python\nb\n```', 'a'],
    ['backticks in the middle of a line as code', '```python\ns = "```"\n```', 's = "```"'],
    ['code stripped as Python strips', '```python\n\x1c\n  a\n  b\x85\n```', 'a\n  b'],
    ['a block up to a fence with something behind', '```python\na\n```x\n', 'a'],
    ['a block that is not empty where one is', '```python\n```\nprose\n```', '```\nprose'],
    ['code without reasoning in it', '```python\n<think>x\n</think>a<reasoning>y</reasoning>\n```', 'a'],
    ['code without its announcement', "```python\n\n Here's the Python code you want:\na\n```", 'a'],
  ])('takes %s', (_what, raw, code) => {
    expect(extractRewardKit(raw)).toMatchObject({ found: true, code });
  });

  it.each([
    ['py and python3', '```py\na\n```\n```python3\nb\n```', /no closed block is tagged python/],
    ['an unclosed block', '```python\na', /closed at the start of a line/],
    ['a closing fence that is indented', '  ```python\n  a\n  ```', /closed at the start of a line/],
    ['a carriage return after the tag', '```python\r\na\r\n```', /closed at the start of a line/],
    ['no fence', 'a', /closed at the start of a line/],
  ])('takes nothing from %s', (_what, raw, why) => {
    const extraction = extractRewardKit(raw);
    expect(extraction.found).toBe(false);
    expect(extraction.how).toMatch(why);
  });

  it('marks the block and says what it did', () => {
    const raw = 'x ```cpp\na\n```\n```python\n<think>\n</think>b\n``` y';
    const extraction = extractRewardKit(raw);
    expect(extraction.found && raw.slice(extraction.start, extraction.end)).toBe(
      '```python\n<think>\n</think>b\n```',
    );
    expect(extraction.how).toBe(
      'Took the first closed block tagged python or without a tag, here one tagged python; passed over 1 in other languages; deleted phrases of reasoning in it.',
    );
  });
});
