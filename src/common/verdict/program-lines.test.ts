import { expect, it } from 'vitest';
import { errorMark, programLines } from './program-lines.ts';

const PROGRAM = 'def half(n):\n    return 1 // n\n\nprint(half(0))\n';
const TRACEBACK = `Traceback (most recent call last):
  File "solution.py", line 4, in <module>
    print(half(0))
          ~~~~^^^
  File "solution.py", line 2, in half
    return 1 // n
           ~~^^~~
  File "/lib/python3.14/decimal.py", line 1, in f
ZeroDivisionError: division by zero
`;

it('finds the lines of the program in a traceback', () => {
  const positions = programLines(TRACEBACK, PROGRAM);
  expect(positions.map(({ line }) => line)).toEqual([4, 2]);
  expect(positions.map(({ from, to }) => TRACEBACK.slice(from, to))).toEqual(['line 4', 'line 2']);
});

it('leaves out lines that are not the program’s', () => {
  expect(programLines(TRACEBACK, `import sys\n${PROGRAM}`)).toEqual([]);
  expect(programLines(TRACEBACK, '')).toEqual([]);
});

it('marks the innermost line with the error', () => {
  const error = { name: 'ZeroDivisionError', message: 'division by zero\nmore', traceback: TRACEBACK };
  expect(errorMark(error, PROGRAM)).toEqual({ line: 2, message: 'ZeroDivisionError: division by zero' });
  expect(errorMark({ ...error, traceback: '' }, PROGRAM)).toBeNull();
  // The message may quote the input.
  expect(errorMark(error, PROGRAM, true)).toEqual({ line: 2, message: 'ZeroDivisionError' });
});

it('marks a line that Python cannot read', () => {
  const traceback = `  File "solution.py", line 1\n    print(\n         ^\nSyntaxError: '(' was never closed\n`;
  const error = { name: 'SyntaxError', message: "'(' was never closed", traceback };
  expect(errorMark(error, 'print(\n')).toEqual({ line: 1, message: "SyntaxError: '(' was never closed" });
});
