import type { ModelFailure } from './chat-model.ts';
import { modelFailure } from './failure.ts';

export const loadStopped = (label: string): ModelFailure => modelFailure('protocol', 'loadWasStopped', label);
