/** The selected steps of a preparation, as stored in the URL. `allpass prepare` has the same steps. */
import { typedNumber } from '../../../base/number-in.ts';
import type { PrepareSteps } from '../../../datasets/prepare/prepare.ts';
import {
  dayFault,
  PREPARE_NUMBERS,
  USUAL_STEPS,
  type PrepareNumber,
} from '../../../datasets/prepare/prepare-options.ts';
import { readRows, rowsOf, writeRows, type AddressRow } from '../../../kit/address/address-rows.ts';

export interface PrepareChoice extends PrepareSteps {
  /** Names of the sets to prepare. If empty, all imported sets that are not test sets are prepared. */
  readonly sets: readonly string[];
  /** Names of test sets. Problems that are like one in a test set are dropped. */
  readonly against: readonly string[];
  readonly verifies: boolean;
  /** The filter by rewards, or '' if there is none. */
  readonly filter: string;
}

export const USUAL: PrepareChoice = { ...USUAL_STEPS, sets: [], against: [], verifies: false, filter: '' };

const OFF = 'off';
const row = rowsOf<PrepareChoice>();
const onOff = (text: string): boolean | undefined =>
  text === 'on' ? true : text === OFF ? false : undefined;
const offOn = (value: boolean): string => (value ? 'on' : OFF);
/** Returns the URL parameter of a number. A step that is not applied is `off`; the seed is always a number. */
function number(key: PrepareNumber): AddressRow<PrepareChoice> {
  const { name, range } = PREPARE_NUMBERS[key];
  const readNumber = (text: string) => (text === OFF && key !== 'seed' ? null : typedNumber(text, range));
  // The cast is safe, because the seed is never null.
  return row(key, name, readNumber as (text: string) => number | undefined, (value) =>
    value === null ? OFF : String(value),
  );
}
/** Parses a list of names, one on each line. File names contain no line breaks. */
const names = (text: string): readonly string[] => text.split('\n').filter((name) => name !== '');
const joinNames = (values: readonly string[]): string | null =>
  values.length === 0 ? null : values.join('\n');

const ROWS = [
  row('sets', 'sets', names, joinNames),
  row('against', 'against', names, joinNames),
  row('dropsFlagged', 'flagged', onOff, offOn),
  number('fewestTests'),
  row('dedupes', 'duplicates', onOff, offOn),
  number('leastLikeness'),
  row('verifies', 'verify', onOff, offOn),
  number('leastStrength'),
  row('filter', 'filter', (text) => text),
  number('mostTests'),
  row('testFrom', 'test-from', (text) => (dayFault(text) === null ? text : undefined)),
  number('trainSize'),
  number('testSize'),
  number('seed'),
];

/** Reads the settings from the query string, without the `?`. Never throws. */
export function readChoice(settings: string): PrepareChoice {
  return readRows(ROWS, new URLSearchParams(settings), USUAL);
}

/** Writes the values that differ from the defaults as a query string, without the `?`. */
export function writeChoice(choice: PrepareChoice): string {
  return writeRows(ROWS, choice, USUAL).replace(/^\?/, '');
}

/** Names of the files that the user has chosen; null for each file that was not chosen. */
export interface GivenFiles {
  readonly solutions: string | null;
  readonly rewards: string | null;
  readonly errata: string | null;
  readonly strengths: string | null;
}

/** Returns the command line for the same preparation. It writes the same bytes. */
export function commandOf(
  choice: PrepareChoice,
  sets: readonly string[],
  { solutions, rewards, errata, strengths }: GivenFiles,
): string {
  const { dropsFlagged, dedupes, verifies, filter, testFrom } = choice;
  const option = (key: PrepareNumber): readonly string[] => {
    const { name, defaultValue, offValue }: { name: string; defaultValue: number | null; offValue?: number } =
      PREPARE_NUMBERS[key];
    return choice[key] === defaultValue ? [] : [`--${name} ${choice[key] ?? offValue}`];
  };
  const parts = [
    'allpass prepare',
    ...sets.map(quoteWord),
    ...choice.against.map((name) => `--against ${quoteWord(name)}`),
    ...(dropsFlagged ? [] : ['--keep-flagged']),
    ...(dropsFlagged && errata !== null ? [`--errata ${quoteWord(errata)}`] : []),
    ...option('fewestTests'),
    ...(dedupes ? [] : ['--keep-duplicates']),
    ...option('leastLikeness'),
    ...(verifies && solutions !== null ? [`--verify ${quoteWord(solutions)}`] : []),
    ...(strengths === null || choice.leastStrength === null
      ? []
      : [`--strength ${quoteWord(strengths)}`, ...option('leastStrength')]),
    ...(filter !== '' && rewards !== null
      ? [`--rewards ${quoteWord(rewards)} --filter ${quoteWord(filter)}`]
      : []),
    ...option('mostTests'),
    ...(testFrom === null ? [] : [`--test-from ${testFrom}`]),
    ...option('trainSize'),
    ...option('testSize'),
    ...option('seed'),
    '-o train.jsonl',
    ...(testFrom !== null || choice.testSize !== null ? ['--test-output test.jsonl'] : []),
  ];
  return parts.join(' ');
}

function quoteWord(word: string): string {
  return /^[\w@%+:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
