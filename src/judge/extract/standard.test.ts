import fc from 'fast-check';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { extractStandard } from './standard.ts';

function codeOf(raw: string): string | null {
  const extraction = extractStandard(raw);
  return extraction.found ? extraction.code : null;
}

/** Checks that the span covers whole fenced lines, from the opening to the closing one. */
function expectFencedSpan(raw: string): void {
  const extraction = extractStandard(raw);
  if (!extraction.found) return;
  const { start, end } = extraction;
  const textBefore = raw.slice(0, start);
  const lines = raw.slice(start, end).split('\n');
  const isBehindProse = /^`{3,}py(?:thon3?)?\s*$/.test(lines[0]!);
  expect(
    isBehindProse || textBefore === '' || textBefore.endsWith('\n') || textBefore.endsWith('</think>'),
  ).toBe(true);
  expect(raw.slice(end)).toMatch(/^(?:\r?\n|$)/);
  expect(lines.length).toBeGreaterThanOrEqual(2);
  expect(lines[0]).toMatch(/^[ \t]*`{3,}[^`]*$/);
  // The last line contains backticks, possibly after code.
  const lastLine = lines.at(-1)!;
  const textsBeforeBackticks = [...lastLine.matchAll(/`{3,}/g)].map(({ index }) => lastLine.slice(0, index));
  expect(textsBeforeBackticks).not.toEqual([]);
  const joinedLines = (strings: readonly string[]): string =>
    strings.map((line) => line.replace(/\r$/, '').trimStart()).join('\n');
  const codeLines = lines.slice(1, -1);
  const forms = [
    joinedLines(codeLines),
    ...textsBeforeBackticks.map((code) => joinedLines([...codeLines, code])),
  ];
  // The code has one carriage return fewer at the end of each line, and may still end in another.
  const code = extraction.code.split('\n').map((line) => line.trimStart());
  expect(forms).toContain(code.join('\n'));
}

