import type { ModelFailure } from '../../src/models/chat-model.ts';
import { failureWords } from '../../src/models/words/failures.ts';

/** A failure in words; any other end stays as it is. */
export function said<End>(end: End | ModelFailure) {
  return isFailure(end) ? { layer: end.layer, ...failureWords(end) } : end;
}

function isFailure(end: unknown): end is ModelFailure {
  return typeof end === 'object' && end !== null && 'layer' in end;
}
