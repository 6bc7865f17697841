/** What the gym has judged, and what is shown of it. */
import type { Gym } from '../../../datasets/gym.ts';
import type { Exploit } from '../../../domain/exploit.ts';
import type { Problem } from '../../../domain/problem.ts';
import type { Submission } from '../../../domain/submission.ts';
import { GYM_GRADERS } from '../../../judge/profiles/gym-graders.ts';
import type { Profile } from '../../../judge/profiles/profile.ts';
import type { GymState, GymTrial } from '../../../state/learn/gym-state.svelte.ts';
import { answered } from '../lessons/recorded-submission.ts';
import type { Rulings } from './gym-words.ts';

/** @throws where the gym has no such problem: its files are made together */
export function trialOf({ problems }: Gym, exploit: Exploit, graders: readonly Profile[]): GymTrial {
  const problem = problems.find(({ id }) => id === exploit.problem);
  if (problem === undefined) throw new Error(`there is no problem ${exploit.problem}`);
  return { key: exploit.id, problem, submission: answered(exploit.raw), graders };
}

/**
 * What is known of an exploit: what was recorded, and in its place what was judged in this visit.
 * @param hidden the record is kept from view: what is not judged yet is not known
 */
export function rulingsOn(
  { recorded }: Gym,
  state: Pick<GymState, 'judged'>,
  exploit: Exploit,
  hidden: boolean,
): Rulings {
  const known = hidden ? [] : (recorded[exploit.id] ?? []);
  return new Map([...known, ...state.judged(exploit.id)].map((ruling) => [ruling.profile, ruling]));
}

/** What stands in the editor before anything is written. */
export function firstText({ starterCode }: Problem): string {
  return starterCode === '' ? '# Your program. It need not solve the problem.\n' : starterCode;
}

/** @param whole the text is an answer, out of which each grader takes a program; else it is the program */
export function handTrial(problem: Problem, text: string, whole: boolean): GymTrial {
  const submission: Submission = whole ? answered(text) : { kind: 'program', code: text };
  return { key: problem.id, problem, submission, graders: GYM_GRADERS };
}
