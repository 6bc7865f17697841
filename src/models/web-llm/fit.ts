/** Does a model fit this machine? An estimate made before anything is downloaded, with its reasons. */
import { coder, type Coded } from '../../base/coded.ts';
import type { ModelLoad } from '../../domain/model-load.ts';
import type * as words from '../words/fits.ts';
import type { GpuFacts } from './gpu-facts.ts';
import type { GpuModel } from './gpu-model.ts';
import { STATED_CONTEXT } from './windows.ts';

/** The requirements of web-llm on every adapter (its `detectGPUDevice`, 0.2.86). */
const LEAST = {
  maxBufferSize: 2 ** 28,
  maxStorageBufferBindingSize: 2 ** 27,
  maxComputeWorkgroupStorageSize: 32 * 1024,
  maxStorageBuffersPerShaderStage: 10,
} as const;
/** Limit on a model that is offered on a phone without a warning, in bytes of weights. */
const MOST_ON_PHONES = 1e9;
/** Share of the machine's memory that a GPU without memory of its own may take. */
const SHARED_FRACTION = 0.6;

/** A machine with so much memory or less has no room for a model that may not fit. */
const SMALL_MACHINE_GB = 4;

export type FitWord = 'fits' | 'likely' | 'unknown' | 'unlikely' | 'slow' | 'cannot';

export interface Fit {
  readonly word: FitWord;
  /** The model to load: itself, or its twin where the adapter lacks half floats. */
  readonly model: GpuModel;
  /** GPU memory for the model with this window, in MB; null where it is not known. */
  readonly memoryMb: number | null;
  /** The weightiest first. Never empty. */
  readonly reasons: readonly FitReason[];
}

export type FitReason = Coded<typeof words>;

const because = coder<typeof words>();

export interface FitQuestion {
  readonly model: GpuModel;
  /** The same model in single floats; null where there is none. */
  readonly twin: GpuModel | null;
  readonly contextTokens: number;
  readonly facts: GpuFacts;
  /** Bytes still to be downloaded; 0 when all is stored, null when not known. */
  readonly missingBytes: number | null;
  /** Memory of the GPU in MB, as the user states it; null when they do not. */
  readonly gpuMemoryMb: number | null;
  readonly last: ModelLoad | null;
}

/** GPU memory in MB with a window of `contextTokens`; null where the model does not say. */
export function memoryFor(model: GpuModel, contextTokens: number): number | null {
  if (model.memoryMb === null) return null;
  if (contextTokens === STATED_CONTEXT) return model.memoryMb;
  if (model.cacheBytesPerToken === null) return null;
  return model.memoryMb + (model.cacheBytesPerToken * (contextTokens - STATED_CONTEXT)) / 2 ** 20;
}

/**
 * The answer in a word, with its reasons. Certain refusals first, then this device's own experience, then estimates.
 */
export function fitOf(question: FitQuestion): Fit {
  const { facts } = question;
  const half = question.model.requiredFeatures.includes('shader-f16');
  const lacksHalf = facts.found && half && !facts.adapter.features.includes('shader-f16');
  const model = lacksHalf && question.twin !== null ? question.twin : question.model;
  const memoryMb = memoryFor(model, question.contextTokens);
  const asTwin = model === question.model ? [] : [because('isTakenInSingleFloats')];
  const answer = (word: FitWord, reason: FitReason) => ({
    word,
    model,
    memoryMb,
    reasons: [reason, ...asTwin],
  });
  const refusal = refusalOf(model, question);
  if (refusal !== null) return answer('cannot', refusal);
  if (!facts.found) return answer('cannot', because('hasNoGpu', facts.why));
  if (facts.adapter.software) return answer('slow', because('gpuIsImitated'));
  const experience = experienceOf(question, model);
  if (experience !== null) return answer(...experience);
  if (facts.device.phone && (model.weightBytes ?? Infinity) > MOST_ON_PHONES)
    return answer('unlikely', because('phoneClosesPage'));
  return answer(...byMemory(question, memoryMb));
}

function refusalOf(model: GpuModel, { facts, missingBytes, contextTokens }: FitQuestion): FitReason | null {
  if (!facts.found) return because('hasNoGpu', facts.why);
  const { adapter, device } = facts;
  const lacking = model.requiredFeatures.filter((feature) => !adapter.features.includes(feature));
  if (lacking.length > 0) return because('gpuLacks', lacking);
  for (const [limit, least] of Object.entries(LEAST) as [keyof typeof LEAST, number][]) {
    if (adapter[limit] < least) return because('gpuLimitIsTooLow', limit, adapter[limit], least);
  }
  if (contextTokens > model.longestContext) return because('windowIsTooLong', model.longestContext);
  if (missingBytes !== null && device.freeBytes !== null && missingBytes > device.freeBytes)
    return because('hasNoRoomToStore', missingBytes, device.freeBytes);
  return null;
}

/** Experience on this device outweighs every estimate, for windows that it covers. */
function experienceOf({ last, contextTokens }: FitQuestion, model: GpuModel): [FitWord, FitReason] | null {
  if (last === null || last.modelId !== model.id) return null;
  if (last.result === 'ran') {
    if (contextTokens > last.contextTokens) return null;
    return ['fits', because('ranHere', last.contextTokens, last.tokensPerSecond)];
  }
  if (last.result === 'library' || last.result === 'failed' || contextTokens < last.contextTokens)
    return null;
  return ['unlikely', because('failedHere', last.result, last.contextTokens)];
}

function byMemory({ gpuMemoryMb, facts }: FitQuestion, memoryMb: number | null): [FitWord, FitReason] {
  if (memoryMb === null) return ['unknown', because('neededMemoryIsUnknown')];
  if (gpuMemoryMb !== null) {
    const reason = because('needsOfStatedMemory', memoryMb, gpuMemoryMb);
    if (memoryMb > gpuMemoryMb) return ['unlikely', reason];
    // The system and this page take some, too.
    return [memoryMb > gpuMemoryMb * 0.85 ? 'unknown' : 'likely', reason];
  }
  const machineGb = facts.device.memoryGb;
  if (machineGb !== null && machineGb <= SMALL_MACHINE_GB && memoryMb > machineGb * 1000 * SHARED_FRACTION)
    return ['cannot', because('needsOfMachineMemory', memoryMb, machineGb)];
  if (machineGb !== null && memoryMb > machineGb * 1000)
    return ['unlikely', because('needsOfMachineMemory', memoryMb, machineGb)];
  // Browsers say no more than 8 (or 32) GB, so only a small machine can be told from this.
  if (machineGb !== null && memoryMb <= machineGb * 1000 * SHARED_FRACTION)
    return ['likely', because('machineHasMemory', machineGb)];
  return ['unknown', because('gpuMemoryIsUnknown')];
}
