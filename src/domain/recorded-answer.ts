/** A model's whole answer, kept to be replayed. */
import type { FinishReason } from './completion.ts';

/** The property that an answer shows, beyond right and wrong: the ways in which answers fail, or seem to fail. */
export const RECORDED_KINDS = [
  'right',
  'wrong',
  'slow',
  'crash',
  'no-code',
  'two-blocks',
  'cut-off',
  'trailing-text',
] as const;
export type RecordedKind = (typeof RECORDED_KINDS)[number];

/** The beginning of the label of a recorded answer. */
export const RECORDED_LABEL = 'Example: ';
/** The beginning of these labels in records of earlier versions, and in runs. */
export const EARLIER_RECORDED_LABEL = 'Recorded: ';

export interface RecordedAnswer {
  readonly kind: RecordedKind;
  /** The model that gave it. */
  readonly model: string;
  /** Null where the recording does not say how it ended. */
  readonly finishReason: FinishReason | null;
  /** As the model gave it, `<think>` tags included. */
  readonly raw: string;
}
