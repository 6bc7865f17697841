import { describe, expect, it } from 'vitest';
import { extractDeepcoderPaper } from './graders.ts';
import { extractStandard } from './standard.ts';

describe('extractDeepcoderPaper', () => {
  it.each([
    '```python\na\n```',
    '  ``` PY title="x"\n  a\n  ```\n```\nb\n```',
    '<think>\n```\nx\n```\n</think>\n````python3\r\na\r\n````',
    '```cpp\na\n```',
    '<think>',
    'nothing',
  ])('is the standard rule for %j', (raw) => {
    expect(extractDeepcoderPaper(raw)).toEqual(extractStandard(raw));
  });

  it.each(['```\na\n```', '  ````\t\r\na\r\n````', '```cpp\na\n```\n``` \nb\n```'])(
    'takes nothing from %j, where no block is tagged',
    (raw) => {
      expect(extractStandard(raw).found).toBe(true);
      expect(extractDeepcoderPaper(raw)).toEqual({
        found: false,
        how: 'Nothing taken: no closed block is tagged python, and one without a tag does not count.',
      });
    },
  );
});
