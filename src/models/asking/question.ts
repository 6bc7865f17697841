import type { PromptName } from '../../domain/answer.ts';
import type { SamplingParameters } from '../../domain/completion.ts';
import type { Problem } from '../../domain/problem.ts';
import type { PromptPreset } from '../../domain/prompt.ts';
import type { GenerationRequest } from '../chat-model.ts';
import { promptMessages } from '../prompts/prompt-messages.ts';

/** A question. Its `prompt` is null if no prompt is sent, as for a recorded answer. */
export interface Question extends GenerationRequest {
  readonly prompt: PromptName | null;
}

/**
 * Returns the request for sample `index`. If a seed is set, each sample gets a different one, because equal
 * seeds produce equal samples.
 */
export function withSeed(request: GenerationRequest, index: number): GenerationRequest {
  const { seed } = request.sampling;
  if (seed === null || index === 0) return request;
  return { ...request, sampling: { ...request.sampling, seed: seed + index } };
}

/** Returns the question about a problem. `logprobs`: whether to request the log-probability of each token. */
export function questionOf(
  problem: Problem,
  preset: PromptPreset,
  sampling: SamplingParameters,
  logprobs: boolean,
): Question {
  const { name, label } = preset;
  return { messages: promptMessages(preset, problem), sampling, logprobs, prompt: { name, label } };
}
