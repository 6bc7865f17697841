import type { Problem } from '../../domain/problem.ts';
import type { Profile } from './profile.ts';

/** Returns the seconds of native Python that each test may run: the profile's own limit, or else the problem's. */
export function timeLimitOf(
  { execute }: Pick<Profile, 'execute'>,
  { timeLimitSeconds }: Pick<Problem, 'timeLimitSeconds'>,
): number {
  return execute.timeLimitSeconds ?? timeLimitSeconds;
}
