/** Which of the listed models suits a machine best, and why: said before anything is downloaded. */
import { coder, type Coded } from '../../base/coded.ts';
import type { CpuModel } from '../gguf/cpu-model.ts';
import { isTooLarge, type MemoryNeed } from '../gguf/memory.ts';
import { SHORT_ANSWER, usualTokens, type SpeedEstimate } from '../gguf/speed.ts';
import type { Fit, FitReason, FitWord } from '../web-llm/fit.ts';
import type { GpuFacts } from '../web-llm/gpu-facts.ts';
import type { GpuModel } from '../web-llm/gpu-model.ts';
import type * as words from '../words/recommend.ts';

export interface Recommendation {
  readonly device: 'gpu' | 'cpu';
  readonly id: string;
  readonly label: string;
  /** The weightiest first. */
  readonly why: readonly Coded<typeof words>[];
}

const because = coder<typeof words>();

/** A model with its usual window on this machine. */
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

/** Reasons of a fit that name the memory which the model takes. */
const NAMES_MEMORY: readonly FitReason['code'][] = ['needsOfStatedMemory', 'needsOfMachineMemory'];

/** Longer than this, and a short answer on the CPU tries anybody's patience; in seconds. */
const PATIENCE = 300;

/** On the GPU where there is one that any model fits, else on the CPU; null where nothing runs. */
export function recommend(candidates: Candidates): Recommendation | null {
  return onGpu(candidates) ?? onCpu(candidates);
}

/** The largest that ran here or should fit; the smallest where nothing is known of the memory. */
function onGpu({ gpu }: Candidates): Recommendation | null {
  const of = (word: FitWord): readonly GpuCandidate[] => gpu.filter(({ fit }) => fit.word === word);
  const parameters = ({ model }: GpuCandidate): number => model.billions ?? 0;
  const need = ({ fit }: GpuCandidate): number => fit.memoryMb ?? Infinity;
  const ran = largest(of('fits'), parameters);
  const should = largest(of('likely'), parameters);
  const may = largest(of('unknown'), (candidate) => -need(candidate));
  const taken = ran ?? should ?? may;
  if (taken === null) return null;
  const { model, fit } = taken;
  const [reason] = fit.reasons;
  const isMemoryNamed = reason !== undefined && NAMES_MEMORY.includes(reason.code);
  const choice =
    taken === ran
      ? 'isLargestThatRan'
      : taken === should
        ? 'isLargestThatFits'
        : 'isSmallestForUnknownMemory';
  return {
    device: 'gpu',
    id: model.id,
    label: model.label,
    why: [
      because(choice),
      ...(fit.memoryMb === null || isMemoryNamed ? [] : [because('takesGpuMemory', fit.memoryMb)]),
      ...(reason === undefined ? [] : [because('fit', reason)]),
      ...(taken === ran ? [] : [because('speedShowsLater')]),
    ],
  };
}

/** The largest without a chain of thought that answers within minutes, else the smallest that fits. */
function onCpu({ cpu, facts }: Candidates): Recommendation | null {
  const bytes = ({ memory }: CpuCandidate): number => memory.weightBytes;
  const fitting = cpu.filter(({ memory }) => memory.verdict === 'fits');
  const quick = fitting.filter(({ model, speed }) => !model.reasons && SHORT_ANSWER / speed.low <= PATIENCE);
  const possible = cpu.filter(({ memory }) => !isTooLarge(memory));
  const taken = largest(quick, bytes) ?? largest(possible, (candidate) => -bytes(candidate));
  if (taken === null) return null;
  const { model, memory, speed } = taken;
  const noGpu = !facts.found
    ? because('hasNoGpu', facts.why)
    : because(facts.adapter.software ? 'gpuIsImitated' : 'noModelSuitsGpu');
  return {
    device: 'cpu',
    id: model.id,
    label: model.label,
    why: [
      noGpu,
      because(quick.includes(taken) ? 'isLargestThatIsQuick' : 'isSmallest'),
      because('takesMemory', memory.totalBytes),
      because('speed', speed, usualTokens(model.reasons), model.reasons),
    ],
  };
}

/** The first with the highest figure; null of none. */
function largest<T>(all: readonly T[], figure: (one: T) => number): T | null {
  return all.reduce<T | null>(
    (best, one) => (best === null || figure(one) > figure(best) ? one : best),
    null,
  );
}
