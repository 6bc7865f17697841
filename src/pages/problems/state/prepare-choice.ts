/** The chosen steps of a preparation, as stored in the address. `allpass prepare` has the same steps. */
import { rateFilter } from '../../../datasets/prepare/pass-rates.ts';
import { readRows, rowsOf, writeRows } from '../../../kit/address/address-rows.ts';

/** Null for a step that is not applied. */
export interface PrepareChoice {
  /** Names of the sets to prepare. If empty: all imported sets that are not test sets. */
  readonly sets: readonly string[];
  /** Names of test sets. Problems that are like one of theirs are dropped. */
  readonly against: readonly string[];
  readonly dropsFlagged: boolean;
  readonly fewestTests: number | null;
  readonly dedupes: boolean;
  readonly leastLikeness: number | null;
  readonly verifies: boolean;
  /** The filter by rewards; '' for none. */
  readonly filter: string;
  readonly mostTests: number | null;
  /** A day, such as `2024-05-01`; null for no test set by date. */
  readonly testFrom: string | null;
  readonly trainSize: number | null;
  readonly testSize: number | null;
  readonly seed: number;
}

export const USUAL: PrepareChoice = {
  sets: [],
  against: [],
  dropsFlagged: true,
  fewestTests: 5,
  dedupes: true,
  leastLikeness: 0.8,
  verifies: false,
  filter: '',
  mostTests: null,
  testFrom: null,
  trainSize: null,
  testSize: null,
  seed: 0,
};

/** Range of each number; the command line uses the same ranges. */
export const BOUNDS = {
  fewestTests: [1, 1_000_000],
  mostTests: [1, 1_000_000],
  leastLikeness: [0.5, 0.99],
  trainSize: [0, 1_000_000_000],
  testSize: [0, 1_000_000_000],
  seed: [0, 0xffffffff],
} as const satisfies Partial<Record<keyof PrepareChoice, readonly [number, number]>>;
export type NumberName = keyof typeof BOUNDS;

/** Reads a number of the choice; null for a text that is not a number in its range. */
export function fittingNumber(name: NumberName, text: string): number | null {
  const [least, most] = BOUNDS[name];
  const value = Number(text);
  const isWritten = name === 'leastLikeness' ? /^[01]?\.\d{1,4}$/.test(text) : /^\d{1,10}$/.test(text);
  return isWritten && value >= least && value <= most ? value : null;
}

const OFF = 'off';
const row = rowsOf<PrepareChoice>();
const onOff = (text: string): boolean | undefined =>
  text === 'on' ? true : text === OFF ? false : undefined;
const offOn = (value: boolean): string => (value ? 'on' : OFF);
const number = (name: NumberName) => (text: string) =>
  text === OFF ? null : (fittingNumber(name, text) ?? undefined);
const numeral = (value: number | null): string => (value === null ? OFF : String(value));
/** Reads a list of names. Names of files have no line breaks. */
const names = (text: string): readonly string[] => text.split('\n').filter((name) => name !== '');
const joined = (values: readonly string[]): string | null => (values.length === 0 ? null : values.join('\n'));

const ROWS = [
  row('sets', 'sets', names, joined),
  row('against', 'against', names, joined),
  row('dropsFlagged', 'flagged', onOff, offOn),
  row('fewestTests', 'min-tests', number('fewestTests'), numeral),
  row('dedupes', 'duplicates', onOff, offOn),
  row('leastLikeness', 'near', number('leastLikeness'), numeral),
  row('verifies', 'verify', onOff, offOn),
  row('filter', 'filter', (text) => text),
  row('mostTests', 'most-tests', number('mostTests'), numeral),
  row('testFrom', 'test-from', (text) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined)),
  row('trainSize', 'train-size', number('trainSize'), numeral),
  row('testSize', 'test-size', number('testSize'), numeral),
  row('seed', 'seed', (text) => fittingNumber('seed', text) ?? undefined),
];

/** Reads the text after the `?`. Never throws. */
export function readChoice(settings: string): PrepareChoice {
  return readRows(ROWS, new URLSearchParams(settings), USUAL);
}

/** Writes the values that differ from the defaults, without the `?`. */
export function writeChoice(choice: PrepareChoice): string {
  return writeRows(ROWS, choice, USUAL).replace(/^\?/, '');
}

/** Returns position and reason of the error in a filter; null for a valid one. */
export function filterFault(filter: string): string | null {
  if (filter === '') return null;
  const read = rateFilter(filter);
  return 'fault' in read ? `Character ${read.at + 1}: ${read.fault}.` : null;
}

/** Names of the files that the user has chosen; null for a file that was not chosen. */
export interface GivenFiles {
  readonly solutions: string | null;
  readonly rewards: string | null;
  readonly errata: string | null;
}

/** Returns the command line of the same preparation, which writes the same bytes. */
export function commandOf(
  choice: PrepareChoice,
  sets: readonly string[],
  { solutions, rewards, errata }: GivenFiles,
): string {
  const { dropsFlagged, fewestTests, dedupes, leastLikeness, verifies, filter } = choice;
  const { mostTests, testFrom, trainSize, testSize, seed } = choice;
  const isSplit = testFrom !== null || testSize !== null;
  const parts = [
    'allpass prepare',
    ...sets.map(quoted),
    ...choice.against.map((name) => `--against ${quoted(name)}`),
    ...(dropsFlagged ? [] : ['--keep-flagged']),
    ...(dropsFlagged && errata !== null ? [`--errata ${quoted(errata)}`] : []),
    ...(fewestTests === USUAL.fewestTests ? [] : [`--min-tests ${fewestTests ?? 0}`]),
    ...(dedupes ? [] : ['--keep-duplicates']),
    ...(leastLikeness === USUAL.leastLikeness ? [] : [`--near ${leastLikeness ?? 1}`]),
    ...(verifies && solutions !== null ? [`--verify ${quoted(solutions)}`] : []),
    ...(filter !== '' && rewards !== null ? [`--rewards ${quoted(rewards)} --filter ${quoted(filter)}`] : []),
    ...(mostTests === null ? [] : [`--most-tests ${mostTests}`]),
    ...(testFrom === null ? [] : [`--test-from ${testFrom}`]),
    ...(trainSize === null ? [] : [`--train-size ${trainSize}`]),
    ...(testSize === null ? [] : [`--test-size ${testSize}`]),
    ...(seed === 0 ? [] : [`--seed ${seed}`]),
    '-o train.jsonl',
    ...(isSplit ? ['--test-output test.jsonl'] : []),
  ];
  return parts.join(' ');
}

function quoted(word: string): string {
  return /^[\w@%+:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
