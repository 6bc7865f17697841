import type { FailureLayer, ModelFailure } from '../../src/models/chat-model.ts';

interface SaidFailure {
  readonly layer: FailureLayer;
  readonly message: string;
  readonly remedy: string;
}

/** A failure without the server's wait; any other end stays as it is. */
export function said<End>(end: End): End extends ModelFailure ? SaidFailure : End;
export function said(end: unknown): unknown {
  return isFailure(end) ? { layer: end.layer, message: end.message, remedy: end.remedy } : end;
}

/** A failure as its layer and its message; '' for any other end. */
export function told(end: unknown): string {
  return isFailure(end) ? `${end.layer}: ${end.message}` : '';
}

function isFailure(end: unknown): end is ModelFailure {
  return typeof end === 'object' && end !== null && 'layer' in end;
}

/** A failure of a layer, for tests that look at nothing else of it. */
export const failureIn = (layer: FailureLayer, message = 'It failed.'): ModelFailure => ({
  layer,
  message,
  remedy: 'Ask again.',
});
