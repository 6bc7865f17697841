/**
 * A group's part of the address: the problem, the rules that judge it, and the rules whose arithmetic is shown. It
 * never contains the answers.
 */
import { findProfile } from '../../../judge/profiles/custom.ts';
import type { Profile } from '../../../judge/profiles/profile.ts';
import { STANDARD } from '../../../judge/profiles/profiles.ts';
import type { ProblemAddress } from '../../../common/problems/state/problems-state.svelte.ts';
import { withSettings } from '../state/learn-view.ts';

export interface GroupAddress {
  /** Null if the address names none. */
  readonly problem: ProblemAddress | null;
  readonly profile: Profile;
  /** The name of an unknown profile in the address; null if the profile is known or missing. */
  readonly unknownProfile: string | null;
  readonly rules: string;
}

export function readGroupAddress(settings: string): GroupAddress {
  const parameters = new URLSearchParams(settings);
  const problem = parameters.get('problem');
  const profileName = parameters.get('profile');
  const profile = profileName === null ? STANDARD : findProfile(profileName);
  return {
    problem: problem === null || problem === '' ? null : { problem, in: parameters.get('in') },
    profile: profile ?? STANDARD,
    unknownProfile: profile === null ? profileName : null,
    rules: parameters.get('rules') ?? 'verl',
  };
}

export function withProblem(settings: string, { problem, in: set }: ProblemAddress): string {
  return withSettings(settings, { problem, in: set });
}

/** Returns the settings of a group that is opened from another page. */
export function groupSettings(problem: ProblemAddress, profile: Profile): string {
  return withProblem(
    profile.name === STANDARD.name ? '' : `profile=${encodeURIComponent(profile.name)}`,
    problem,
  );
}
