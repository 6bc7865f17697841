import type { PromptName } from '../../domain/answer.ts';
import type { SamplingParameters } from '../../domain/completion.ts';
import type { Problem } from '../../domain/problem.ts';
import type { PromptPreset } from '../../domain/prompt.ts';
import type { GenerationRequest } from '../chat-model.ts';
import { promptMessages } from '../prompts/prompt-messages.ts';

/** The question with its prompt; null if none is sent, as for a recorded answer. */
export interface Question extends GenerationRequest {
  readonly prompt: PromptName | null;
}

/** A problem put to a model. `logprobs`: ask how sure it is of each token. */
export function questionOf(
  problem: Problem,
  preset: PromptPreset,
  sampling: SamplingParameters,
  logprobs: boolean,
): Question {
  const { name, label } = preset;
  return { messages: promptMessages(preset, problem), sampling, logprobs, prompt: { name, label } };
}
