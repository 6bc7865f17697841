/** Code handed to the judge, typed or extracted, for one problem. */
export interface Submission {
  readonly problemId: string;
  readonly code: string;
}
