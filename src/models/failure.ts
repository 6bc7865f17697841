import type { FailureLayer, ModelFailure } from './chat-model.ts';
import type { FAILURES } from './words/failures.ts';

type Catalogue = typeof FAILURES;

/** Says a failure by its layer, and by a code with data that `failureWords` renders. */
export function modelFailure<K extends keyof Catalogue>(
  layer: FailureLayer,
  code: K,
  ...data: Parameters<Catalogue[K]>
): ModelFailure {
  return { layer, code, data };
}
