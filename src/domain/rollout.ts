/** A rollout of a training run: an answer, the reward that its trainer recorded, and the place where it was read. */
import type { Problem } from './problem.ts';

/** One answer that a training run rewarded, as its trainer recorded it. */
export interface Rollout {
  /** The training step, by the trainer's own count. */
  readonly step: number;
  /** Position in its step, from 0. */
  readonly place: number;
  /** Position in the files, for messages and rows: `12.jsonl:7`, or `completions_00012.parquet, row 7`. */
  readonly source: string;
  /** The prompt as text, the chat template removed if it is a known one; null if the dump has none. */
  readonly prompt: string | null;
  /** The problem's id, or null if the dump has none. */
  readonly problemId: string | null;
  /** The text of the model after the prompt. */
  readonly completion: string;
  /** Whether the answer ended at the token limit; null if the dump does not record it. */
  readonly isTruncated: boolean | null;
  /** The trainer's reward; null if it is missing, null or NaN. */
  readonly reward: number | null;
  /** A name that the rollouts of one prompt in one step share. Different steps have different names. */
  readonly group: string;
  /** The problem made from tests in the dump; null if it has no tests. */
  readonly problem: Problem | null;
}

/** A row or a file that gives no rollout. The message is one sentence with the reason and the remedy. */
export interface RolloutFault {
  readonly source: string;
  readonly message: string;
}
