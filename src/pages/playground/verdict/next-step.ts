/** The next step that the page proposes after a verdict. */
import type { Judgement } from '../../../domain/judgement.ts';
import { type Problem, visibilityOf } from '../../../domain/problem.ts';

/**
 * `write`: write a program of one's own. `edit`: take the program of the answer and change it. `submit`: run the hidden
 * tests. `fix`: correct the line that Python cannot read. `sample`: run the program on a failed public test. `search`:
 * search for an input on which the program fails. `own-input`: run it on an input that the user types.
 */
export type NextAction = 'write' | 'edit' | 'submit' | 'fix' | 'sample' | 'search' | 'own-input';

export interface NextStep {
  readonly action: NextAction | null;
  /** Name of a lesson on this verdict; null if there is none. */
  readonly lesson: 'one-bit' | 'extraction' | 'how-many-tests' | 'time' | 'truncation' | null;
}

/**
 * Returns the next step after a verdict, or null if there is none to propose.
 * @param canSearch whether the page can search for an input on which the program fails
 */
export function nextStep(
  { report, kind, scope }: Judgement,
  problem: Problem,
  canSearch: boolean,
): NextStep | null {
  const { verdict, firstFailed } = report;
  if (report.flags.includes('stopped') || verdict === 'judge-error') return null;
  if (kind === 'completion') {
    if (verdict === 'accepted') return { action: 'write', lesson: 'one-bit' };
    if (verdict === 'no-code') return { action: 'write', lesson: 'extraction' };
    if (verdict === 'truncated') return { action: 'write', lesson: 'truncation' };
    return { action: 'edit', lesson: verdict === 'time-limit-exceeded' ? 'time' : 'one-bit' };
  }
  if (verdict === 'accepted')
    return scope === 'public'
      ? { action: 'submit', lesson: null }
      : { action: null, lesson: 'how-many-tests' };
  if (verdict === 'syntax-error') return { action: 'fix', lesson: null };
  if (firstFailed !== null && problem.mode !== 'assert' && visibilityOf(problem, firstFailed) === 'public')
    return { action: 'sample', lesson: null };
  if (canSearch) return { action: 'search', lesson: null };
  return problem.mode === 'assert' ? null : { action: 'own-input', lesson: null };
}
