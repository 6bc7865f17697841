/** That every rule has its words is the compiler's to hold: here is what the words must keep to. */
import { describe, expect, it } from 'vitest';
import { COMPARER_WORDS, DIFFERENCE_KINDS } from './xray-comparers.ts';
import { EXECUTION_WAYS, EXECUTION_WORDS } from './xray-executions.ts';
import { FAILURE_SIGNATURES } from '../xray/failure-signature.ts';

const DIRECTIONS = ['worse', 'better'] as const;

describe('a way of running programs', () => {
  it.each(Object.entries(EXECUTION_WAYS))('%s says that it does not know, where it does not', (_, words) => {
    expect(words).toMatch(/does not say which of this it was\.$|that is not what was seen\.$/);
  });

  it.each(Object.entries(EXECUTION_WORDS))('%s says what was seen in a sentence, or nothing', (_, words) => {
    const said = DIRECTIONS.flatMap((direction) =>
      FAILURE_SIGNATURES.map((signature) => words[direction][signature]?.('NAME')),
    );
    for (const sentence of said) if (sentence !== undefined) expect(sentence).toMatch(/^\S.*\.$/);
  });

  it('names what the program asked for', () => {
    expect(EXECUTION_WORDS.rllm.worse['no-attribute-of-text']?.('readinto')).toContain(
      'which has no readinto',
    );
  });
});

it.each(Object.entries(COMPARER_WORDS))(
  'the comparer %s has a sentence for a parting, or none',
  (_, words) => {
    const said = DIRECTIONS.flatMap((direction) =>
      DIFFERENCE_KINDS.map((parting) => words[direction][parting]),
    );
    for (const sentence of said) if (sentence != null) expect(sentence).toMatch(/^\S.*\.$/);
  },
);
