import { expect, it } from 'vitest';
import { isBareProgram } from './bare-program.ts';

it.each([
  'print(2 * int(input()))',
  'import sys\n\nfor line in sys.stdin:\n    a, b = map(int, line.split())\n    print(a + b)\n',
  'class Solution:\n    def double(self, x):\n        return x + x',
  // One syntax error in several lines.
  'import sys\nn = int(input())\ntotal = 0\nfor i in range(n):\n    total += i\nprint(total\n',
])('is Python: %j', (text) => {
  expect(isBareProgram(text)).toBe(true);
});

it.each([
  '',
  'No idea.',
  'hello',
  'I would sort the barrels, and return the lowest.',
  'For each x in the list, import it (once), then print the sum; if it is 0, say so.',
  'So:\n```python\nprint(1)\n```',
  'The answer is 4 (see above).\n\nWe use a heap: push(x) and pop() are all that is needed here.',
])('is no program: %j', (text) => {
  expect(isBareProgram(text)).toBe(false);
});
