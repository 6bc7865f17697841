/** Sentences on why a model fits the GPU of this machine, or not. */
import { byteText, numberText } from '../../base/number-words.ts';
import type { ModelLoad } from '../../domain/model-load.ts';
import { NO_GPU, type NoGpu } from './no-gpu.ts';

export const hasNoGpu = (why: NoGpu): string => NO_GPU[why].message;

export const isTakenInSingleFloats = (): string =>
  'This GPU has no half floats (shader-f16): the larger single-float version is taken.';

export const gpuIsImitated = (): string =>
  'The GPU is imitated by the CPU here: expect minutes for each token.';

export const phoneClosesPage = (): string => 'Phones close pages that take this much memory.';

export const gpuLacks = (features: readonly string[]): string =>
  `The GPU lacks ${features.join(' and ')}, which this model needs.`;

export const gpuLimitIsTooLow = (limit: string, allowed: number, needed: number): string =>
  `The GPU allows ${numberText(allowed)} for ${limit}, and the engine needs ${numberText(needed)}.`;

export const windowIsTooLong = (mostTokens: number): string =>
  `The model was made for ${numberText(mostTokens)} tokens at most.`;

export const hasNoRoomToStore = (bytes: number, freeBytes: number): string =>
  `${byteText(bytes)} have to be stored, and the browser has room for ${byteText(freeBytes)}.`;

/** `tokensPerSecond`: null where it was not measured. */
export function ranHere(contextTokens: number, tokensPerSecond: number | null): string {
  const speed = tokensPerSecond === null ? '' : `, at ${Math.round(tokensPerSecond)} tokens a second`;
  return `It ran here ${windowOf(contextTokens)}${speed}.`;
}

export type FailedLoad = Extract<ModelLoad['result'], 'started' | 'out-of-memory' | 'gpu-lost' | 'garbage'>;

const FAILED: Readonly<Record<FailedLoad, string>> = {
  started: 'The page went down while it was loaded',
  'out-of-memory': 'The GPU ran out of memory',
  'gpu-lost': 'The GPU gave up',
  garbage: 'It spoke only noise',
};

export const failedHere = (result: FailedLoad, contextTokens: number): string =>
  `${FAILED[result]} here ${windowOf(contextTokens)}: take a smaller window or a smaller model.`;

const windowOf = (contextTokens: number): string => `with a window of ${numberText(contextTokens)} tokens`;

export const neededMemoryIsUnknown = (): string =>
  'How much memory the window takes is not known for this model.';

/** `statedMb`: as the user states it. */
export const needsOfStatedMemory = (neededMb: number, statedMb: number): string =>
  `${needs(neededMb)}, and you say the GPU has ${byteText(statedMb * 1e6)}.`;

export const needsOfMachineMemory = (neededMb: number, machineGb: number): string =>
  `${needs(neededMb)}, and the machine has ${machineGb} GB of memory in all.`;

const needs = (memoryMb: number): string => `It needs about ${byteText(memoryMb * 1e6)} of GPU memory`;

export const machineHasMemory = (machineGb: number): string =>
  `The machine has ${machineGb} GB of memory or more.`;

export const gpuMemoryIsUnknown = (): string => 'Browsers do not say how much memory a GPU has.';
