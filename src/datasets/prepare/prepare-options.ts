/**
 * The options of a preparation, in one table for `allpass prepare` and for the page that prepares sets, with its
 * fields and address.
 */
import type { NumberRange } from '../../base/number-in.ts';
import type { Range } from '../../domain/problem.ts';
import { rateFilter } from './pass-rates.ts';
import type { PrepareSteps } from './prepare.ts';

interface NumberOption {
  /** Name of the option `--NAME`, and of the parameter in the address. */
  readonly name: string;
  readonly range: NumberRange & Range;
  /** The default value; null if the step is off by default. */
  readonly defaultValue: number | null;
  /** The value that turns off a step on the command line; missing if there is no such value. */
  readonly offValue?: number;
  readonly about: string;
}

const ANY_COUNT = { least: 0, most: 1_000_000_000 };

export type PrepareNumber =
  'fewestTests' | 'leastLikeness' | 'leastStrength' | 'mostTests' | 'trainSize' | 'testSize' | 'seed';

export const PREPARE_NUMBERS = {
  fewestTests: {
    name: 'min-tests',
    range: ANY_COUNT,
    defaultValue: 5,
    offValue: 0,
    about: 'drop problems with fewer tests (default: 5), except those with a check',
  },
  leastLikeness: {
    name: 'near',
    range: { least: 0.3, most: 1, decimal: true },
    defaultValue: 0.5,
    offValue: 1,
    about:
      'share of the three-word phrases of a statement that make another one its copy (default: 0.5; 1: equal statements only); equal tests make a copy, too',
  },
  leastStrength: {
    name: 'least-strength',
    range: { least: 0, most: 1, decimal: true },
    defaultValue: null,
    about:
      'with --strength: drop problems whose tests reject a smaller share of the mutants (0 to 1), were not measured, or reward a program that solves nothing',
  },
  mostTests: {
    name: 'most-tests',
    range: { ...ANY_COUNT, least: 1 },
    defaultValue: null,
    about: 'keep the N longest inputs of each, 15 in DeepCoder (default: all)',
  },
  trainSize: {
    name: 'train-size',
    range: ANY_COUNT,
    defaultValue: null,
    about: 'random sample of N training problems',
  },
  testSize: {
    name: 'test-size',
    range: ANY_COUNT,
    defaultValue: null,
    about: 'random sample of N test problems',
  },
  seed: {
    name: 'seed',
    range: { least: 0, most: 0xffffffff },
    defaultValue: 0,
    about: 'seed of the random sample (default: 0)',
  },
} as const satisfies Record<PrepareNumber, NumberOption>;

/** The steps that are applied by default. */
export const USUAL_STEPS: PrepareSteps = {
  dropsFlagged: true,
  fewestTests: PREPARE_NUMBERS.fewestTests.defaultValue,
  dedupes: true,
  leastLikeness: PREPARE_NUMBERS.leastLikeness.defaultValue,
  leastStrength: null,
  mostTests: null,
  testFrom: null,
  trainSize: null,
  testSize: null,
  seed: 0,
};

/**
 * Returns a message that follows the option's name if the text is not a day, or null for a day, such as
 * `2024-05-01`.
 */
export function dayFault(text: string): string | null {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? null : 'must be a day, such as 2024-08-01';
}

/**
 * Returns a message that follows the option's name, with the position and the reason of an error in a filter;
 * null for a valid filter.
 */
export function filterFault(filter: string): string | null {
  const result = rateFilter(filter);
  return 'fault' in result ? `character ${result.at + 1}: ${result.fault}` : null;
}
