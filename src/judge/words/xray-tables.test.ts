/** The compiler checks that every rule has a text. These tests check the form of the texts. */
import { describe, expect, it } from 'vitest';
import { COMPARER_RULES } from './comparer-rules.ts';
import { EXECUTION_WAYS, EXECUTION_WORDS } from './xray-executions.ts';

describe('a way of running programs', () => {
  it.each(Object.entries(EXECUTION_WAYS))('%s says that it does not know, where it does not', (_, words) => {
    expect(words).toMatch(/does not say which of this it was\.$|that is not what was seen\.$/);
  });

  it.each(Object.entries(EXECUTION_WORDS))('%s says what was seen in a sentence, or nothing', (_, words) => {
    for (const explanations of Object.values(words))
      for (const sentence of Object.values(explanations)) expect(sentence('NAME')).toMatch(/^\S.*\.$/);
  });

  it('names what the program asked for', () => {
    expect(EXECUTION_WORDS.rllm.worse['no-attribute-of-text']?.('readinto')).toContain(
      'which has no readinto',
    );
  });
});

it.each(Object.entries(COMPARER_RULES))(
  'the comparer %s has a sentence for a parting, or none',
  (_, words) => {
    for (const sentences of [words.worse, words.better])
      for (const sentence of Object.values(sentences ?? {})) expect(sentence).toMatch(/^\S.*\.$/);
  },
);
