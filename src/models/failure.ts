import type { FailureLayer, ModelFailure } from './chat-model.ts';
import type { FAILURES } from './words/failures.ts';

type Catalogue = typeof FAILURES;

/** An end with its failure. */
export const failed = (failure: ModelFailure) => ({ ok: false, failure }) as const;

/** A reading that is refused, with its fault. */
export const refused = <Fault>(fault: Fault) => ({ ok: false, fault }) as const;

/** Says a failure by its layer, and by a code with data that `failureWords` renders. */
export function modelFailure<K extends keyof Catalogue>(
  layer: FailureLayer,
  code: K,
  ...data: Parameters<Catalogue[K]>
): ModelFailure {
  return { layer, code, data };
}
