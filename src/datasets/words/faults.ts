/** The catalogue of what can be wrong with a data set: each code's half sentence, which follows the name of its place. */
import * as containers from './containers.ts';
import * as exports from './exports.ts';
import * as formats from './formats.ts';
import * as mapping from './mapping.ts';
import * as packages from './packages.ts';
import * as prepare from './prepare.ts';
import * as reading from './reading.ts';
import * as remote from './remote.ts';
import * as samples from './samples.ts';

export const FAULTS = {
  ...containers,
  ...exports,
  ...formats,
  ...mapping,
  ...packages,
  ...prepare,
  ...reading,
  ...remote,
  ...samples,
};
