/** Estimates, with reasons, whether a model fits this machine, before anything is downloaded. */
import { byteText, numberText } from '../../base/number-words.ts';
import type { ModelLoad } from '../../domain/settings.ts';
import { NO_GPU, type GpuFacts } from './gpu-facts.ts';
import type { GpuModel } from './gpu-model.ts';
import { STATED_CONTEXT } from './windows.ts';

/** Limits that web-llm requires of every adapter (its `detectGPUDevice`, 0.2.86). */
const MIN_LIMITS = {
  maxBufferSize: 2 ** 28,
  maxStorageBufferBindingSize: 2 ** 27,
  maxComputeWorkgroupStorageSize: 32 * 1024,
  maxStorageBuffersPerShaderStage: 10,
} as const;
/** Maximum size of the weights, in bytes, of a model that is offered on a phone without a warning. */
const MAX_PHONE_BYTES = 1e9;
/** Share of the machine's memory that a GPU without its own memory may use. */
const SHARED_FRACTION = 0.6;

/** Maximum memory, in GB, of a machine that cannot run a model that needs more than `SHARED_FRACTION` of it. */
const SMALL_MACHINE_GB = 4;

export type FitWord = 'fits' | 'likely' | 'unknown' | 'unlikely' | 'slow' | 'cannot';

export interface Fit {
  readonly word: FitWord;
  /** The model to load: the requested one, or its twin if the adapter does not support half precision. */
  readonly model: GpuModel;
  /** GPU memory for the model with this window, in MB; null when unknown. */
  readonly memoryMb: number | null;
  /** Messages, the most important first. Never empty. */
  readonly reasons: readonly string[];
  /** Whether the first reason names `memoryMb`. */
  readonly namesMemory: boolean;
}

export interface FitQuestion {
  readonly model: GpuModel;
  /** The same model in single precision; null if there is none. */
  readonly twin: GpuModel | null;
  readonly contextTokens: number;
  readonly facts: GpuFacts;
  /** Bytes still to download; 0 if all are stored, null if unknown. */
  readonly missingBytes: number | null;
  /** GPU memory in MB as the user states it; null when not stated. */
  readonly gpuMemoryMb: number | null;
  readonly last: ModelLoad | null;
}

type FailedLoad = Extract<ModelLoad['result'], 'started' | 'out-of-memory' | 'gpu-lost' | 'garbage'>;

const FAILURE_TEXTS: Readonly<Record<FailedLoad, string>> = {
  started: 'The page went down while it was loaded',
  'out-of-memory': 'The GPU ran out of memory',
  'gpu-lost': 'The GPU gave up',
  garbage: 'It spoke only noise',
};

const windowText = (contextTokens: number): string => `with a window of ${numberText(contextTokens)} tokens`;

/** GPU memory in MB with a window of `contextTokens`; null if the model does not state it. */
export function memoryFor(model: GpuModel, contextTokens: number): number | null {
  if (model.memoryMb === null) return null;
  if (contextTokens === STATED_CONTEXT) return model.memoryMb;
  if (model.cacheBytesPerToken === null) return null;
  return model.memoryMb + (model.cacheBytesPerToken * (contextTokens - STATED_CONTEXT)) / 2 ** 20;
}

/**
 * Rates the fit and returns the reasons. Certain obstacles come first, then earlier loads on this device,
 * then estimates.
 */
export function fitOf(question: FitQuestion): Fit {
  const { facts } = question;
  const needsHalfFloats = question.model.requiredFeatures.includes('shader-f16');
  const lacksHalf = facts.found && needsHalfFloats && !facts.adapter.features.includes('shader-f16');
  const model = lacksHalf && question.twin !== null ? question.twin : question.model;
  const memoryMb = memoryFor(model, question.contextTokens);
  const asTwin =
    model === question.model
      ? []
      : ['This GPU has no half floats (shader-f16): the larger single-float version is taken.'];
  const answer = (word: FitWord, reason: string, namesMemory = false): Fit => ({
    word,
    model,
    memoryMb,
    reasons: [reason, ...asTwin],
    namesMemory,
  });
  const refusal = refusalOf(model, question);
  if (refusal !== null) return answer('cannot', refusal);
  if (!facts.found) return answer('cannot', NO_GPU[facts.why].message);
  if (facts.adapter.software)
    return answer('slow', 'The GPU is imitated by the CPU here: expect minutes for each token.');
  const experienceFit = experienceOf(question, model);
  if (experienceFit !== null) return answer(...experienceFit);
  if (facts.device.phone && (model.weightBytes ?? Infinity) > MAX_PHONE_BYTES)
    return answer('unlikely', 'Phones close pages that take this much memory.');
  return answer(...byMemory(question, memoryMb));
}

