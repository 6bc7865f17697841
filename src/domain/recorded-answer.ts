/** A model's whole answer, stored to be replayed. */
import type { FinishReason } from './completion.ts';

/** What an answer demonstrates, beyond right and wrong: the ways in which answers fail, or seem to fail. */
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
/** The beginning of the label in records of earlier versions, and in runs. */
export const EARLIER_RECORDED_LABEL = 'Recorded: ';

export interface RecordedAnswer {
  readonly kind: RecordedKind;
  /** The model that wrote it. */
  readonly model: string;
  /** Null if the recording does not contain it. */
  readonly finishReason: FinishReason | null;
  /** The model's unchanged output, `<think>` tags included. */
  readonly raw: string;
}
