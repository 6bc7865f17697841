import type { ModelFailure } from './chat-model.ts';

/** The user stopped loading a model. */
export function loadStopped(label: string): ModelFailure {
  return {
    layer: 'protocol',
    message: `Loading ${label} was stopped.`,
    remedy: 'Ask again; what was downloaded is kept.',
  };
}
