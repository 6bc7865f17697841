/**
 * Decides what compares the outputs of a problem. It is apart from `run-program.ts`, whose file of Python only a build can
 * import, because the command line predicts verdicts in Node.
 */
import type { ComparerName } from './compare/comparers.ts';
import { COMPARISONS } from './compare/comparisons.ts';
import type { OwnTask } from './judge-options.ts';
import { STANDARD } from './profiles/profiles.ts';

/** Whether the problem may choose how its outputs are compared: only if the profile has no rule of its own. */
function leavesComparing({ problem, profile }: OwnTask): boolean {
  return (
    profile.compare === STANDARD.compare && profile.execute.how === 'standard' && problem.mode !== 'assert'
  );
}

/** Returns the Python source of the problem's own checker; null if a comparer decides. */
export function ownChecker(task: OwnTask): string | null {
  const { checker } = task.problem;
  return checker !== null && leavesComparing(task) && !isComparer(checker) ? checker : null;
}

/** Returns the comparer of the problem, or that of the profile. A checker of the problem's own goes before both. */
export function comparerOf(task: OwnTask): ComparerName {
  const { checker } = task.problem;
  const ownComparer = checker !== null && isComparer(checker) && leavesComparing(task) ? checker : null;
  return ownComparer ?? task.profile.compare;
}

function isComparer(name: string): name is ComparerName {
  return Object.hasOwn(COMPARISONS, name);
}
