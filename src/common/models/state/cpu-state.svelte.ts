import type { CpuSettings } from '../../../domain/settings.ts';
import type { EngineToAsk, ModelSession } from '../../../models/asking/asker.ts';
import type { ChatModel } from '../../../models/chat-model.ts';
import { failed } from '../../../models/failure.ts';
import { GGUF_MODELS } from '../../../models/gguf/catalog.ts';
import {
  fromAddress,
  fromCatalog,
  readAddress,
  readFiles,
  type CpuModel,
  type CpuPort,
} from '../../../models/gguf/cpu-model.ts';
import { chooseLayers, type LayerChoice, type Placement } from '../../../models/gguf/placement.ts';
import { memoryNeed, type MemoryNeed } from '../../../models/gguf/memory.ts';
import { estimateSpeed, speedWords, usualTokens, type SpeedEstimate } from '../../../models/gguf/speed.ts';
import type { RecordStore } from '../../../storage/record-store.ts';
import type { DownloadsState } from './downloads-state.svelte.ts';
import type { GpuState } from './gpu-state.svelte.ts';
import { MeasuresState } from './measures-state.svelte.ts';

const UNSET: CpuSettings = { addresses: [], windows: {}, speeds: {} };
const STORED_AS = 'cpu';
/** Default context window in tokens. A reasoning model gets a larger one. */
const USUAL_WINDOW = 8192;
const WINDOW_TO_THINK = 16_384;

/** The GGUF models on this machine: the list, and the memory, device and speed of each. */
export class CpuState implements EngineToAsk {
  /** Also used for models of web-llm. */
  readonly measures = new MeasuresState(
    () => this.#settings.measures ?? {},
    (measures) => this.#change({ measures }),
  );
  readonly #port: CpuPort;
  readonly #records: RecordStore<CpuSettings>;
  readonly #gpu: GpuState;
  readonly #downloads: DownloadsState;
  #settings = $state.raw<CpuSettings>(UNSET);
  /** Placements of the models that were loaded in this visit. */
  #placements = $state.raw<ReadonlyMap<string, Placement>>(new Map());
  /**
   * Files that the user has chosen. They are kept for this visit, because a page cannot store access to them.
   */
  #fromDisk = $state.raw<readonly CpuModel[]>([]);

