import type { FailureLayer, ModelFailure } from '../../src/models/chat-model.ts';
import type { FailureWords } from '../../src/models/words/failure-words.ts';
import { failureWords } from '../../src/models/words/failures.ts';

interface SaidFailure extends FailureWords {
  readonly layer: FailureLayer;
}

/** A failure in words; any other end stays as it is. */
export function said<End>(end: End): End extends ModelFailure ? SaidFailure : End;
export function said(end: unknown): unknown {
  return isFailure(end) ? { layer: end.layer, ...failureWords(end) } : end;
}

/** A failure as its layer and its message; '' for any other end. */
export function told(end: unknown): string {
  return isFailure(end) ? `${end.layer}: ${failureWords(end).message}` : '';
}

function isFailure(end: unknown): end is ModelFailure {
  return typeof end === 'object' && end !== null && 'layer' in end;
}
