/** The answers of a comparison of models or settings. */
import type { Answer } from './answer.ts';
import type { Judgement } from './judgement.ts';

/** The answers of comparisons on one problem. */
export interface Comparison {
  /** The columns of the last one, as the address names them. */
  readonly columns: string;
  /** Answers by their column, as the address names it; what stands in several columns is counted. */
  readonly entries: Readonly<Record<string, ComparedAnswer>>;
}

export interface ComparedAnswer {
  readonly answer: Answer;
  /** Null while it is not judged. */
  readonly report: Judgement | null;
  /** Milliseconds since 1970: the oldest are dropped first. */
  readonly when: number;
}