describe('extractStandard', () => {
  it.each([
    ['a python block', '```python\na\n```', 'a'],
    ['tags in any case', 'x\n```PyThOn3\na\n```\ny', 'a'],
    ['tag py', '```py\na\n```', 'a'],
    ['a blank before the tag, words after it', '``` python title="a.py" \t\na\n```', 'a'],
    ['the last python block', '```python\na\n```\n```python\nb\n```', 'b'],
    ['python before a later block of another language', '```python\na\n```\n```cpp\nb\n```', 'a'],
    ['python before a later block without a tag', '```python\na\n```\n```\nb\n```', 'a'],
    ['a block without a tag', '```cpp\na\n```\n```\nb\n```\n```text\nc\n```', 'b'],
    ['the last closed block', '```python\na\n```\n```python\nb', 'a'],
    ['an empty block', '```python\n```', ''],
    ['blank lines as they are', '```python\n\n a \n\n```', '\n a \n'],
    ['no line feed at the end', 'x\n```python\na\n``` ', 'a'],
    ['more backticks outside than inside', '````python\n```\na\n```\n````', '```\na\n```'],
    ['a longer closing fence', '```python\na\n`````', 'a'],
    ['backticks with something behind as code', '```python\na\n```x\nb\n```', 'a\n```x\nb'],
    ['backticks in the middle of a line as code', '```python\ns = "```"\n```', 's = "```"'],
    ['inline backticks as prose', 'use ```x``` here\n``` a`b\n```python\na\n```', 'a'],
    ['the indentation of the fence off', '  ```python\n  if a:\n    b\n\n  ```', 'if a:\n  b\n'],
    ['what there is of the indentation off', '   ```python\n   a\n b\n\tc\n```', 'a\nb\nc'],
    ['a tab of indentation off', '\t```python\n\ta\n\t\tb\n\t```', 'a\n\tb'],
    ['CRLF as LF', 'x\r\n```python\r\na\r\n\r\nb\r\n```\r\ny', 'a\n\nb'],
    ['U+2028 and a lone CR as no line end', '```python\na\u2028b\rc\n```', 'a\u2028b\rc'],
    ['what follows the reasoning', '<think>\n```python\na\n```\n</think>\n```python\nb\n```', 'b'],
    [
      'what follows reasoning that was opened in the prompt',
      '```python\na\n```</think>```python\nb\n```',
      'b',
    ],
    [
      'what follows the last reasoning',
      '<think>x</think>\n```py\na\n```<think>y</think>\n```py\nb\n```',
      'b',
    ],
  ])('takes %s', (_what, raw, code) => {
    expect(codeOf(raw)).toBe(code);
    expectFencedSpan(raw);
  });

  it.each([
    ['a token behind the closing fence', '```python\na\n```<|im_end|>', 'a'],
    ['several tokens, with blanks', '```python\na\n``` <|eot_id|> </s> \nx', 'a'],
    ['a token of DeepSeek’s', '```python\na\n```<｜end▁of▁sentence｜>', 'a'],
    ['a token and the next turn', '```py\na\n```<|im_end|>\n<|im_start|>user\nthanks', 'a'],
    ['a closing tag', '<answer>\n```python\na\n```</answer>', 'a'],
    ['tokens with CRLF', '```python\r\na\r\n```</s>\r\n', 'a'],
    ['a token behind an indented fence', '  ```python\n  a\n  ```<|endoftext|>', 'a'],
    ['a fence behind code', '```python\na\nprint(b)```\n', 'a\nprint(b)'],
    ['a fence behind the only line, with a token', '```python\nprint(b)``` <|im_end|>', 'print(b)'],
    ['a fence behind code with CRLF', '```python\r\na\r\nprint(b)```\r\nx', 'a\nprint(b)'],
    ['a fence behind a string', '```python\nprint("""a\n```\n""")\n```', 'print("""a'],
    [
      'backticks behind a string as a part of it',
      '```python\ns = """\nx```\n"""\nprint(s)\n```',
      's = """\nx```\n"""\nprint(s)',
    ],
    ['backticks behind a comment', '```python\na # see ```x```\nb\n```', 'a # see ```x```\nb'],
    ['a fence behind a comment that nothing else closes', '```python\na  # end```', 'a  # end'],
    ['a fence behind a comment, before the next block', '```python\na  # end```\nx\n```python\nb\n```', 'b'],
    ['a fence behind code, before a block without a tag', '```python\na```\nx\n```\n5\n```', 'a'],
    ['a fence behind code of another language', '```cpp\na;```\n```python\nb\n```', 'b'],
    ['a fence with prose behind', '```python\na\n``` This adds them.\n', 'a'],
    ['a fence with prose behind, and an output', '```python\na\n``` It prints:\n```\n5\n```\n', 'a'],
    ['a fence behind prose', 'The program: ```python\na\n```', 'a'],
    ['inline backticks as prose at the end of a line', 'see ```python```\n```python\na\n```', 'a'],
  ])('takes code where a fence is broken: %s', (_what, raw, code) => {
    expect(codeOf(raw)).toBe(code);
    expectFencedSpan(raw);
  });

  it.each([
    ['no fence', 'print(1)', /no block fenced/],
    ['nothing', '', /no block fenced/],
    ['tildes', '~~~python\na\n~~~', /no block fenced/],
    ['two backticks', '``python\na\n``', /no block fenced/],
    ['an unclosed block', 'x\n```python\na', /never closed/],
    ['a fence closed by fewer backticks', '````python\na\n```', /never closed/],
    ['an open <think>', '<think>\n```python\na\n```\n', /<think> is opened and never closed/],
    ['an open <think> after a closed one', '<think>x</think>\n```py\na\n```\n<think>', /<think> is opened/],
    ['other languages', '```cpp\na\n```\n```java\nb\n```\n```cpp\nc\n```', /other languages \(cpp, java\)/],
    ['python as a part of a tag', '```python2\na\n```\n```ipython\nb\n```', /\(python2, ipython\)/],
    [
      'other languages, and python unclosed',
      '```sh\na\n```\n```python\nb',
      /\(sh\), and the last block is never closed/,
    ],
    [
      'blocks in the reasoning only',
      '<think>\n```python\na\n```\n</think>\ndone',
      /no block fenced.* after the reasoning/,
    ],
  ])('takes nothing from %s, and says why', (_what, raw, reason) => {
    const extraction = extractStandard(raw);
    expect(extraction.found).toBe(false);
    expect(extraction.how).toMatch(reason);
    expect(extraction.how).toMatch(/^Nothing taken: .*\.$/);
  });

  it.each([
    ['```py\na\n```', 'Took the last closed python block.'],
    ['<think></think>```py\na\n```', 'Took the last closed python block after the reasoning.'],
    [
      '```\nx\n```\n```py\na\n```\n```\ny\n```\n```py\nb',
      'Took the last closed python block; passed over: 1 earlier, 1 later, an unclosed one at the end.',
    ],
    ['```\nx\n```', 'No closed block is tagged python, so took the last closed one without a tag.'],
  ])('names the rule for %j', (raw, rule) => {
    expect(extractStandard(raw).how).toBe(rule);
  });

  it('covers the block by its offsets in the raw text', () => {
    const raw = 'é😀\r\n  ```python\r\n  a\r\n  ```  \r\nend';
    const extraction = extractStandard(raw);
    expect(extraction.found && raw.slice(extraction.start, extraction.end)).toBe(
      '  ```python\r\n  a\r\n  ```  ',
    );
  });

  it('covers fenced lines whatever the answer', () => {
    const piece = fc.constantFrom(
      ...[
        '```',
        '````',
        '```python',
        '``` py',
        '```cpp',
        '~~~',
        '\n',
        '\n',
        '\n',
        '\r\n',
        ' ',
        '\t',
        'a',
        '`',
      ],
      ...['<think>', '</think>', '\u2028', '\r', '</s>', '<|im_end|>', '#', '"""', "'", '\\'],
    );
    const answer = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''));
    fc.assert(fc.property(answer, expectFencedSpan), { numRuns: 3000 });
  });

  it('takes linear time on text made to cost more', () => {
    for (const raw of [
      `\`\`\`${' '.repeat(1_000_000)}x`,
      '`'.repeat(1_000_000),
      '```\n'.repeat(200_000),
      '<think>'.repeat(200_000),
      `${' '.repeat(1_000_000)}\`\``,
      `\`\`\`py\n${'x # y```\n```py\n'.repeat(100_000)}`,
      `\`\`\`py\n${"'".repeat(1_000_001)}\n${'"\\'.repeat(500_000)}`,
      `\`\`\`py\n${'x\n'.repeat(500_000)}y # \`\`\``,
    ]) {
      expect(extractStandard(raw).how).not.toBe('');
    }
  });
});

