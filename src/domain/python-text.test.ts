import { describe, expect, it } from 'vitest';
import { callText, literalText, spacedText } from './python-text.ts';

describe('literalText', () => {
  it('translates words, not strings or numbers', () => {
    expect(literalText('[true, "true \\" null", 1.0, 9007199254740993]')).toBe(
      '[True, "true \\" null", 1.0, 9007199254740993]',
    );
    expect(callText('f', '[[1], []]')).toBe('f([1], [])');
    expect(callText('f', '[]')).toBe('f()');
  });
});

it('spaces values as Python prints them', () => {
  expect(spacedText('[1,[2, 3],{"a,b":"c:d"}]')).toBe('[1, [2, 3], {"a,b": "c:d"}]');
});
