/** Failures that several kinds of models share. */
import type { ModelFailure } from './chat-model.ts';

/** An end with its failure. */
export const failed = (failure: ModelFailure) => ({ ok: false, failure }) as const;

/** A reading that is refused, with its fault. */
export const refused = <Fault>(fault: Fault) => ({ ok: false, fault }) as const;

/** The user stopped the load. */
export const loadStopped = (model: string): ModelFailure => ({
  layer: 'protocol',
  message: `Loading ${model} was stopped.`,
  remedy: 'Ask again; what was downloaded is kept.',
});

/** A fault of a file. */
export interface FileProblem {
  /** Half a sentence that follows the name of the file: "is empty". */
  readonly text: string;
  /** Set if another content takes the place of the file, which has a remedy of its own. */
  readonly kind?: 'lfs-pointer' | 'web-page';
}
