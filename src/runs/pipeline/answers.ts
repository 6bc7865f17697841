import type { Answer } from '../../domain/answer.ts';
import type { FailureLayer } from '../../models/chat-model.ts';

/**
 * Returns the answer of a sample that could not be requested.
 * @param message the reason, in one sentence
 * @param layer missing for a failure that concerns this sample alone
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
 * Turns an answer whose stream closed early into a failure: the model might have written more, and a reward of 0 would
 * be the fault of the server or the network. The playground judges such an answer as truncated, with a notice; in a run
 * no user sees the notice.
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

/** Failure of a sample whose answer is missing in another run or in a file. */
export const ANSWER_NOT_STORED = 'The answer is no longer stored.';
