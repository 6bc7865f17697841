/** The graders that exploits are held against: the known profiles, and rules of which the comparing alone is reproduced. */
import type { ComparerName } from './comparers.ts';
import { customProfile } from './custom.ts';
import { profileAbout } from './profile-abouts.ts';
import type { Profile } from './profile.ts';
import { PROFILES, STANDARD } from './profiles.ts';

function comparing(compare: ComparerName, title: string): Profile {
  return { ...customProfile({ ...STANDARD, compare }), title };
}

const NO_CASE = comparing('nocase', 'CodeContests’ comparison');
const EVALPLUS = comparing('evalplus', 'EvalPlus’s comparison');
const ABOUTS: ReadonlyMap<Profile, string> = new Map([
  [NO_CASE, 'Standard rules, but outputs compared as CodeContests does: any case, numbers within 1e-5.'],
  [EVALPLUS, 'Standard rules, but outputs compared as EvalPlus does: floats within 1e-6.'],
]);

/** The standard one first. */
export const GYM_GRADERS: readonly Profile[] = [...PROFILES, NO_CASE, EVALPLUS];

export function gymGraderAbout(grader: Profile): string {
  return ABOUTS.get(grader) ?? profileAbout(grader);
}