  readonly models = $derived.by((): readonly CpuModel[] => [
    ...this.#fromDisk,
    ...GGUF_MODELS.map(fromCatalog),
    ...this.#settings.addresses.map(fromAddress),
  ]);
  /** The models that can answer now. */
  readonly ready = $derived.by(() => this.models.filter((model) => this.#downloads.isComplete(model)));

  /** @param gpu decides where a model runs */
  constructor(port: CpuPort, records: RecordStore<CpuSettings>, downloads: DownloadsState, gpu: GpuState) {
    this.#port = port;
    this.#records = records;
    this.#downloads = downloads;
    this.#gpu = gpu;
  }

  get threads(): number {
    return this.#port.threads;
  }

  get threadChoices(): NonNullable<CpuSettings['threads']> {
    return this.#settings.threads ?? {};
  }

  async load(): Promise<void> {
    const storedSettings = await this.#records.read(STORED_AS);
    if (storedSettings !== undefined) this.#settings = { ...UNSET, ...storedSettings };
  }

  find(id: string): CpuModel | null {
    return this.models.find((model) => model.id === id) ?? null;
  }

  windowOf(model: CpuModel): number {
    const defaultWindow = model.reasons ? WINDOW_TO_THINK : USUAL_WINDOW;
    return this.#settings.windows[model.id] ?? Math.min(defaultWindow, model.longestContext);
  }

  setWindow(model: CpuModel, contextTokens: number): void {
    this.#change({ windows: { ...this.#settings.windows, [model.id]: contextTokens } });
  }

  /**
   * Bytes of the model: the size in the list, otherwise the size that the server reported; null if both are
   * unknown.
   */
  bytesOf(model: CpuModel): number | null {
    return model.weightBytes ?? this.#downloads.sizeOf(model);
  }

  /** Returns the memory that the model needs on this machine; null while its size is unknown. */
  memoryOf(model: CpuModel): MemoryNeed | null {
    const bytes = this.bytesOf(model);
    if (bytes === null) return null;
    return memoryNeed(bytes, model.cacheBytesPerToken, this.windowOf(model), this.#port.deviceBytes);
  }

  /**
   * Returns the number of layers that a load would put on the GPU, with the reason; null while it is unknown.
   */
  choiceOf(model: CpuModel): LayerChoice | null {
    const { facts, settings } = this.#gpu;
    const memory = this.memoryOf(model);
    if (facts === null || memory === null) return null;
    return chooseLayers({
      facts,
      canPause: 'Suspending' in WebAssembly,
      weightBytes: memory.weightBytes,
      cacheBytes: memory.cacheBytes,
      modelLayers: model.layers,
      gpuMemoryMb: settings.current.gpuMemoryMb,
    });
  }

  /** Returns the placement of the model's last load in this visit; null before the first. */
  placementOf(model: CpuModel): Placement | null {
    return this.#placements.get(model.id) ?? null;
  }

  /** The reason why llama.cpp runs on the CPU for every model on this machine; null if it can use the GPU. */
  get cpuReason(): string | null {
    const { facts, settings } = this.#gpu;
    if (facts === null) return null;
    const { gpuMemoryMb } = settings.current;
    const smallest = { weightBytes: 0, cacheBytes: 0, modelLayers: 1, gpuMemoryMb };
    const choice = chooseLayers({ facts, canPause: 'Suspending' in WebAssembly, ...smallest });
    return choice.layers === 0 ? choice.reason : null;
  }

  /** Estimates the speed; null while the model's size is unknown. */
  speedEstimateOf(model: CpuModel): SpeedEstimate | null {
    const measuredSpeed = this.#settings.speeds[model.id] ?? null;
    const bytes = this.bytesOf(model);
    if (bytes === null && measuredSpeed === null) return null;
    const measuredThreads = Object.values(this.threadChoices).map(({ threads }) => threads);
    const threads =
      measuredThreads.length === 0 ? this.threads : Math.min(this.threads, Math.max(...measuredThreads));
    return estimateSpeed(bytes ?? 1, threads, measuredSpeed);
  }

  /**
   * Describes the speed; null while the size of the model is unknown. Speeds on a GPU are measured, not
   * estimated.
   */
  speedOf(model: CpuModel): string | null {
    const speed = this.speedEstimateOf(model);
    const onGpu = (this.choiceOf(model)?.layers ?? 0) > 0;
    if (onGpu && speed?.isMeasured === false) return 'Its speed on this GPU is known after its first answer.';
    return speed && speedWords(speed, usualTokens(model.reasons), model.reasons);
  }

  /**
   * Adds an address.
   * @returns an error message, or null if the address was added
   */
  addAddress(text: string): string | null {
    const modelReading = readAddress(text);
    if (!modelReading.ok) return modelReading.fault;
    const { id } = modelReading.model;
    if (this.models.some(({ source }) => source.kind === 'url' && source.url === id))
      return 'This address is in the list already.';
    this.#change({ addresses: [...this.#settings.addresses, id] });
    void this.#downloads.refresh(modelReading.model);
    return null;
  }

  /**
   * Adds files from the disk for this visit. They must be all parts of one model.
   * @returns an error message, or null if the files were added
   */
  addFiles([first, ...otherFiles]: readonly File[]): string | null {
    if (first === undefined) return null;
    const modelReading = readFiles([first, ...otherFiles]);
    if (!modelReading.ok) return modelReading.fault;
    const { model } = modelReading;
    // The status of the files is read first, because it determines the position of a new model in the list.
    void this.#downloads.refresh(model).then(() => {
      this.#fromDisk = [model, ...this.#fromDisk.filter(({ id }) => id !== model.id)];
    });
    return null;
  }

  /** Removes the user's model from the list, and deletes its files. */
  async removeOwn(model: CpuModel): Promise<void> {
    if (model.source.kind === 'files') {
      this.#fromDisk = this.#fromDisk.filter(({ id }) => id !== model.id);
      return;
    }
    const { url } = model.source;
    await this.#downloads.remove(model);
    this.#change({ addresses: this.#settings.addresses.filter((address) => address !== url) });
  }

  async isReady(id: string): Promise<boolean> {
    return this.ready.some((model) => model.id === id);
  }

  async open(id: string): Promise<ModelSession> {
    const model = this.find(id);
    return { model: model === null ? absentModel(id) : await this.openModel(model) };
  }

  /** Opens a model for one request. */
  openModel(model: CpuModel): Promise<ChatModel> {
    const { id } = model;
    return this.#port.open(model, {
      contextTokens: this.windowOf(model),
      gpuMemoryMb: this.#gpu.settings.current.gpuMemoryMb,
      threadChoices: {
        read: (architecture) => this.#settings.threads?.[architecture] ?? null,
        write: (architecture, choice) => {
          const { [architecture]: _, ...others } = this.#settings.threads ?? {};
          this.#change({ threads: choice === null ? others : { ...others, [architecture]: choice } });
        },
      },
      onLoad: (load) => {
        if (load?.ok && load.placement) this.#placements = new Map(this.#placements).set(id, load.placement);
      },
      onEnd: ({ tokensPerSecond }) => {
        if (tokensPerSecond) this.#change({ speeds: { ...this.#settings.speeds, [id]: tokensPerSecond } });
      },
    });
  }

  #change(change: Partial<CpuSettings>): void {
    this.#settings = { ...this.#settings, ...change };
    void this.#records.write(STORED_AS, this.#settings);
  }
}

/**
 * Creates a model that always fails. It replaces a model on the CPU that an old address names and this
 * machine lacks.
 */
function absentModel(name: string): ChatModel {
  const id = `wllama/${name}`;
  const end = failed({
    layer: 'not-downloaded',
    message: `There is no model ${id} on this machine.`,
    remedy: 'Choose another model, or add its file in the list of models.',
  });
  return {
    id,
    load: async () => end,
    async *generate() {
      yield { type: 'failed', failure: end.failure };
    },
    dispose: () => undefined,
  };
}
