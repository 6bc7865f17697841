import { recommend, type Recommendation } from '../../../models/asking/recommend.ts';
import { usualWindow } from '../../../models/web-llm/windows.ts';
import type { CpuState } from './cpu-state.svelte.ts';
import type { GpuModel } from '../../../models/web-llm/gpu-model.ts';
import type { GpuState } from './gpu-state.svelte.ts';

export interface RecommendationParts {
  readonly gpu: Pick<GpuState, 'facts' | 'models' | 'fitOf' | 'versionOf'>;
  readonly downloads: { missingBytes(model: GpuModel): number | null };
  readonly cpu: Pick<CpuState, 'models' | 'memoryOf' | 'speedEstimateOf'>;
}

/** The catalog model that suits this machine best. The user's own models are not considered. */
export class RecommendationState {
  readonly #parts: RecommendationParts;

  /** Null before the GPU is probed, and if no model runs here. */
  readonly current = $derived.by((): Recommendation | null => {
    const { gpu, downloads, cpu } = this.#parts;
    const { facts } = gpu;
    if (facts === null) return null;
    return recommend({
      facts,
      gpu: gpu.models
        .filter(({ own }) => !own)
        .flatMap((model) => {
          const missing = downloads.missingBytes(gpu.versionOf(model));
          const fit = gpu.fitOf(model, missing, usualWindow(model));
          return fit === null ? [] : [{ model, fit }];
        }),
      cpu: cpu.models
        .filter(({ own }) => !own)
        .flatMap((model) => {
          const [memory, speed] = [cpu.memoryOf(model), cpu.speedEstimateOf(model)];
          return memory === null || speed === null ? [] : [{ model, memory, speed }];
        }),
    });
  });

  constructor(parts: RecommendationParts) {
    this.#parts = parts;
  }
}
