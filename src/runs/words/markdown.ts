/** Texts of the results of a run as Markdown; names that they are given are plain text of Markdown. */

export const counts = (samples: number, problems: number, grader: string): string =>
  `Samples: ${samples}. Problems: ${problems}. Grader: ${grader}.`;
export const factHead = ['setting', 'value'] as const;
export const passHead = ['', 'value', '95 % interval'] as const;
export const verdictHead = ['verdict', 'samples'] as const;
export const groupHead = (name: string): readonly string[] => [name, 'pass@1', '95 % interval', 'problems'];
export const passAt = (k: number): string => `pass@${k}`;
export const intervalFrom = (low: string, high: string): string => `${low} to ${high}`;

export const fileHead = ['beside the verdicts of the file', 'passed here', 'failed here'] as const;
export const passedInFile = 'passed in the file';
export const failedInFile = 'failed in the file';

export const graderHead = (profile: string): readonly string[] => [
  'the same answers by other rules',
  'same reward',
  `1 by ${profile} only`,
  '1 by these only',
];
export const sameRewards = (same: number, samples: number, share: string): string =>
  `${same} of ${samples}, ${share}`;

/** @param rating with its interval */
export const codeforcesRating = (rating: string): string =>
  `Codeforces rating ${rating}, by CodeElo's method.`;

export const comparisonHead = ['A: this run, B: the other', ''] as const;
export const sharedProblems = 'problems that both have';
export const passDifference = 'pass@1, difference';
export const solvedOnlyInA = 'solved only in A';
export const solvedOnlyInB = 'solved only in B';
export const mcNemar = 'McNemar p (exact)';
