import { describe, expect, it } from 'vitest';
import { isPythonSpace, nextWord, pythonSplit, pythonStrip } from './python-text.ts';

/** `[c for c in range(0x110000) if chr(c).isspace()]` in CPython 3.11. */
const SPACES = [
  0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1c, 0x1d, 0x1e, 0x1f, 0x20, 0x85, 0xa0, 0x1680, 0x2000, 0x2001, 0x2002,
  0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000,
];

describe('isPythonSpace', () => {
  it('knows exactly the white space of CPython', () => {
    const spaces = Array.from({ length: 0x10000 }, (_, unit) => unit).filter(isPythonSpace);
    expect(spaces).toEqual(SPACES);
  });
});

describe('pythonStrip', () => {
  it('strips what Python strips and trim() does not, and the other way round', () => {
    expect(pythonStrip('\x1c\x85 5\x1f\n')).toBe('5');
    expect(pythonStrip('\ufeff5')).toBe('\ufeff5');
    expect(pythonStrip('\u200b5')).toBe('\u200b5');
    expect(pythonStrip(' \n\t')).toBe('');
    expect(pythonStrip('')).toBe('');
  });
});

describe('pythonSplit', () => {
  it('gives the words and never an empty one', () => {
    expect(pythonSplit('  a\u00a0b\x1dc\n\nd ')).toEqual(['a', 'b', 'c', 'd']);
    expect(pythonSplit(' \t')).toEqual([]);
    expect(pythonSplit('😀 \ufeff')).toEqual(['😀', '\ufeff']);
  });
});

describe('nextWord', () => {
  it('stays within its bounds', () => {
    expect(nextWord('ab cd', 1, 4)).toEqual({ start: 1, end: 2 });
    expect(nextWord('ab cd', 2, 4)).toEqual({ start: 3, end: 4 });
    expect(nextWord('ab cd', 2, 3)).toBeNull();
  });
});
