import type { Answer } from '../../domain/answer.ts';
import { askAgain, streamClosed } from '../words/records.ts';

/**
 * An answer whose stream closed early, as the failure that it is: the model might have said more, and a zero for it
 * would be the server's, or the network's. If one user looks at one answer it is judged as truncated, with a notice;
 * a run has no such viewer.
 */
export function interruptedAsFailure(answer: Answer): Answer {
  if (answer.failure !== null || answer.completion.finishReason !== 'interrupted') return answer;
  return { ...answer, failure: { message: streamClosed(), remedy: askAgain(), layer: 'server' } };
}
