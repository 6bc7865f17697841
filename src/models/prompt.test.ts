import { describe, expect, it } from 'vitest';
import type { Problem } from '../domain/problem.ts';
import { callText, literalText, promptMessages } from './prompt.ts';

const PROBLEM: Problem = {
  id: 'p',
  title: 'P',
  source: 'allpass',
  difficulty: null,
  mode: 'stdin',
  tags: [],
  testCount: 2,
  prompt: 'Add two numbers.',
  functionName: null,
  starterCode: '',
  preamble: '',
  check: '',
  checker: null,
  tests: [
    { input: '1 2\n', output: '3\n' },
    { input: '40 2\n', output: '42\n' },
  ],
  publicTests: 1,
  timeLimitSeconds: 6,
  memoryLimitMb: 512,
  license: 'CC0',
};

function prompt(change: Partial<Problem>): string {
  const messages = promptMessages({ ...PROBLEM, ...change });
  expect(messages.map(({ role }) => role)).toEqual(['user']);
  return messages[0]?.content ?? '';
}

describe('promptMessages', () => {
  it('asks for a program that reads stdin, and shows the public tests only', () => {
    const text = prompt({});
    expect(text).toContain('Read the inputs from stdin');
    expect(text).toContain('Input:\n1 2\n\nOutput:\n3\n');
    expect(text).not.toContain('42');
  });

  it('leaves the examples to a statement that shows them', () => {
    expect(prompt({ prompt: 'Add.\n\n## Sample\n\n1 2\n\ngives\n\n3' })).not.toContain('### Examples');
  });

  it('gives the starter code of a call problem', () => {
    const text = prompt({
      mode: 'call',
      functionName: 'add',
      starterCode: 'class Solution:\n    def add(self, a, b):\n',
      tests: [{ input: '[1, null]', output: 'true' }],
    });
    expect(text).toContain('starter code');
    expect(text).toContain('```python\nclass Solution:\n    def add(self, a, b):\n```');
    expect(text).toContain('>>> add(1, None)\nTrue');
  });
});

describe('literalText', () => {
  it('translates words, not strings or numbers', () => {
    expect(literalText('[true, "true \\" null", 1.0, 9007199254740993]')).toBe(
      '[True, "true \\" null", 1.0, 9007199254740993]',
    );
    expect(callText('f', '[[1], []]')).toBe('f([1], [])');
    expect(callText('f', '[]')).toBe('f()');
  });
});
