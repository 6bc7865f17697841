/**
 * The graders that exploits are tested against: the known profiles, and rules whose comparison alone is reproduced.
 */
import type { ComparerName } from '../compare/comparers.ts';
import { customProfile } from './custom.ts';
import type { Profile } from './profile.ts';
import { PROFILES, STANDARD } from './profiles.ts';

function profileWithComparer(comparer: ComparerName, title: string): Profile {
  return { ...customProfile({ ...STANDARD, compare: comparer }), title };
}

export const NO_CASE_GRADER = profileWithComparer('nocase', 'CodeContests’ comparison');
export const EVALPLUS_GRADER = profileWithComparer('evalplus', 'EvalPlus’s comparison');

/** The standard profile comes first. */
export const GYM_GRADERS: readonly Profile[] = [...PROFILES, NO_CASE_GRADER, EVALPLUS_GRADER];
