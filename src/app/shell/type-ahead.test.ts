import { describe, expect, it } from 'vitest';
import { TypeAhead } from './type-ahead.ts';

const press = (key: string, modifiers: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...modifiers,
});

/** Returns the text that the field receives after these keys. */
function textAfter(...keys: readonly string[]) {
  const ahead = new TypeAhead();
  for (const key of keys) ahead.addPress(press(key));
  return ahead.take();
}

describe('TypeAhead', () => {
  it('collects typed keys in order, up to Enter', () => {
    expect(textAfter(...'show')).toEqual({ text: 'show', isEntered: false });
    expect(textAfter('A', '😀', 'x', 'Backspace', 'Backspace', 'b')).toEqual({
      text: 'Ab',
      isEntered: false,
    });
    expect(textAfter('a', 'Shift', 'ArrowDown', 'Tab', 'Enter', 'z', 'Backspace')).toEqual({
      text: 'a',
      isEntered: true,
    });
  });

  it('ignores shortcuts, and takes characters written with AltGr', () => {
    const ahead = new TypeAhead();
    const results = [
      press('k', { ctrlKey: true }),
      press('v', { metaKey: true }),
      press('F5'),
      press('@', { ctrlKey: true, altKey: true }),
    ].map((key) => ahead.addPress(key));
    expect([results, ahead.take().text]).toEqual([[false, false, false, true], '@']);
    expect(ahead.take()).toEqual({ text: '', isEntered: false });
  });
});