function refusalOf(model: GpuModel, { facts, missingBytes, contextTokens }: FitQuestion): string | null {
  if (!facts.found) return NO_GPU[facts.why].message;
  const { adapter, device } = facts;
  const missingFeatures = model.requiredFeatures.filter((feature) => !adapter.features.includes(feature));
  if (missingFeatures.length > 0)
    return `The GPU lacks ${missingFeatures.join(' and ')}, which this model needs.`;
  for (const [limit, leastValue] of Object.entries(MIN_LIMITS) as [keyof typeof MIN_LIMITS, number][]) {
    if (adapter[limit] < leastValue)
      return `The GPU allows ${numberText(adapter[limit])} for ${limit}, and the engine needs ${numberText(leastValue)}.`;
  }
  if (contextTokens > model.longestContext)
    return `The model was made for ${numberText(model.longestContext)} tokens at most.`;
  if (missingBytes !== null && device.freeBytes !== null && missingBytes > device.freeBytes)
    return `${byteText(missingBytes)} have to be stored, and the browser has room for ${byteText(device.freeBytes)}.`;
  return null;
}

/**
 * Returns the result of an earlier load on this device, if it covers the window; null otherwise. It takes
 * precedence over every estimate.
 */
function experienceOf({ last, contextTokens }: FitQuestion, model: GpuModel): [FitWord, string] | null {
  if (last === null || last.modelId !== model.id) return null;
  if (last.result === 'ran') {
    if (contextTokens > last.contextTokens) return null;
    const speed =
      last.tokensPerSecond === null ? '' : `, at ${Math.round(last.tokensPerSecond)} tokens a second`;
    return ['fits', `It ran here ${windowText(last.contextTokens)}${speed}.`];
  }
  if (last.result === 'library' || last.result === 'failed' || contextTokens < last.contextTokens)
    return null;
  const failureText = `${FAILURE_TEXTS[last.result]} here ${windowText(last.contextTokens)}`;
  return ['unlikely', `${failureText}: take a smaller window or a smaller model.`];
}

function byMemory(
  { gpuMemoryMb, facts }: FitQuestion,
  memoryMb: number | null,
): [word: FitWord, reason: string, namesMemory?: boolean] {
  if (memoryMb === null) return ['unknown', 'How much memory the window takes is not known for this model.'];
  const needText = `It needs about ${byteText(memoryMb * 1e6)} of GPU memory`;
  if (gpuMemoryMb !== null) {
    const reason = `${needText}, and you say the GPU has ${byteText(gpuMemoryMb * 1e6)}.`;
    if (memoryMb > gpuMemoryMb) return ['unlikely', reason, true];
    // The system and this page use some of the memory, too.
    return [memoryMb > gpuMemoryMb * 0.85 ? 'unknown' : 'likely', reason, true];
  }
  const machineGb = facts.device.memoryGb;
  const machineReason = `${needText}, and the machine has ${machineGb} GB of memory in all.`;
  if (machineGb !== null && machineGb <= SMALL_MACHINE_GB && memoryMb > machineGb * 1000 * SHARED_FRACTION)
    return ['cannot', machineReason, true];
  if (machineGb !== null && memoryMb > machineGb * 1000) return ['unlikely', machineReason, true];
  // Browsers report 8 (or 32) GB at most, so this identifies only a small machine.
  if (machineGb !== null && memoryMb <= machineGb * 1000 * SHARED_FRACTION)
    return ['likely', `The machine has ${machineGb} GB of memory or more.`];
  return ['unknown', 'Browsers do not say how much memory a GPU has.'];
}
