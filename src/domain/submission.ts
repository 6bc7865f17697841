/** The input of the judge. */
import type { Completion } from './completion.ts';

export type Submission =
  | { readonly kind: 'program'; readonly code: string }
  /** A model's whole answer. The program is extracted from it by the rules of a profile. */
  | { readonly kind: 'completion'; readonly completion: Completion };

export type SubmissionKind = Submission['kind'];
