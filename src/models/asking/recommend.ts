/** Recommends the listed model that suits a machine best, with reasons, before any download. */
import { byteText } from '../../base/number-words.ts';
import type { CpuModel } from '../gguf/cpu-model.ts';
import { isTooLarge, type MemoryNeed } from '../gguf/memory.ts';
import { SHORT_ANSWER, speedWords, usualTokens, type SpeedEstimate } from '../gguf/speed.ts';
import type { Fit, FitWord } from '../web-llm/fit.ts';
import { NO_GPU, type GpuFacts } from '../web-llm/gpu-facts.ts';
import type { GpuModel } from '../web-llm/gpu-model.ts';

export interface Recommendation {
  readonly device: 'gpu' | 'cpu';
  readonly id: string;
  readonly label: string;
  /** Messages, the most important first. */
  readonly reasons: readonly string[];
}

/** A model with its default context window on this machine. */
export interface GpuCandidate {
  readonly model: GpuModel;
  readonly fit: Fit;
}

export interface CpuCandidate {
  readonly model: CpuModel;
  readonly memory: MemoryNeed;
  readonly speed: SpeedEstimate;
}

export interface Candidates {
  readonly facts: GpuFacts;
  readonly gpu: readonly GpuCandidate[];
  readonly cpu: readonly CpuCandidate[];
}

/** Maximum acceptable time for a short answer on the CPU, in seconds. */
const MAX_ANSWER_SECONDS = 300;

/** Recommends a model on the GPU if one fits, otherwise on the CPU; null if none can run. */
export function recommendation(candidates: Candidates): Recommendation | null {
  return onGpu(candidates) ?? onCpu(candidates);
}

/** Returns the largest model that ran here or should fit; the smallest one if the memory is unknown. */
function onGpu({ gpu }: Candidates): Recommendation | null {
  const withFit = (word: FitWord): readonly GpuCandidate[] => gpu.filter(({ fit }) => fit.word === word);
  const billionsOf = ({ model }: GpuCandidate): number => model.billions ?? 0;
  const memoryNeed = ({ fit }: GpuCandidate): number => fit.memoryMb ?? Infinity;
  const largestThatRan = largest(withFit('fits'), billionsOf);
  const largestLikely = largest(withFit('likely'), billionsOf);
  const smallestUnknown = largest(withFit('unknown'), (candidate) => -memoryNeed(candidate));
  const gpuPick = largestThatRan ?? largestLikely ?? smallestUnknown;
  if (gpuPick === null) return null;
  const { model, fit } = gpuPick;
  const [reason] = fit.reasons;
  const choice =
    gpuPick === largestThatRan
      ? 'The largest that has run here.'
      : gpuPick === largestLikely
        ? 'The largest in the list that should fit.'
        : 'The smallest in the list, because the memory of this GPU is unknown.';
  return {
    device: 'gpu',
    id: model.id,
    label: model.label,
    reasons: [
      choice,
      ...(fit.memoryMb === null || fit.namesMemory
        ? []
        : [`It takes ${byteText(fit.memoryMb * 1e6)} of GPU memory.`]),
      ...(reason === undefined ? [] : [reason]),
      ...(gpuPick === largestThatRan ? [] : ['How fast it is shows when it has run once.']),
    ],
  };
}

/**
 * Returns the largest model without a chain of thought that answers within minutes, otherwise the smallest
 * one that fits.
 */
function onCpu({ cpu, facts }: Candidates): Recommendation | null {
  const weightBytes = ({ memory }: CpuCandidate): number => memory.weightBytes;
  const fittingModels = cpu.filter(({ memory }) => memory.verdict === 'fits');
  const quickModels = fittingModels.filter(
    ({ model, speed }) => !model.reasons && SHORT_ANSWER / speed.lowRate <= MAX_ANSWER_SECONDS,
  );
  const possibleModels = cpu.filter(({ memory }) => !isTooLarge(memory));
  const cpuPick =
    largest(quickModels, weightBytes) ?? largest(possibleModels, (candidate) => -weightBytes(candidate));
  if (cpuPick === null) return null;
  const { model, memory, speed } = cpuPick;
  const noGpu = !facts.found
    ? NO_GPU[facts.why].message
    : facts.adapter.software
      ? 'The GPU is imitated by the CPU here, which takes minutes for each token.'
      : 'No model in the list suits this GPU.';
  return {
    device: 'cpu',
    id: model.id,
    label: model.label,
    reasons: [
      noGpu,
      quickModels.includes(cpuPick)
        ? 'The largest in the list that writes a short answer within minutes.'
        : 'The smallest in the list.',
      `It takes ${byteText(memory.totalBytes)} of memory.`,
      speedWords(speed, usualTokens(model.reasons), model.reasons),
    ],
  };
}

/** Returns the first item with the highest value of `valueOf`; null for an empty array. */
function largest<T>(items: readonly T[], valueOf: (item: T) => number): T | null {
  return items.reduce<T | null>(
    (best, item) => (best === null || valueOf(item) > valueOf(best) ? item : best),
    null,
  );
}
