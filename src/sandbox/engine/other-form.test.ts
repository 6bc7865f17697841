import { expect, test } from 'vitest';
import { isTooWide, mayNeedWideForm } from './other-form.ts';

test.for([
  ['OverflowError', 'Python int too large to convert to C ssize_t', '', true],
  ['OverflowError', 'Python int too large to convert to C long', '', true],
  ['OverflowError', "cannot fit 'int' into an index-sized integer", '', true],
  ['ValueError', 'Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.', '', true],
  ['OverflowError', 'too large for a C long', '    raise OverflowError("too large for a C long")\n', false],
  // Native Python raises the same error.
  ['OverflowError', 'Python int too large to convert to C int', '', false],
  ['OverflowError', 'math range error', '', false],
  ['IndexError', "cannot fit 'int' into an index-sized integer", '', false],
  ['ValueError', 'invalid literal for int()', '', false],
  [
    'MemoryError',
    '',
    '  File "solution.py", line 2, in <module>\n    os.read(0, 10**9)\n    ~~~\nMemoryError\n',
    true,
  ],
  ['MemoryError', '', '  File "solution.py", line 2, in <module>\n    [0] * 10**9\nMemoryError\n', false],
  ['InvalidOperation', '[...]', '    Decimal("1e2000000000")\nInvalidOperation', true],
  ['InvalidOperation', '[...]', '    Decimal("abc")\nInvalidOperation', false],
] as const)('%s “%s” is too wide: %s', ([name, message, traceback, isSo]) => {
  expect(isTooWide({ name, message, traceback })).toBe(isSo);
});

test('a program needs its wide form for errors about sizes, not for a full stack', () => {
  expect(mayNeedWideForm({ kind: 'too-wide', sizeError: true })).toBe(true);
  expect(mayNeedWideForm({ kind: 'done', sizeError: true })).toBe(true);
  expect(mayNeedWideForm({ kind: 'stack-overflow', sizeError: true })).toBe(false);
  expect(mayNeedWideForm({ kind: 'raised', sizeError: false })).toBe(false);
});
