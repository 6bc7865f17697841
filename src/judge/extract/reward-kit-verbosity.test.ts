import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutVerbosity } from './graders.ts';

/** The five expressions, with Python's white space and its dot written out. */
function withoutMatches(code: string): string {
  const space = '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
  const solid = space.replace('[', '[^');
  return [
    /<think>[^]*?<\/think>/g,
    /<reasoning>[^]*?<\/reasoning>/g,
    new RegExp(`Thinking:${space}*[^]*?(?=\\n${solid})`, 'g'),
    new RegExp(`(?<=^|\\n)${space}*Here's the Python code[^\\n]*?\\n`, 'giu'),
    new RegExp(`(?<=^|\\n)${space}*Okay, here is the code:[^\\n]*?\\n`, 'giu'),
  ].reduce((rest, expression) => rest.replace(expression, ''), code);
}

describe('withoutVerbosity', () => {
  it.each([
    ['<think>a\nb</think>c', 'c'],
    ['<think>a', '<think>a'],
    ['a</think>', 'a</think>'],
    ['# Thinking: so\n  and so\na', '# \na'],
    ['# Thinking:\na\nb', '# \nb'],
    ['# Thinking:\na', '# \na'],
    ['# Thinking: a', '# Thinking: a'],
    ["a\n\n  here's the python CODE: x\nb", 'a\nb'],
    ["a here's the Python code\nb", "a here's the Python code\nb"],
    ["here's the Python code", "here's the Python code"],
    ['Okay, here is the code:\n\nOkay, here is the code: x\na', 'a'],
  ])('makes of %j %j', (code, rest) => {
    expect(withoutVerbosity(code)).toBe(rest);
    expect(withoutMatches(code)).toBe(rest);
  });

  it('gives what the expressions give', () => {
    const piece = fc.constantFrom(
      ...['<think>', '</think>', '<reasoning>', '</reasoning>', 'Thinking:', "Here's the Python code"],
      ...[
        "here's the python code",
        'okay, here is the code:',
        '\n',
        '\n',
        '\n',
        ' ',
        '\t',
        '\x1c',
        '\ufeff',
        'a',
      ],
      ...['\r', '\u2028'],
    );
    const code = fc.array(piece, { maxLength: 16 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(code, (text) => {
        expect(withoutVerbosity(text)).toBe(withoutMatches(text));
      }),
      { numRuns: 5000 },
    );
  });

  it('takes linear time on text made to cost more', () => {
    for (const text of [
      '\n'.repeat(1_000_000),
      `Thinking:${'\n'.repeat(1_000_000)}`,
      '<think>'.repeat(100_000),
      'Thinking:'.repeat(100_000),
      "\n here's the Python code".repeat(100_000),
      " here's the Python code".repeat(100_000),
      `${" here's the Python code".repeat(100_000)}\n`,
    ]) {
      withoutVerbosity(text);
    }
  });
});