interface AnswerRow {
  readonly id: string;
  readonly text: string;
  readonly expected: string | null;
  readonly ambiguous?: boolean;
}

/** Whole answers with the expected code. The folder is next to the checkout, or missing. */
const ANSWERS = join(import.meta.dirname, '../../../../shared/fixtures/answers.jsonl');

/** Removes carriage returns, blank lines at the start and white space at the end, for the comparison of rows. */
function normalCode(code: string | null): string | null {
  return code === null
    ? null
    : code
        .replaceAll('\r\n', '\n')
        .replace(/^(?:[ \t]*\n)+/, '')
        .trimEnd();
}

describe.skipIf(!existsSync(ANSWERS))(
  'extractStandard on whole answers (skipped without ../shared/fixtures)',
  () => {
    const rows = existsSync(ANSWERS)
      ? readFileSync(ANSWERS, 'utf8')
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line) as AnswerRow)
      : [];

    it('finds them', () => {
      expect(rows.length).toBeGreaterThan(40);
    });

    it.each(rows.filter(({ ambiguous }) => ambiguous !== true))(
      'takes the right code from $id',
      ({ text, expected }) => {
        expect(normalCode(codeOf(text))).toBe(normalCode(expected));
        expectFencedSpan(text);
      },
    );

    it.each(rows.filter(({ ambiguous }) => ambiguous === true))(
      'follows the letter of the rule in $id',
      ({ text, expected }) => {
        expect(normalCode(codeOf(text))).toBe(normalCode(expected));
      },
    );
  },
);
