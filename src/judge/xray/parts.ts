/** In what two graders may differ, finer than a profile's choices: each can be exchanged alone. */
import type { Problem } from '../../domain/problem.ts';
import { CHOICES, sameChoice, type Choice, type Profile } from '../profiles/profile.ts';
import { STANDARD } from '../profiles/profiles.ts';
import { timeLimitOf } from '../profiles/time-limit.ts';

export const PARTS = [
  'extract',
  'select',
  /** The problem's own checker: only the standard rules ask it. */
  'checker',
  'how',
  'limit',
  'python',
  'compare',
  /** The reward for the tests passed. */
  'worth',
  /** The deduction for an answer without a program. */
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

/** The choices that some parts belong to, each once, in the order of all. */
export function choicesOf(parts: readonly ProfilePart[]): readonly Choice[] {
  return CHOICES.filter((choice) => parts.some((part) => CHOICE_OF[part] === choice));
}

/** The judged submission: a program needs no extraction, and a limit set for all leaves none to differ. */
export interface JudgedTrial {
  readonly problem: Problem;
  readonly isProgram: boolean;
  readonly hasOwnLimit: boolean;
}

/** Where a profile is not the standard one, for what is judged. */
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

/** The standard profile with these parts taken from another. */
export function exchanged(profile: Profile, parts: readonly ProfilePart[]): Profile {
  const from = (part: ProfilePart): Profile => (parts.includes(part) ? profile : STANDARD);
  return {
    ...STANDARD,
    name: `standard with ${parts.join(' and ')} of ${profile.name}`,
    extract: from('extract').extract,
    select: from('select').select,
    execute: {
      how: from('how').execute.how,
      timeLimitSeconds: from('limit').execute.timeLimitSeconds,
      python: from('python').execute.python,
    },
    compare: from('compare').compare,
    score: {
      kind: from('worth').score.kind,
      formatPenalty: from('penalty').score.formatPenalty,
    },
  };
}
