/**
 * Sentences about the strength of tests. A mutant that no test rejects may be correct, so the sentences never
 * call it wrong.
 */
import { numberText } from '../../base/number-words.ts';
import type { TestCheck, TestFinding, TestStrength } from '../../domain/strength.ts';

/** Maximum number of test numbers that are listed. Of the others, only the count is shown. */
const MOST_LISTED = 20;

/**
 * Returns the share as text, such as '93 %'. Only a share of exactly 1 is '100 %', and only a share of
 * exactly 0 is '0 %'.
 */
export function killedShare({ killed, mutants }: Pick<TestStrength, 'killed' | 'mutants'>): string {
  if (mutants === 0) return '–';
  const rounded = Math.round((100 * killed) / mutants);
  const within = killed === mutants || killed === 0 ? rounded : Math.min(99, Math.max(1, rounded));
  return `${within} %`;
}

export function killedText({ killed, mutants }: Pick<TestStrength, 'killed' | 'mutants'>): string {
  if (mutants === 0) return 'No mutant ran to its end, so nothing is known about these tests.';
  if (killed === mutants)
    return mutants === 1
      ? 'The tests reject the only mutant.'
      : `The tests reject all ${numberText(mutants)} mutants.`;
  return `The tests reject ${killedShare({ killed, mutants })} of the mutants: ${numberText(killed)} of ${numberText(mutants)}.`;
}

/** Returns 'Test 3', or 'Tests 1, 4 and 9'. */
export function testList(indexes: readonly number[]): string {
  const numbers = indexes.slice(0, MOST_LISTED).map((index) => numberText(index + 1));
  const moreCount = indexes.length - numbers.length;
  const parts = moreCount > 0 ? [...numbers, `${numberText(moreCount)} more`] : numbers;
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? `Test ${last}` : `Tests ${parts.slice(0, -1).join(', ')} and ${last}`;
}

export function leftOutText({ broken, equal, hanging }: TestStrength['left_out']): string {
  const parts = [
    [broken, 'that would not compile'],
    [equal, 'that equal the accepted program or each other'],
    [hanging, 'that did not end'],
  ] as const;
  const leftOutParts = parts
    .filter(([count]) => count > 0)
    .map(([count, why]) => `${numberText(count)} ${why}`);
  const mutantText =
    'A mutant is an accepted program with one small change, or a program that failed before.';
  return leftOutParts.length === 0 ? mutantText : `${mutantText} Left out: ${leftOutParts.join(', ')}.`;
}

/** What a problem with a finding of each check has, in a few words. */
export const FINDING_NAMES: Readonly<Record<TestCheck, string>> = {
  'semantic.oracle_max': 'no solution earns 1',
  'semantic.floor_gap': 'earns 1 without solving',
  'semantic.replayability': 'outputs that change',
  'tests.strength': 'weak tests',
  'tests.expected_output': 'wrong expected output',
  'tests.contradiction': 'contradictory tests',
  'tests.repetition': 'repeated tests',
  'tests.time_limit': 'close to the time limit',
  'tests.graders': 'graders that disagree',
};

/** Returns the finding as a sentence. */
export function findingText({ message }: TestFinding): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}
