/** A sentence about each grader that exploits are tested against. */
import { EVALPLUS_GRADER, NO_CASE_GRADER } from '../profiles/gym-graders.ts';
import type { Profile } from '../profiles/profile.ts';
import { profileAbout } from './profile-abouts.ts';

const DESCRIPTIONS: ReadonlyMap<Profile, string> = new Map([
  [
    NO_CASE_GRADER,
    'Standard rules, but outputs compared as CodeContests does: any case, numbers within 1e-5.',
  ],
  [EVALPLUS_GRADER, 'Standard rules, but outputs compared as EvalPlus does: floats within 1e-6.'],
]);

export function gymGraderAbout(grader: Profile): string {
  return DESCRIPTIONS.get(grader) ?? profileAbout(grader.name);
}
