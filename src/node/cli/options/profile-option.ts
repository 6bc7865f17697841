import { findProfile } from '../../../judge/profiles/custom.ts';
import { profileFault } from '../../../judge/profile-fault.ts';
import type { Profile } from '../../../judge/profiles/profile.ts';
import { value } from './options.ts';
import { didYouMean } from '../text/suggestion.ts';
import { UsageError } from '../text/usage-error.ts';

export const PROFILE = value(
  'NAME',
  'the grader profile (default: standard); allpass --help lists the profiles',
  { default: 'standard' },
);

/** @throws UsageError if there is no such profile, naming the invalid part and its allowed values */
export function profileOption(name: string): Profile {
  const profile = findProfile(name);
  if (profile !== null) return profile;
  const fault = profileFault(name);
  if (fault === null) throw new Error(`a fault is missing for ${name}`);
  const { given, names } = fault;
  const { wrong, right } = fault;
  throw new UsageError(`--profile ${name}: ${wrong}${didYouMean(given, names)}; ${right}`);
}
