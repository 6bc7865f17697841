import type { Answer } from '../../domain/answer.ts';
import type { FailureLayer } from '../../models/chat-model.ts';

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
    failure: { message, remedy: 'Mend that, and try it again.', ...(layer && { layer }) },
    speed: { tokens: 0, estimated: false, firstTokenMs: null, tokensPerSecond: null },
  };
}

/**
 * An answer whose stream closed early, as the failure that it is: the model might have said more, and a zero for it
 * would be the server's, or the network's. If one user looks at one answer it is judged as truncated, with a notice;
 * a run has no such viewer.
 */
export function interruptedAsFailure(answer: Answer): Answer {
  if (answer.failure !== null || answer.completion.finishReason !== 'interrupted') return answer;
  return {
    ...answer,
    failure: {
      message: 'The stream closed before the answer had ended.',
      remedy: 'Ask it again.',
      layer: 'server',
    },
  };
}

/** Failure of an answer that another run or a file has lost. */
export const ANSWER_NOT_STORED = 'The answer is no longer stored.';
