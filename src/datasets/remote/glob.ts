/** Patterns of paths as dataset cards have them, matched without going back: a card is a stranger's. */
import { globParts, type GlobPart, type CharacterTest } from './glob-parts.ts';

/** Steps that may still be taken, over all patterns and paths. */
export interface GlobBudget {
  left: number;
}

/** One takes a character, the other leads on without one. */
type Step =
  | { readonly kind: 'take'; readonly takes: CharacterTest; readonly next: number }
  | { readonly kind: 'fork'; readonly to: readonly number[] }
  | { readonly kind: 'end' };

const LONGEST_PATTERN = 500;
const LONGEST_PATH = 1000;

/**
 * @returns whether a path fits, in time of at most the pattern's length times the path's; false where one of them is too
 *   long, or the budget used up
 */
export function globMatcher(pattern: string, budget: GlobBudget): (path: string) => boolean {
  budget.left -= pattern.length;
  if (pattern.length > LONGEST_PATTERN || budget.left < 0) return () => false;
  const [plain] = /^[^*?[{]*/.exec(pattern)!;
  const steps: Step[] = [{ kind: 'end' }];
  const first = stepsOf(globParts(pattern), 0, steps);
  return (path) => {
    budget.left -= 1;
    if (budget.left < 0 || path.length > LONGEST_PATH || !path.startsWith(plain)) return false;
    return fits(steps, first, path, budget);
  };
}

/** Wherever in the pattern one may be is followed side by side. */
function fits(steps: readonly Step[], first: number, path: string, budget: GlobBudget): boolean {
  const marks = new Int32Array(steps.length).fill(-1);
  let here = reached(steps, [first], marks, 0);
  let length = 0;
  for (const character of path) {
    budget.left -= here.length;
    if (here.length === 0 || budget.left < 0) return false;
    const next: number[] = [];
    for (const at of here) {
      const step = steps[at]!;
      if (step.kind === 'take' && step.takes(character)) next.push(step.next);
    }
    here = reached(steps, next, marks, ++length);
  }
  return here.includes(0);
}

/** These, and all that they lead on to, each once: `marks` has the turn in which a step was last met. */
function reached(
  steps: readonly Step[],
  from: readonly number[],
  marks: Int32Array,
  turn: number,
): readonly number[] {
  const all: number[] = [];
  const meet = (at: number): void => {
    if (marks[at] === turn) return;
    marks[at] = turn;
    all.push(at);
  };
  from.forEach(meet);
  for (const at of all) {
    const step = steps[at]!;
    if (step.kind === 'fork') step.to.forEach(meet);
  }
  return all;
}

/** Made from the end, so that each part knows where it goes on. @returns where they begin */
function stepsOf(parts: readonly GlobPart[], end: number, steps: Step[]): number {
  const add = (step: Step): number => steps.push(step) - 1;
  const take = (takes: CharacterTest, next: number): number => add({ kind: 'take', takes, next });
  const anyTimes = (made: (again: number) => number, next: number): number => {
    const to = [next];
    const fork = add({ kind: 'fork', to });
    to.push(made(fork));
    return fork;
  };
  return parts.reduceRight((next, part) => {
    switch (part.kind) {
      case 'one':
        return take(part.takes, next);
      case 'any':
        return anyTimes((again) => take(part.takes, again), next);
      case 'folders':
        return anyTimes((again) => {
          const name = anyTimes((more) => take(part.name, more), take(part.slash, again));
          return take(part.name, name);
        }, next);
      case 'choice':
        return add({ kind: 'fork', to: part.of.map((each) => stepsOf(each, next, steps)) });
    }
  }, end);
}
