import { lazily } from '../../../base/lazily.ts';
import type { KnownGpuModels } from '../../../models/asking/gpu-asker.ts';
import { fitOf, type Fit } from '../../../models/web-llm/fit.ts';
import { adapterName, type GpuFacts } from '../../../models/web-llm/gpu-facts.ts';
import type { GpuPort, HeldModel } from '../../../models/web-llm/gpu-port.ts';
import type { Tables } from '../../../storage/tables.ts';
import type { GpuSettings, ModelLoad } from '../../../domain/settings.ts';
import { usualWindow } from '../../../models/web-llm/windows.ts';
import { catalogModel, HALF_FLOAT_MODELS } from '../../../models/web-llm/catalog.ts';
import { readForm, readModels, writeModels, type ModelForm } from '../../../models/web-llm/custom-model.ts';
import type { GpuModel } from '../../../models/web-llm/gpu-model.ts';
import type { LoadMemory, UnfinishedMemory } from '../../../models/asking/gpu-sessions.ts';
import type { UnfinishedAnswer } from '../../../domain/answer.ts';
import type { RecordStore } from '../../../storage/record-store.ts';

/** The GPU of this machine: its capabilities, the model on it, and the models that fit. */
export class GpuState implements KnownGpuModels {
  readonly settings: GpuSettingsState;
  readonly catalog: GpuCatalogState;
  readonly loads: GpuLoadsState;
  readonly unfinished: UnfinishedAnswersState;
  /** Probes the GPU once. Further calls wait for the same result. */
  readonly probe = lazily(async () => void (this.#facts = await this.#port.probe()));
  readonly #port: GpuPort;
  #facts = $state.raw<GpuFacts | null>(null);
  #held = $state.raw<HeldModel | null>(null);

  constructor(port: GpuPort, tables: Tables) {
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

  /**
   * Whether a test prompt is run after loading. It is not run on a software GPU, where a token takes minutes.
   */
  get checksAfterLoad(): boolean {
    return this.#facts?.found === true && !this.#facts.adapter.software;
  }

  /** The name of the GPU; null if unknown. */
  get adapter(): string | null {
    return adapterName(this.#facts);
  }

  async load(): Promise<void> {
    await Promise.all([this.settings.load(), this.loads.load()]);
    this.catalog.load();
    // Another tab may use the GPU for hours, so this is not awaited.
    void this.unfinished.load();
  }

  find(id: string): GpuModel | null {
    return this.catalog.find(id);
  }

  windowOf(model: GpuModel): number {
    return this.settings.windowOf(model);
  }

  /**
   * Returns whether the model fits, with the chosen window or another.
   * @param missingBytes bytes still to download; null if unknown
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

  /** Removes the model from the GPU. */
  free(): void {
    this.#port.free();
  }
}

const UNSET: GpuSettings = { windows: {}, gpuMemoryMb: null, growWindow: true, custom: '' };
const STORED_AS = 'settings';

export class GpuSettingsState {
  readonly #records: RecordStore<GpuSettings>;
  #current = $state.raw<GpuSettings>(UNSET);

  constructor(records: RecordStore<GpuSettings>) {
    this.#records = records;
  }

  get current(): GpuSettings {
    return this.#current;
  }

  async load(): Promise<void> {
    const stored = await this.#records.read(STORED_AS);
    if (stored !== undefined) this.#current = { ...UNSET, ...stored };
  }

  /** Returns the context window chosen for a model, in tokens. */
  windowOf(model: GpuModel): number {
    return this.#current.windows[model.id] ?? usualWindow(model);
  }

  setWindow(model: GpuModel, contextTokens: number): void {
    this.change({ windows: { ...this.#current.windows, [model.id]: contextTokens } });
  }

  change(change: Partial<GpuSettings>): void {
    this.#current = { ...this.#current, ...change };
    void this.#records.write(STORED_AS, this.#current);
  }
}

/** All models for the GPU: the catalog's and the user's own. */
export class GpuCatalogState {
  readonly #settings: GpuSettingsState;
  #own = $state.raw<readonly GpuModel[]>([]);

  readonly models = $derived.by((): readonly GpuModel[] => [...HALF_FLOAT_MODELS, ...this.#own]);

  constructor(settings: GpuSettingsState) {
    this.#settings = settings;
  }

  /** The user's own models. */
  get own(): readonly GpuModel[] {
    return this.#own;
  }

  /** Reads the user's own models from the settings, which must be loaded. */
  load(): void {
    const reading = readModels(this.#settings.current.custom);
    if (reading.ok) this.#own = reading.models;
  }

  /** Returns a model of the catalog, including twins, or one of the user's own; null for an unknown name. */
  find(id: string): GpuModel | null {
    return catalogModel(id) ?? this.#own.find((model) => model.id === id) ?? null;
  }

  /** Adds the model of a form. @returns the fault, or null */
  addForm(form: ModelForm): string | null {
    const reading = readForm(form);
    return reading.ok ? this.add(reading.models) : reading.fault;
  }

  /** Adds models from JSON. @returns the fault, or null */
  addJson(text: string): string | null {
    const reading = readModels(text);
    return reading.ok ? this.add(reading.models) : reading.fault;
  }

  /** Adds models. A model with the name of one of the user's own replaces it. @returns the fault, or null */
  add(models: readonly GpuModel[]): string | null {
    const taken = models.find(({ id }) => catalogModel(id) !== null);
    if (taken !== undefined) return `${taken.id} is in the list already: give yours another name.`;
    const names = new Set(models.map(({ id }) => id));
    this.#set([...this.#own.filter(({ id }) => !names.has(id)), ...models]);
    return null;
  }

  remove(id: string): void {
    this.#set(this.#own.filter((model) => model.id !== id));
  }

  #set(models: readonly GpuModel[]): void {
    this.#own = models;
    this.#settings.change({ custom: writeModels(models) });
  }
}

/** The result of each model's last load on this device. */
export class GpuLoadsState implements LoadMemory {
  readonly #records: RecordStore<ModelLoad>;
  #loads = $state.raw<ReadonlyMap<string, ModelLoad>>(new Map());

  constructor(records: RecordStore<ModelLoad>) {
    this.#records = records;
  }

  async load(): Promise<void> {
    this.#loads = await this.#records.readAll();
  }

  last(modelId: string): ModelLoad | null {
    return this.#loads.get(modelId) ?? null;
  }

  /** Stores the load before it begins, because a page that crashes during it cannot write. */
  async begin(load: ModelLoad): Promise<void> {
    await this.#records.write(load.modelId, load);
  }

  takeBack(modelId: string): void {
    const before = this.last(modelId);
    if (before === null) void this.#records.delete([modelId]);
    else void this.#records.write(modelId, before);
  }

  remember(load: ModelLoad): void {
    this.#loads = new Map(this.#loads).set(load.modelId, load);
    void this.#records.write(load.modelId, load);
  }
}

/** Unfinished answers of models on the GPU that can be continued. */
export class UnfinishedAnswersState implements UnfinishedMemory {
  readonly #port: GpuPort;
  readonly #records: RecordStore<UnfinishedAnswer>;
  #offered = $state.raw<readonly UnfinishedAnswer[]>([]);

  constructor(port: GpuPort, records: RecordStore<UnfinishedAnswer>) {
    this.#port = port;
    this.#records = records;
  }

  get offered(): readonly UnfinishedAnswer[] {
    return this.#offered;
  }

  /**
   * Offers unfinished answers of earlier visits. It waits until no tab uses the GPU, because the answer of
   * that tab is still being written. During a reload, the closing page also uses it for a moment.
   */
  async load(): Promise<void> {
    await this.#port.whenFree();
    const broken = await this.#records.readAll();
    this.#offered = [...broken.values()].sort((a, b) => b.when - a.when);
  }

  keep(record: UnfinishedAnswer): void {
    void this.#records.write(record.sessionId, record);
  }

  offer(record: UnfinishedAnswer): void {
    this.#offered = [record, ...this.#offered];
    this.keep(record);
  }

  withdraw(sessionId: string): void {
    this.#offered = this.#offered.filter((record) => record.sessionId !== sessionId);
  }

  finish(sessionId: string): void {
    void this.#records.delete([sessionId]);
  }

  async forget(sessionId: string): Promise<void> {
    this.withdraw(sessionId);
    await this.#records.delete([sessionId]);
    await this.#port.forget(sessionId);
  }
}
