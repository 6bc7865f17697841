import { lazily } from '../../../base/lazily.ts';
import type { KnownGpuModels } from '../../../models/asking/gpu-asker.ts';
import { catalogModel } from '../../../models/web-llm/catalog.ts';
import { fitOf, type Fit } from '../../../models/web-llm/fit.ts';
import { adapterName, type GpuFacts } from '../../../models/web-llm/gpu-facts.ts';
import type { GpuModel } from '../../../models/web-llm/gpu-model.ts';
import type { GpuPort, HeldModel } from '../../../models/web-llm/gpu-port.ts';
import type { Tables } from '../../../storage/tables.ts';
import { GpuCatalogState } from './gpu-catalog-state.svelte.ts';
import { GpuLoadsState } from './gpu-loads-state.svelte.ts';
import { GpuSettingsState } from './gpu-settings-state.svelte.ts';
import { UnfinishedAnswersState } from './unfinished-answers-state.svelte.ts';

/** The GPU of this machine: what it can do, what is on it, and which models fit. */
export class GpuState implements KnownGpuModels {
  readonly settings: GpuSettingsState;
  readonly catalog: GpuCatalogState;
  readonly loads: GpuLoadsState;
  readonly unfinished: UnfinishedAnswersState;
  /** Asks for the GPU once; further calls wait for the same answer. */
  readonly probe = lazily(async () => void (this.#facts = await this.#port.probe()));
  readonly #port: GpuPort;
  #facts = $state.raw<GpuFacts | null>(null);
  #held = $state.raw<HeldModel | null>(null);

  constructor(port: GpuPort, tables: Pick<Tables, 'gpuSettings' | 'gpuOutcomes' | 'unfinished'>) {
    this.#port = port;
    this.settings = new GpuSettingsState(tables.gpuSettings);
    this.catalog = new GpuCatalogState(this.settings);
    this.loads = new GpuLoadsState(tables.gpuOutcomes);
    this.unfinished = new UnfinishedAnswersState(port, tables.unfinished);
    port.onHeld((held) => (this.#held = held));
  }

  /** The facts that the browser reports about the GPU; null until the browser has answered. */
  get facts(): GpuFacts | null {
    return this.#facts;
  }

  /** The model that is on the GPU. */
  get held(): HeldModel | null {
    return this.#held;
  }

  get models(): readonly GpuModel[] {
    return this.catalog.models;
  }

  get growWindow(): boolean {
    return this.settings.current.growWindow;
  }

  /** Whether a model is heard after loading: not on a GPU that the CPU imitates, where a token takes minutes. */
  get hears(): boolean {
    return this.#facts?.found === true && !this.#facts.adapter.software;
  }

  /** The name of the GPU; null where it is not known. */
  get adapter(): string | null {
    return adapterName(this.#facts);
  }

  async load(): Promise<void> {
    await Promise.all([this.settings.load(), this.loads.load()]);
    this.catalog.load();
    // Another tab may have the GPU for hours.
    void this.unfinished.load();
  }

  find(id: string): GpuModel | null {
    return this.catalog.find(id);
  }

  windowOf(model: GpuModel): number {
    return this.settings.windowOf(model);
  }

  /**
   * Does it fit, with the chosen window or another?
   * @param missingBytes bytes still to be downloaded; null when not known
   */
  fitOf(
    model: GpuModel,
    missingBytes: number | null,
    contextTokens: number = this.windowOf(model),
  ): Fit | null {
    const facts = this.#facts;
    if (facts === null) return null;
    const { gpuMemoryMb } = this.settings.current;
    const twin = model.twin === null ? null : catalogModel(model.twin);
    const last = this.loads.last(model.id) ?? (twin && this.loads.last(twin.id));
    return fitOf({ model, twin, contextTokens, facts, missingBytes, gpuMemoryMb, last });
  }

  versionOf(model: GpuModel): GpuModel {
    return this.fitOf(model, null)?.model ?? model;
  }

  /** Takes the model off the GPU. */
  free(): void {
    this.#port.free();
  }
}
