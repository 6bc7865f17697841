import { wordsOf } from '../base/coded.ts';
import type { FailureLayer, ModelFailure } from './chat-model.ts';
import { FAILURES, type FailureWords } from './words/failures.ts';

type Data<K extends keyof typeof FAILURES> = Parameters<(typeof FAILURES)[K]>;

export function modelFailure<K extends keyof typeof FAILURES>(
  layer: FailureLayer,
  code: K,
  ...data: Data<K>
): ModelFailure {
  return { layer, ...wordsOf<typeof FAILURES, FailureWords>(FAILURES, { code, data }) };
}
