import { expect, it } from 'vitest';
import { fencedParts } from './fenced-parts.ts';

const pythonOf = (text: string) =>
  fencedParts(text)
    .filter(({ python }) => python)
    .map((part) => part.text);

it('finds the Python between fences, and loses nothing', () => {
  const text = 'Say\n```python\nprint(1)\n```\nand\n```text\n```\n```py\nx = 1\ny = 2\n```';
  expect(pythonOf(text)).toEqual(['print(1)\n', 'x = 1\ny = 2\n']);
  expect(
    fencedParts(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});

it('takes nothing for Python that is not closed, or not said to be', () => {
  expect(pythonOf('```python\nprint(1)')).toEqual([]);
  expect(pythonOf('```\nprint(1)\n```')).toEqual([]);
  expect(pythonOf('a `python` b ```python``` c')).toEqual([]);
  expect(fencedParts('')).toEqual([]);
});
