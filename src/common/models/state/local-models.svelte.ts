import type { LocalToAsk } from '../../../models/asking/asker.ts';
import { recommendation, type Recommendation } from '../../../models/asking/recommend.ts';
import type { CpuPort } from '../../../models/gguf/cpu-model.ts';
import type { GpuPort } from '../../../models/web-llm/gpu-port.ts';
import { usualWindow } from '../../../models/web-llm/windows.ts';
import type { Tables } from '../../../storage/tables.ts';
import { CpuState } from './cpu-state.svelte.ts';
import { DownloadsState } from './downloads-state.svelte.ts';
import { GpuState } from './gpu-state.svelte.ts';
import type { MirrorState } from './mirror-state.svelte.ts';

/** The engines of this machine. */
export interface LocalPorts {
  readonly gpu: GpuPort;
  readonly cpu: CpuPort;
  /** The hosts from which `gpu` downloads. */
  readonly mirror: MirrorState;
}

/**
 * The state of all models that run on this machine. Its code is loaded when it is first needed, or when the
 * page is idle.
 */
export class LocalModels implements LocalToAsk {
  /** The models of each engine, with their settings. */
  readonly models: { readonly gpu: GpuState; readonly cpu: CpuState };
  readonly downloads: DownloadsState;
  readonly mirror: MirrorState;

  /**
   * The model of the catalogs, without the user's own models, that suits this machine best. Null before the
   * GPU is probed, and if no model runs here.
   */
  readonly recommendation = $derived.by((): Recommendation | null => {
    const { gpu, cpu } = this.models;
    const { facts } = gpu;
    if (facts === null) return null;
    return recommendation({
      facts,
      gpu: gpu.models
        .filter(({ isOwn }) => !isOwn)
        .flatMap((model) => {
          const missingBytes = this.downloads.missingBytes(gpu.versionOf(model));
          const fit = gpu.fitOf(model, missingBytes, usualWindow(model));
          return fit === null ? [] : [{ model, fit }];
        }),
      cpu: cpu.models
        .filter(({ isOwn }) => !isOwn)
        .flatMap((model) => {
          const [memory, speed] = [cpu.memoryOf(model), cpu.speedEstimateOf(model)];
          return memory === null || speed === null ? [] : [{ model, memory, speed }];
        }),
    });
  });

  /** @param showNotice shows the user a message that explains why a request is repeated */
  constructor({ gpu, cpu, mirror }: LocalPorts, tables: Tables, showNotice: (text: string) => void) {
    const allModels = () => [...this.models.gpu.catalog.allModels, ...this.models.cpu.models];
    this.mirror = mirror;
    this.downloads = new DownloadsState({ gpu, cpu }, allModels, tables.downloads);
    const onGpu = new GpuState(gpu, tables, this.downloads, showNotice);
    this.models = { gpu: onGpu, cpu: new CpuState(cpu, tables.cpu, this.downloads, onGpu) };
  }

  async load(): Promise<void> {
    await Promise.all([this.models.gpu.load(), this.models.cpu.load()]);
    await this.downloads.load();
  }
}
