/** The catalogue of what can be wrong with a data set: each code's half sentence, which follows the name of its place. */
import { merged, wordsOf } from '../../base/coded.ts';
import * as containers from './containers.ts';
import * as exports from './exports.ts';
import * as formats from './formats.ts';
import * as losses from './losses.ts';
import * as mapping from './mapping.ts';
import * as packages from './packages.ts';
import { placeText } from './places.ts';
import * as prepare from './prepare.ts';
import * as reading from './reading.ts';
import * as remote from './remote.ts';
import * as rows from './rows.ts';
import * as samples from './samples.ts';
import * as tests from './tests.ts';

/** A fault within another one. */
interface Inner {
  readonly code: string;
  readonly data: readonly unknown[];
}

const QUOTING = {
  holdsNoRow: (line: number, inner: Inner): string =>
    `holds no row that can be read: line ${line} ${innerText(inner)}`,
  /** Notes the part of a file that is no sample, a sentence. @param place of the first; `more` follow it */
  leavesOut: (place: string | number, inner: Inner, more: number): string =>
    `Left out: ${placeText(place)} ${innerText(inner)}${more > 0 ? `, and ${more} more` : ''}`,
};

export const FAULTS = merged(
  containers,
  exports,
  formats,
  losses,
  mapping,
  packages,
  prepare,
  reading,
  remote,
  rows,
  samples,
  tests,
  QUOTING,
);

function innerText(inner: Inner): string {
  return wordsOf(FAULTS, inner as { code: keyof typeof FAULTS; data: readonly unknown[] });
}
