/** Failures that several kinds of models share. */
import type { ModelFailure } from './chat-model.ts';

/** A value, or the failure of a model. */
export type OrFailure<Value> =
  (Value & { readonly ok: true }) | { readonly ok: false; readonly failure: ModelFailure };

/** A value, or an error message of one sentence. */
export type OrFault<Value> = (Value & { readonly ok: true }) | { readonly ok: false; readonly fault: string };

/** Returns a result with a failure. */
export const failed = (failure: ModelFailure) => ({ ok: false, failure }) as const;

/** Returns a result with an error. */
export const refused = <Fault>(fault: Fault) => ({ ok: false, fault }) as const;

/** The failure of a load that the user stopped. */
export const loadStopped = (model: string): ModelFailure => ({
  layer: 'protocol',
  message: `Loading ${model} was stopped.`,
  remedy: 'Ask again; what was downloaded is kept.',
});

/** A problem with a file. */
export interface FileProblem {
  /** The rest of a message that begins with the name of the file: "is empty". */
  readonly text: string;
  /** Set if the file has different content, which has its own remedy. */
  readonly kind?: 'lfs-pointer' | 'web-page';
}
