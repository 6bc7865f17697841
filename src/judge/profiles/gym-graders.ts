/** The graders that exploits are held against: the known profiles, and rules of which the comparing alone is reproduced. */
import type { ComparerName } from './comparers.ts';
import { customProfile } from './custom.ts';
import type { Profile } from './profile.ts';
import { PROFILES, STANDARD } from './profiles.ts';

function comparing(compare: ComparerName, title: string): Profile {
  return { ...customProfile({ ...STANDARD, compare }), title };
}

export const NO_CASE = comparing('nocase', 'CodeContests’ comparison');
export const EVALPLUS = comparing('evalplus', 'EvalPlus’s comparison');

/** The standard one first. */
export const GYM_GRADERS: readonly Profile[] = [...PROFILES, NO_CASE, EVALPLUS];
