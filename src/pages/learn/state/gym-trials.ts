/** Trials that the gym judges, and the rulings that it shows. */
import type { Gym } from '../../../datasets/gym.ts';
import type { Exploit } from '../../../domain/exploit.ts';
import type { Problem } from '../../../domain/problem.ts';
import type { Submission } from '../../../domain/submission.ts';
import { GYM_GRADERS } from '../../../judge/profiles/gym-graders.ts';
import type { Profile } from '../../../judge/profiles/profile.ts';
import type { GymState, GymTrial } from './gym-state.svelte.ts';
import type { GymTexts } from './gym-texts.svelte.ts';
import { answered } from './recorded-submission.ts';
import { emptyProgram } from '../words/gym-trials.ts';
import type { Rulings } from './gym-rulings.ts';

/** @throws when the gym lacks the problem, which cannot happen because its files are made together */
export function trialOf({ problems }: Gym, exploit: Exploit, graders: readonly Profile[]): GymTrial {
  const problem = problems.find(({ id }) => id === exploit.problem);
  if (problem === undefined) throw new Error(`there is no problem ${exploit.problem}`);
  return { key: exploit.id, problem, submission: answered(exploit.raw), graders };
}

/**
 * Returns the known rulings on an exploit. A ruling of this visit replaces the recorded one.
 * @param hidden the recorded rulings are hidden, so only rulings of this visit are known
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

/**
 * Returns the text that the user wrote, and the key under which it is stored and judged. A text that begins with an
 * exploit has a key of its own.
 */
export function writtenFor(
  { exploits }: Gym,
  texts: Pick<GymTexts, 'of'>,
  { id, starterCode }: Problem,
  from: string | null,
): { readonly key: string; readonly text: string } {
  const origin = exploits.find((exploit) => exploit.id === from && exploit.problem === id);
  const key = origin === undefined ? id : `${id} from ${origin.id}`;
  return { key, text: texts.of(key) ?? origin?.raw ?? (starterCode || emptyProgram) };
}

/** @param whole the text is an answer, out of which each grader takes a program; else it is the program */
export function handTrial(
  problem: Problem,
  { key, text }: { readonly key: string; readonly text: string },
  whole: boolean,
): GymTrial {
  const submission: Submission = whole ? answered(text) : { kind: 'program', code: text };
  return { key, problem, submission, graders: GYM_GRADERS };
}
