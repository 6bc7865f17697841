import type { Answer } from '../../src/domain/answer.ts';
import { completionOf } from './completion.ts';

/** A whole answer of a model that took 7 tokens for it. */
export function answerOf(text: string, change: Partial<Answer> = {}): Answer {
  return {
    label: 'Scripted',
    completion: completionOf(text),
    ended: true,
    failure: null,
    speed: { tokens: 7, estimated: false, firstTokenMs: 1, tokensPerSecond: 70 },
    ...change,
  };
}
