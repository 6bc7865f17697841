/** One of n answers for a problem, as it stands in a file of samples. */
import type { FinishReason } from './completion.ts';

export type SampleContent =
  | { readonly kind: 'code'; readonly code: string }
  /** A model's whole answer: extraction applies. */
  | { readonly kind: 'response'; readonly response: string };

export interface Sample {
  readonly problemId: string;
  readonly id: string;
  readonly content: SampleContent;
  readonly finishReason: FinishReason | null;
}
