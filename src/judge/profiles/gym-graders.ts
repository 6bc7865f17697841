/** The graders that exploits are held against: the known profiles, and rules of which the comparing alone is reproduced. */
import type { ComparerName } from './comparers.ts';
import { customProfile } from './custom.ts';
import { profileAbout } from './profile-abouts.ts';
import type { Profile } from './profile.ts';
import { PROFILES, STANDARD } from './profiles.ts';

/** A grader of the gym, with a sentence about it. */
export type GymGrader = Profile & { readonly about: string };

function comparing(compare: ComparerName, title: string, about: string): GymGrader {
  return { ...customProfile({ ...STANDARD, compare }), title, about };
}

/** The standard one first. */
export const GYM_GRADERS: readonly GymGrader[] = [
  ...PROFILES.map((profile) => ({ ...profile, about: profileAbout(profile) })),
  comparing(
    'nocase',
    'CodeContests’ comparison',
    'Standard rules, but outputs compared as CodeContests does: any case, numbers within 1e-5.',
  ),
  comparing(
    'evalplus',
    'EvalPlus’s comparison',
    'Standard rules, but outputs compared as EvalPlus does: floats within 1e-6.',
  ),
];
