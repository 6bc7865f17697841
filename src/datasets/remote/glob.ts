/** Matches glob patterns of dataset cards. Cards are not trusted, so the running time is limited. */

/** Number of steps that remain for all patterns and paths. If it is below 0, at least one pattern was not applied. */
export interface GlobBudget {
  remainingSteps: number;
}

const LONGEST_PATTERN = 500;
const LONGEST_PATH = 1000;
/** Maximum number of patterns to which the alternatives of one pattern may expand. */
const MOST_CHOICES = 200;

/**
 * `*` matches within a name, and `**` across names. `**` as a whole name before a slash matches any number of
 * folders. `{a,b}` matches one of the alternatives. Other characters match themselves. `?` and `[a-z]` are not
 * supported: they use up the budget.
 * @returns a function that reports whether a path matches. Its time is at most proportional to the length of the
 * pattern times that of the path. It returns false if the budget is used up.
 */
export function globMatcher(pattern: string, budget: GlobBudget): (path: string) => boolean {
  const plainPatterns =
    pattern.length > LONGEST_PATTERN || /[?[]/.test(pattern) ? null : withoutChoices(pattern);
  budget.remainingSteps =
    plainPatterns === null ? -1 : budget.remainingSteps - pattern.length * plainPatterns.length;
  if (plainPatterns === null || budget.remainingSteps < 0) return () => false;
  const patternParts = plainPatterns.map((plainPattern) =>
    [...plainPattern.matchAll(/(?<=^|\/)\*\*\/|\*+|[^*]+/g)].map(([part]) => part),
  );
  return (path) => {
    if (path.length > LONGEST_PATH) return false;
    return patternParts.some((parts) => matchesParts(parts, path, budget));
  };
}

/** Expands `{a,b}`. Returns null if there are too many patterns. */
function withoutChoices(pattern: string): readonly string[] | null {
  const expandedPatterns: string[] = [];
  const pendingPatterns = [pattern];
  for (
    let pendingPattern = pendingPatterns.pop();
    pendingPattern !== undefined;
    pendingPattern = pendingPatterns.pop()
  ) {
    const choice = /\{([^{}]*,[^{}]*)\}/.exec(pendingPattern);
    if (choice === null) expandedPatterns.push(pendingPattern);
    else
      for (const alternative of choice[1]!.split(','))
        pendingPatterns.push(
          pendingPattern.slice(0, choice.index) +
            alternative +
            pendingPattern.slice(choice.index + choice[0].length),
        );
    if (expandedPatterns.length + pendingPatterns.length > MOST_CHOICES) return null;
  }
  return expandedPatterns;
}

/** Processes the parts in order, and tracks all positions of the path at which the parts so far may end. */
function matchesParts(parts: readonly string[], path: string, budget: GlobBudget): boolean {
  let endOffsets = [0];
  for (const part of parts) {
    budget.remainingSteps -= path.length;
    if (endOffsets.length === 0 || budget.remainingSteps < 0) return false;
    if (!part.startsWith('*')) {
      endOffsets = endOffsets.filter((end) => path.startsWith(part, end)).map((end) => end + part.length);
      continue;
    }
    const startOffsets = new Set(endOffsets);
    const nextEnds: number[] = [];
    let isOpen = false;
    for (let at = 0; at <= path.length; at++) {
      const isName = at > 0 && path[at - 1] === '/';
      if (part === '*' && isName) isOpen = false;
      if (part === '**/' ? startOffsets.has(at) || (isOpen && isName) : (isOpen ||= startOffsets.has(at)))
        nextEnds.push(at);
      isOpen ||= startOffsets.has(at);
    }
    endOffsets = nextEnds;
  }
  return endOffsets.includes(path.length);
}
