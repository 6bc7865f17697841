import { describe, expect, it } from 'vitest';
import { ariaKeys, isPressed, keyHint, keyWords, type Press } from './keys.ts';

const press = (key: string, held: Partial<Omit<Press, 'key'>> = {}): Press => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});

describe('shortcuts', () => {
  it('are written for the platform’s keyboard', () => {
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

  it('match with either modifier in any case, and with no other modifier', () => {
    expect(isPressed('Mod+K', press('k', { ctrlKey: true }), true)).toBe(true);
    expect(isPressed('Mod+K', press('K', { metaKey: true }), false)).toBe(true);
    expect(isPressed('Mod+K', press('k'), false)).toBe(false);
    expect(isPressed('Mod+K', press('k', { ctrlKey: true, altKey: true }), false)).toBe(false);
    expect(isPressed('/', press('/', { ctrlKey: true }), false)).toBe(false);
    expect(isPressed(undefined, press('k'), false)).toBe(false);
  });

  it('leave keys that write to the focused field', () => {
    expect(isPressed('?', press('?'), false)).toBe(true);
    expect(isPressed('?', press('?'), true)).toBe(false);
    expect(isPressed('Escape', press('Escape'), true)).toBe(true);
  });

  it.each([
    ['Russian', 'л', 'о'],
    ['Greek', 'κ', 'ξ'],
    ['Hebrew', 'ל', 'ח'],
    ['Arabic', 'ن', 'ت'],
    ['Korean', 'ㅏ', 'ㅓ'],
  ])('are pressed by position on a %s layout', (_, k, j) => {
    const ctrlKey = true;
    expect(isPressed('Mod+K', press(k, { code: 'KeyK', ctrlKey }), true)).toBe(true);
    expect(isPressed('Mod+J', press(j, { code: 'KeyJ', ctrlKey }), true)).toBe(true);
    expect(isPressed('Mod+K', press(j, { code: 'KeyJ', ctrlKey }), true)).toBe(false);
    expect(isPressed('Mod+K', press(k, { code: 'KeyK' }), true)).toBe(false);
  });

  it('follow the letter on a Latin layout, wherever its key is', () => {
    const dvorak = press('t', { code: 'KeyK', ctrlKey: true });
    expect(isPressed('Mod+K', dvorak, false)).toBe(false);
    expect(isPressed('Mod+K', press('k', { code: 'KeyV', ctrlKey: true }), false)).toBe(true);
    // German and Swedish layouts have letters at the positions of the US brackets.
    expect(isPressed('[', press('ü', { code: 'BracketLeft' }), false)).toBe(false);
    expect(isPressed('[', press('å', { code: 'BracketLeft' }), false)).toBe(false);
  });

  it.each([
    ['[', 'х', 'BracketLeft', false],
    [']', 'ъ', 'BracketRight', false],
    ['/', 'ظ', 'Slash', false],
    ['?', '؟', 'Slash', true],
    ['/', '、', 'Slash', false],
    ['?', '？', 'Slash', true],
  ])('find %s where a layout writes %s', (keys, key, code, shiftKey) => {
    expect(isPressed(keys, press(key, { code, shiftKey }), false)).toBe(true);
    expect(isPressed(keys, press(key, { code, shiftKey: !shiftKey }), false)).toBe(false);
    expect(isPressed(keys, press(key, { code, shiftKey }), true)).toBe(false);
  });

  it('find a period and a quote by the character, with the modifier alone', () => {
    expect(isPressed("Mod+'", press('э', { code: 'Quote', ctrlKey: true }), true)).toBe(true);
    expect(isPressed('Mod+.', press('ю', { code: 'Period', ctrlKey: true }), true)).toBe(true);
    expect(isPressed('Mod+.', press('.', { code: 'Slash', ctrlKey: true }), true)).toBe(true);
  });

  it('count characters that AltGr or Option writes', () => {
    const windows = { ctrlKey: true, altKey: true };
    expect(isPressed(']', press(']', { ...windows, code: 'Digit9' }), false, false)).toBe(true);
    expect(isPressed('[', press('[', { ...windows, code: 'Digit8' }), false, false)).toBe(true);
    expect(isPressed(']', press(']', { altKey: true, code: 'Digit6' }), false, true)).toBe(true);
    // On Linux, AltGr sets no other modifier.
    expect(isPressed(']', press(']', { code: 'Digit9', getModifierState: () => true }), false)).toBe(true);
    // A Spanish keyboard has its brackets at the same positions, with AltGr or Option.
    const spanish = { code: 'BracketLeft', getModifierState: (name: string) => name === 'AltGraph' };
    expect(isPressed('[', press('[', { ...windows, ...spanish }), false, false)).toBe(true);
    expect(isPressed('[', press('[', { altKey: true, code: 'BracketLeft' }), false, true)).toBe(true);
    // In a text field the press types a character. On a US layout, Alt and Control are only modifiers.
    expect(isPressed(']', press(']', { ...windows, code: 'Digit9' }), true, false)).toBe(false);
    expect(isPressed(']', press(']', { altKey: true, code: 'BracketRight' }), false, false)).toBe(false);
    expect(isPressed(']', press(']', { ctrlKey: true, code: 'BracketRight' }), false, false)).toBe(false);
  });

  it('leave a composition to its input method', () => {
    expect(isPressed('Escape', press('Escape', { isComposing: true }), true)).toBe(false);
    expect(isPressed('Mod+K', press('k', { ctrlKey: true, isComposing: true }), true)).toBe(false);
    expect(isPressed('/', press('/', { isComposing: true }), false)).toBe(false);
  });
});
