/** Judges official solutions for a preparation, on the page and on the command line. */
import { groupBy } from '../../base/collections.ts';
import { counted } from '../../base/number-words.ts';
import type { Problem } from '../../domain/problem.ts';
import { submissionOf, type Sample, type Submission } from '../../domain/submission.ts';
import type { Reward } from '../../domain/verdict.ts';

/** A program that does nothing. Tests that accept it accept any program. */
const EMPTY_PROGRAM = { kind: 'program', code: 'pass\n' } as const;

export interface SolutionResult {
  /**
   * Whether one of the solutions passes all tests. Null if there is no solution, or if none passes and the judge
   * failed on one, which may be correct.
   */
  readonly passes: boolean | null;
  readonly acceptsEmpty: boolean;
}

/**
 * Judges the solutions of a problem one after the other until one passes, and then an empty program.
 * @param rewardOf judges one program; the sample is null for the empty program. A rejection ends the judging.
 */
export async function judgeSolutions(
  problem: Problem,
  solutions: readonly Sample[],
  rewardOf: (submission: Submission, sample: Sample | null) => Promise<Reward>,
): Promise<SolutionResult> {
  let passes: boolean | null = solutions.length === 0 ? null : false;
  for (const sample of solutions) {
    const reward = await rewardOf(submissionOf(sample, problem), sample);
    if (reward === null) passes = null;
    else if (reward >= 1) {
      passes = true;
      break;
    }
  }
  const reward = await rewardOf(EMPTY_PROGRAM, null);
  return { passes, acceptsEmpty: reward !== null && reward >= 1 };
}

export function solutionsByProblem(samples: readonly Sample[]): ReadonlyMap<string, readonly Sample[]> {
  return groupBy(samples, ({ problemId }) => problemId);
}

const MAX_NAMED_IDS = 10;

/**
 * Returns a message about problems that accept a program that does nothing, without a full stop.
 * @param ids ids of the problems, at least one
 */
export function emptyProgramText(ids: readonly string[]): string {
  const namedIds = ids.slice(0, MAX_NAMED_IDS).join(', ');
  const moreText = ids.length > MAX_NAMED_IDS ? `, and ${ids.length - MAX_NAMED_IDS} more` : '';
  return `${counted(ids.length, 'problem')} ${ids.length === 1 ? 'accepts' : 'accept'} a program that does nothing (pass), so any program earns reward 1 there: ${namedIds}${moreText}`;
}

/** Returns programs that differ in more than white space and comments on lines of their own. */
export function distinctPrograms(programs: readonly string[]): readonly string[] {
  const groups = groupBy(programs, (code) =>
    code
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#'))
      .join('\n'),
  );
  return [...groups.values()].map(([first]) => first!);
}
