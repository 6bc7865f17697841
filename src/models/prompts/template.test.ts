import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fillTemplate,
  isPlaceholder,
  PLACEHOLDERS as NAMES,
  placeholdersIn,
  type PlaceholderValues,
} from './template.ts';

/** Texts that resemble templates. */
const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom('{', '}', '{{', '}}', '$&', '$1', '{{statement}}', '{{nobody}}', ...NAMES),
      fc.string(),
    ),
  )
  .map((parts) => parts.join(''));
const values: fc.Arbitrary<PlaceholderValues> = fc.record({
  statement: texts,
  examples: texts,
  format: texts,
  starter_code: texts,
  function_name: texts,
});
/** Texts without braces, so that a placeholder next to one is not changed by it. */
const plain = fc.string().map((text) => text.replace(/[{}]/g, ''));

describe('fillTemplate', () => {
  it('puts values in as they are, whatever braces they hold', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(plain, fc.constantFrom(...NAMES))),
        plain,
        values,
        (parts, end, filled) => {
          const template = parts.map(([text, name]) => `${text}{{${name}}}`).join('') + end;
          const expected = parts.map(([text, name]) => text + filled[name]).join('') + end;
          expect(fillTemplate(template, filled)).toBe(expected);
        },
      ),
    );
  });

  it('leaves alone what asks for nothing', () => {
    fc.assert(
      fc.property(texts, values, (text, filled) => {
        fc.pre(placeholdersIn(text).every((name) => !isPlaceholder(name)));
        expect(fillTemplate(text, filled)).toBe(text);
      }),
    );
    expect(fillTemplate('f"{x}" {{}} \\frac{{1}}{{2}} {{toString}}', {})).toBe(
      'f"{x}" {{}} \\frac{{1}}{{2}} {{toString}}',
    );
  });

  it('takes blanks inside the braces', () => {
    expect(fillTemplate('a {{ statement }} b', { statement: 'S' })).toBe('a S b');
    expect(placeholdersIn('{{ statement }}{{Starter Code}}{{format}}')).toEqual([
      'statement',
      'Starter Code',
      'format',
    ]);
  });
});
