/** Sentences about how answers end. */
import { numberText } from '../../base/number-words.ts';
import { MOST_ANSWER_CHARACTERS, type Completion } from '../completion.ts';

const FULL_WINDOW = "The model's window was full before the answer had ended.";

/** Returns a sentence about why an answer was truncated; '' for an answer that ended normally. */
export function cutOffWords({
  finishReason,
  cutBy = finishReason === 'context' ? 'window' : 'limit',
}: Pick<Completion, 'finishReason' | 'cutBy'>): string {
  switch (finishReason) {
    case 'length':
      if (cutBy === 'server')
        return "The server's own limit on tokens (its default, or its context) cut the answer off: none was asked for.";
      return cutBy === 'window' ? FULL_WINDOW : 'The token limit cut the answer off.';
    case 'context':
      return FULL_WINDOW;
    case 'too-long':
      return `The answer was cut off at ${numberText(MOST_ANSWER_CHARACTERS)} characters: no answer may be longer.`;
    case 'interrupted':
      return 'The stream closed early, before the answer had ended.';
    case 'stopped':
      return 'You stopped the answer.';
    case 'content-filter':
      return "The server's content filter ended the answer.";
    case 'stop':
    case null:
      return '';
  }
}
