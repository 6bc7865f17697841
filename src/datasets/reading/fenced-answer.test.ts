import { describe, expect, it } from 'vitest';
import { isFencedAnswer } from './fenced-answer.ts';

const BLOCK = '```python\nprint(1)\n```';

describe('what cannot be a program as it stands', () => {
  it.each([
    BLOCK,
    `Here:\n${BLOCK}`,
    `Here's the program:\r\n\r\n${BLOCK}\r\n\r\nIt's done.`,
    `# Solution\n\n${BLOCK}\n`,
    `The quotes """ open it, and it's said "so:\n${BLOCK}`,
    'In one line ```python\nprint(1)```',
    `    return 1\n${BLOCK}`,
    `print("it \\" is")\n${BLOCK}`,
  ])('%j', (text) => expect(isFencedAnswer(text)).toBe(true));
});

describe('a program', () => {
  it.each([
    '',
    'print(1)',
    `def f():\n    """Say\n\n    ${BLOCK}\n    """\n    return 1\n`,
    `TEXT = '''\n${BLOCK}\n'''\nprint(TEXT)`,
    'print("```python ```")',
    "print('\\\n```\\\n```')",
    '# ```python\nprint(1)\n# ```\n',
    'x = r"\\\\" + """\\"""\n```python\n```"""\n',
  ])('%j', (text) => expect(isFencedAnswer(text)).toBe(false));

  it('without a block that is closed stays what it is', () => {
    expect(isFencedAnswer('```python\nprint(1)')).toBe(false);
  });
});

it('takes no longer than the text is long', () => {
  for (const piece of ["'", '"', "\\'", "'\\", '"""\\', '\'"', '#\n', "'''\""]) {
    expect(isFencedAnswer(`${piece.repeat(400_000)}\n\`\`\`\n\`\`\``)).toBeTypeOf('boolean');
  }
});
