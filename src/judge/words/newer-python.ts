/** Texts of reports on programs for another Python than the judge's. */
import { wordsOf, type Coded } from '../../base/coded.ts';
import * as features from './python-features.ts';

type Feature = Coded<typeof features>;

interface Changed {
  readonly what: Feature;
  readonly version: string;
  /** It left with that version; otherwise it came with it. */
  readonly isGone?: true;
}

const textOf = (what: Feature): string => wordsOf(features, what);

/** '' for none. */
export const changedThings = (things: readonly Changed[]): string =>
  things
    .map(({ what, version, isGone }) => `${textOf(what)}${isGone ? ' is gone' : ''} (Python ${version})`)
    .join(', ');
export const isUnknownTo311 = (things: readonly Changed[]): string =>
  `Python 3.11 does not know this: ${changedThings(things)}`;
export const needsOlderPython = (what: Feature, version: string): string =>
  `the program needs ${textOf(what)}, gone since Python ${version}, and this judge runs 3.14: judge it with native Python 3.11`;
export const needsNativePython = (what: Feature): string =>
  `the program needs ${textOf(what)}, which no browser has: judge it with native Python`;
