/**
 * The parts in which two graders can differ. They are more fine-grained than the choices of a profile, and each can
 * be swapped alone.
 */
import type { Problem } from '../../domain/problem.ts';
import { type Choice, CHOICES, type Profile, sameChoice, timeLimitOf } from '../profiles/profile.ts';
import { STANDARD } from '../profiles/profiles.ts';

export const PARTS = [
  'extract',
  'select',
  /** The problem's own checker, which only the standard rules use. */
  'checker',
  'how',
  'limit',
  'python',
  'compare',
  /** The reward for the tests passed. */
  'worth',
  /** The penalty for an answer without a program. */
  'penalty',
] as const;
export type ProfilePart = (typeof PARTS)[number];

const CHOICE_OF: Readonly<Record<ProfilePart, Choice>> = {
  extract: 'extract',
  select: 'select',
  checker: 'compare',
  how: 'execute',
  limit: 'execute',
  python: 'execute',
  compare: 'compare',
  worth: 'score',
  penalty: 'score',
};

/** Returns the choices that the parts belong to, each once, in the order of CHOICES. */
export function choicesOf(parts: readonly ProfilePart[]): readonly Choice[] {
  return CHOICES.filter((choice) => parts.some((part) => CHOICE_OF[part] === choice));
}

/**
 * The judged submission. A program needs no extraction, and a time limit for all profiles makes their own limits
 * irrelevant.
 */
export interface JudgedTrial {
  readonly problem: Problem;
  readonly isProgram: boolean;
  readonly hasOwnLimit: boolean;
}

/** Returns the parts in which a profile differs from the standard one for this submission. */
export function differingParts(
  profile: Profile,
  { problem, isProgram, hasOwnLimit }: JudgedTrial,
): readonly ProfilePart[] {
  return PARTS.filter((part) => {
    switch (part) {
      case 'extract':
        return !isProgram && profile.extract !== STANDARD.extract;
      case 'select':
        return !sameChoice(profile, STANDARD, 'select');
      case 'checker':
        return (
          problem.checker !== null &&
          problem.mode !== 'assert' &&
          (profile.compare !== STANDARD.compare || profile.execute.how !== STANDARD.execute.how)
        );
      case 'how':
        return profile.execute.how !== STANDARD.execute.how;
      case 'limit':
        return !hasOwnLimit && timeLimitOf(profile, problem) !== timeLimitOf(STANDARD, problem);
      case 'python':
        return profile.execute.python !== STANDARD.execute.python;
      case 'compare':
        return profile.compare !== STANDARD.compare;
      case 'worth':
        return profile.score.kind !== STANDARD.score.kind;
      case 'penalty':
        return profile.score.formatPenalty !== STANDARD.score.formatPenalty;
    }
  });
}

/** Returns the standard profile with these parts taken from another profile. */
export function withSwappedParts(profile: Profile, parts: readonly ProfilePart[]): Profile {
  const profileFor = (part: ProfilePart): Profile => (parts.includes(part) ? profile : STANDARD);
  return {
    ...STANDARD,
    name: `standard with ${parts.join(' and ')} of ${profile.name}`,
    extract: profileFor('extract').extract,
    select: profileFor('select').select,
    execute: {
      how: profileFor('how').execute.how,
      timeLimitSeconds: profileFor('limit').execute.timeLimitSeconds,
      python: profileFor('python').execute.python,
    },
    compare: profileFor('compare').compare,
    score: {
      kind: profileFor('worth').score.kind,
      formatPenalty: profileFor('penalty').score.formatPenalty,
    },
  };
}
