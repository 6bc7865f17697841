import { describe, expect, it } from 'vitest';
import { ariaKeys, isPressed, keyHint, keyWords } from './keys.ts';

const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});

describe('shortcuts', () => {
  it('are written as the keyboard in front has them', () => {
    expect(['Mod+Enter', 'Mod+K', '/', 'Escape'].map((keys) => keyWords(keys, true))).toEqual([
      '⌘Enter',
      '⌘K',
      '/',
      'Esc',
    ]);
    expect(['Mod+Enter', 'Escape'].map((keys) => keyWords(keys, false))).toEqual(['Ctrl Enter', 'Esc']);
    expect([ariaKeys('Mod+K', true), ariaKeys('Mod+K', false), ariaKeys('?', true)]).toEqual([
      'Meta+K',
      'Control+K',
      '?',
    ]);
    expect(keyHint({ keys: 'Mod+K' }, false)).toEqual({ title: 'Ctrl K', 'aria-keyshortcuts': 'Control+K' });
    expect(keyHint({}, false)).toEqual({});
  });

  it('are pressed with either modifier, whatever the case, and with no other', () => {
    expect(isPressed('Mod+K', press('k', { ctrlKey: true }), true)).toBe(true);
    expect(isPressed('Mod+K', press('K', { metaKey: true }), false)).toBe(true);
    expect(isPressed('Mod+K', press('k'), false)).toBe(false);
    expect(isPressed('Mod+K', press('k', { ctrlKey: true, altKey: true }), false)).toBe(false);
    expect(isPressed('/', press('/', { ctrlKey: true }), false)).toBe(false);
    expect(isPressed(undefined, press('k'), false)).toBe(false);
  });

  it('leave what writes something to the field that is typed in', () => {
    expect(isPressed('?', press('?'), false)).toBe(true);
    expect(isPressed('?', press('?'), true)).toBe(false);
    expect(isPressed('Escape', press('Escape'), true)).toBe(true);
  });
});
