import { describe, expect, it } from 'vitest';
import { cutText, visibleSpace, visibleText } from './visible-text.ts';

describe('visibleText', () => {
  it('shows what cannot be seen', () => {
    expect(visibleText('a\tb\n\u0000\u001b[31m\u007f\u202e')).toBe('a\tb\n␀␛[31m␡⟨U+202E⟩');
    expect(visibleSpace('1  2\t')).toBe('1··2→');
  });
});

describe('cutText', () => {
  it('never cuts a character in two', () => {
    expect(cutText('ab😀', 3)).toBe('ab');
    expect(cutText('ab😀', 4)).toBe('ab😀');
  });
});
