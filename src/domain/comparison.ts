/** The answers of a comparison of models or settings. */
import type { Answer } from './answer.ts';
import type { Judgement } from './judgement.ts';

/** The answers of comparisons on one problem. */
export interface Comparison {
  /** The columns of the last comparison, as the address names them. */
  readonly columns: string;
  /** Answers by column, as the address names it. A repeated column ends in `**2`, `**3`, and so on. */
  readonly entries: Readonly<Record<string, ComparedAnswer>>;
}

export interface ComparedAnswer {
  readonly answer: Answer;
  /** Null before it is judged. */
  readonly report: Judgement | null;
  /** Milliseconds since 1970. The oldest answers are removed first. */
  readonly when: number;
}
