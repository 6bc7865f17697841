/** How an answer ended, in words. */
import type { FinishReason } from '../domain/completion.ts';
import type { AnswerRecord } from '../storage/records.ts';

const SENTENCES: Readonly<Record<Exclude<FinishReason, 'stop'>, string>> = {
  length: 'The token limit cut the answer off.',
  context: "The model's context window was full: the answer is cut off.",
  'content-filter': "The server's content filter ended the answer.",
  stopped: 'You stopped the answer.',
  interrupted: 'The stream closed early: the answer was interrupted before its end.',
};

/** Why an answer that has ended is not whole; null where it is, and where its failure says so. */
export function endingSentence({ completion, failure }: AnswerRecord): string | null {
  const reason = completion.finishReason;
  return reason === null || reason === 'stop' || failure !== null ? null : SENTENCES[reason];
}
