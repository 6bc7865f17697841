import type { Answer } from '../../domain/answer.ts';
import type { FailureLayer } from '../../models/chat-model.ts';
import { mendAndRetry } from '../words/records.ts';

/**
 * Stands in the place of an answer that there is not.
 * @param message why, one sentence
 * @param layer without it, it is this sample's own: the others are none the worse
 */
export function unanswered(message: string, layer?: FailureLayer): Answer {
  return {
    label: '',
    completion: { reasoning: '', reasoningOpen: false, text: '', finishReason: null, usage: null },
    ended: true,
    failure: { message, remedy: mendAndRetry(), ...(layer && { layer }) },
    speed: { tokens: 0, estimated: false, firstTokenMs: null, tokensPerSecond: null },
  };
}
