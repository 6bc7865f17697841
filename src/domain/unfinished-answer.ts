import type { SamplingParameters } from './completion.ts';
import type { PromptMessage } from './prompt.ts';
import type { PromptName } from './answer.ts';
import type { ProblemRef } from './problem-ref.ts';

/** An answer of a model on the GPU that is being written or was interrupted, with the data to continue it. */
export interface UnfinishedAnswer {
  /** Name of the engine's journal. */
  readonly sessionId: string;
  readonly modelId: string;
  /** The model's name in the picker. */
  readonly label: string;
  readonly contextTokens: number;
  readonly problem: ProblemRef;
  readonly prompt: PromptName | null;
  readonly messages: readonly PromptMessage[];
  readonly sampling: SamplingParameters;
  /** True if the user stopped it. Its continuation is then offered only below the answer. */
  readonly stopped?: boolean;
  /** Milliseconds since 1970. */
  readonly when: number;
}
