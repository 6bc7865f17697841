import {
  type Difficulty,
  type ProblemMode,
  type ProblemSummary,
  type ProblemRef,
  progressMark,
  type Progress,
  type ProgressMark,
} from '../../../domain/problem.ts';

export interface ListedProblem {
  readonly summary: ProblemSummary;
  readonly set: string;
}

export function refOf({ summary, set }: ListedProblem): ProblemRef {
  return { set, id: summary.id };
}

/** The filter of the list. A null field does not restrict the list. */
export interface ListFilter {
  readonly search: string;
  readonly difficulty: Difficulty | null;
  readonly mode: ProblemMode | null;
  /** Name of a set; null for all sets. */
  readonly set: string | null;
  readonly progress: ProgressMark | null;
}

/**
 * Returns the first `maxMatches` problems that match every facet and whose title, id, source or tags contain every
 * word of the search.
 */
export function filterProblems(
  problems: readonly ListedProblem[],
  filter: ListFilter,
  progressOf: (ref: ProblemRef) => Progress | undefined,
  maxMatches = Infinity,
): readonly ListedProblem[] {
  const words = filter.search.toLowerCase().split(/\s+/).filter(Boolean);
  const matchesFilter = (candidate: ListedProblem): boolean => {
    const { summary, set } = candidate;
    if (filter.set !== null && filter.set !== set) return false;
    if (filter.difficulty !== null && filter.difficulty !== summary.difficulty) return false;
    if (filter.mode !== null && filter.mode !== summary.mode) return false;
    if (filter.progress !== null && filter.progress !== progressMark(progressOf(refOf(candidate))))
      return false;
    return words.every((word) => hasWord(summary, word));
  };
  const matches: ListedProblem[] = [];
  for (const candidate of problems) {
    if (matches.length >= maxMatches) break;
    if (matchesFilter(candidate)) matches.push(candidate);
  }
  return matches;
}

/**
 * Compares field by field. Joining the fields takes longer than the search, and there may be 100,000
 * problems.
 */
function hasWord({ title, id, source, tags }: ProblemSummary, word: string): boolean {
  return (
    title.toLowerCase().includes(word) ||
    id.toLowerCase().includes(word) ||
    source.toLowerCase().includes(word) ||
    tags.some((tag) => tag.toLowerCase().includes(word))
  );
}

/** Counts the facets that narrow the list, without the search. */
export function activeFacets({ difficulty, mode, set, progress }: ListFilter): number {
  return [difficulty, mode, set, progress].filter((facet) => facet !== null).length;
}
