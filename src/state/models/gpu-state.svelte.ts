import type { ChatModel, FailureLayer } from '../../models/chat-model.ts';
import { catalogModel, HALF_FLOAT_MODELS } from '../../models/web-llm/catalog.ts';
import { readForm, readModels, writeModels, type ModelForm } from '../../models/web-llm/custom-model.ts';
import type { ModelLoad } from '../../domain/model-load.ts';
import { fitOf, STATED_CONTEXT, type Fit } from '../../models/web-llm/fit.ts';
import type { GpuFacts } from '../../models/web-llm/gpu-facts.ts';
import type { GpuPort, HeldModel } from '../../models/web-llm/gpu-port.ts';
import type { GpuModel } from '../../models/web-llm/gpu-model.ts';
import type { GpuSettings } from '../../domain/settings.ts';
import type { UnfinishedAnswer } from '../../domain/unfinished-answer.ts';
import type { Question } from '../playground/answer-state.svelte.ts';
import type { Tables } from '../../storage/tables.ts';

export interface OpenedGpuModel {
  readonly model: ChatModel;
  /** Name of the journal in which the answer is kept. */
  readonly journal: string;
}

/** Windows the slider stops at, in tokens. */
const WINDOWS: readonly number[] = [2048, 4096, 8192, 16_384, 32_768, 65_536];

type GpuTables = Pick<Tables, 'gpuSettings' | 'gpuOutcomes' | 'unfinished'>;

const UNSET: GpuSettings = { windows: {}, gpuMemoryMb: null, growWindow: true, custom: '' };
const STORED_AS = 'settings';

/** The models for the GPU: what there are, what fits, how each did here, and answers that broke off. */
export class GpuState {
  readonly #port: GpuPort;
  readonly #tables: GpuTables;
  #facts = $state.raw<GpuFacts | null>(null);
  #settings = $state.raw<GpuSettings>(UNSET);
  #custom = $state.raw<readonly GpuModel[]>([]);
  #outcomes = $state.raw<ReadonlyMap<string, ModelLoad>>(new Map());
  #held = $state.raw<HeldModel | null>(null);
  #unfinished = $state.raw<readonly UnfinishedAnswer[]>([]);
  #probing: Promise<void> | null = null;

  readonly models = $derived.by((): readonly GpuModel[] => [...HALF_FLOAT_MODELS, ...this.#custom]);

  constructor(port: GpuPort, tables: GpuTables) {
    this.#port = port;
    this.#tables = tables;
    port.onHeld((held) => (this.#held = held));
  }

  /** What the browser says of the GPU; null until it has been asked. */
  get facts(): GpuFacts | null {
    return this.#facts;
  }

  get held(): HeldModel | null {
    return this.#held;
  }

  get custom(): readonly GpuModel[] {
    return this.#custom;
  }

  get gpuMemoryMb(): number | null {
    return this.#settings.gpuMemoryMb;
  }

  /** Whether an answer cut off by a full window is asked for again with a larger one. */
  get growWindow(): boolean {
    return this.#settings.growWindow;
  }

  /** Answers that broke off and can be continued, newest first. */
  get unfinished(): readonly UnfinishedAnswer[] {
    return this.#unfinished;
  }

  async load(): Promise<void> {
    const { gpuSettings, gpuOutcomes } = this.#tables;
    const [settings, outcomes] = await Promise.all([gpuSettings.read(STORED_AS), gpuOutcomes.readAll()]);
    if (settings !== undefined) {
      this.#settings = { ...UNSET, ...settings };
      const custom = readModels(this.#settings.custom);
      if (custom.ok) this.#custom = custom.models;
    }
    this.#outcomes = outcomes;
    void this.#offerBroken();
  }

  /** Asks for the GPU once; further calls wait for the same answer. */
  probe(): Promise<void> {
    this.#probing ??= this.#port.probe().then((facts) => {
      this.#facts = facts;
    });
    return this.#probing;
  }

  /** A model of the catalog, a twin among them, or one of the user's; null for an unknown name. */
  find(id: string): GpuModel | null {
    return catalogModel(id) ?? this.#custom.find((model) => model.id === id) ?? null;
  }

  /** The window chosen for a model, in tokens. */
  windowOf(model: GpuModel): number {
    return (
      this.#settings.windows[model.id] ??
      Math.min(model.reasons ? 4 * STATED_CONTEXT : 2 * STATED_CONTEXT, model.longestContext)
    );
  }

  /** The windows the slider offers for a model. */
  windowsFor(model: GpuModel): readonly number[] {
    const offered = WINDOWS.filter((tokens) => tokens < model.longestContext);
    return [...offered, Math.min(model.longestContext, WINDOWS.at(-1) ?? model.longestContext)];
  }

  /** The next larger window of a model, or null when it has the largest. */
  largerWindow(model: GpuModel, contextTokens: number): number | null {
    return this.windowsFor(model).find((tokens) => tokens > contextTokens) ?? null;
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
    const twin = model.twin === null ? null : catalogModel(model.twin);
    const last = this.#outcomes.get(model.id) ?? (twin && this.#outcomes.get(twin.id)) ?? null;
    return fitOf({ model, twin, contextTokens, facts, missingBytes, gpuMemoryMb: this.gpuMemoryMb, last });
  }

  /** The version of a model this GPU takes: itself, or its twin in single floats. */
  versionOf(model: GpuModel): GpuModel {
    return this.fitOf(model, null)?.model ?? model;
  }

  setWindow(model: GpuModel, contextTokens: number): void {
    this.#change({ windows: { ...this.#settings.windows, [model.id]: contextTokens } });
  }

  setGpuMemory(megabytes: number | null): void {
    this.#change({ gpuMemoryMb: megabytes });
  }

  setGrowWindow(growWindow: boolean): void {
    this.#change({ growWindow });
  }

  /** Adds what the form says. @returns what is wrong, or null */
  addForm(form: ModelForm): string | null {
    const reading = readForm(form);
    if (!reading.ok) return reading.message;
    return this.addModels(reading.models);
  }

  /** Adds models from JSON. @returns what is wrong, or null */
  addJson(text: string): string | null {
    const reading = readModels(text);
    return reading.ok ? this.addModels(reading.models) : reading.message;
  }

  /** Adds models; one with a known custom name replaces it. @returns what is wrong, or null */
  addModels(models: readonly GpuModel[]): string | null {
    const taken = models.find(({ id }) => catalogModel(id) !== null);
    if (taken !== undefined) return `${taken.id} is in the list already: give yours another name.`;
    const names = new Set(models.map(({ id }) => id));
    this.#setCustom([...this.custom.filter(({ id }) => !names.has(id)), ...models]);
    return null;
  }

  removeCustom(id: string): void {
    this.#setCustom(this.custom.filter((model) => model.id !== id));
  }

  /** Takes the model off the GPU. */
  free(): void {
    this.#port.free();
  }

  /**
   * A model for one answer, whose journal is kept until the answer is whole.
   * @param contextTokens its window; the chosen one where it is left out
   */
  async open(
    asked: GpuModel,
    problemId: string,
    question: Question,
    contextTokens: number = this.windowOf(asked),
  ): Promise<OpenedGpuModel> {
    await this.probe();
    const model = this.versionOf(asked);
    // Asking anew instead of going on: what was stopped here is not wanted any more.
    const dropped = this.#unfinished.filter((other) => other.stopped && other.problemId === problemId);
    await Promise.all(dropped.map(({ sessionId }) => this.forget(sessionId)));
    const { messages, sampling, prompt } = question;
    const record: UnfinishedAnswer = {
      sessionId: crypto.randomUUID(),
      modelId: model.id,
      label: model.label,
      contextTokens,
      problemId,
      prompt,
      messages,
      sampling,
      when: Date.now(),
    };
    return { model: await this.#open(model, record, false), journal: record.sessionId };
  }

  /** The model that goes on with an answer that broke off; null when the model is not known any more. */
  async reopen(record: UnfinishedAnswer): Promise<ChatModel | null> {
    await this.probe();
    const model = this.find(record.modelId);
    this.#withdraw(record.sessionId);
    return model && this.#open(model, record, true);
  }

  /** Throws a broken answer's journal away. */
  async forget(sessionId: string): Promise<void> {
    this.#withdraw(sessionId);
    await this.#tables.unfinished.delete([sessionId]);
    await this.#port.forget(sessionId);
  }

  async #open(model: GpuModel, record: UnfinishedAnswer, continues: boolean): Promise<ChatModel> {
    const { sessionId, contextTokens } = record;
    const before = this.#outcomes.get(model.id) ?? null;
    const begun: ModelLoad = {
      modelId: model.id,
      result: 'started',
      contextTokens,
      when: Date.now(),
      loadMs: null,
      tokensPerSecond: before?.tokensPerSecond ?? null,
    };
    const held = this.#held?.model.id === model.id && this.#held.contextTokens === contextTokens;
    // Written before, for a page that goes down while loading writes nothing after.
    if (!held) await this.#tables.gpuOutcomes.write(model.id, begun);
    return this.#port.open(model, {
      contextTokens,
      check: this.#facts?.found === true && !this.#facts.adapter.software,
      sessionId,
      continues,
      onLoad: (load) => {
        if (held) return;
        if (load === null) return this.#restore(model, before);
        const result = load.ok ? 'ran' : resultOf(load.failure.layer);
        this.#remember({ ...begun, result, loadMs: load.ok ? load.milliseconds : null });
      },
      // Not before: there is nothing to go on with.
      onStart: () => void this.#tables.unfinished.write(sessionId, record),
      onEnd: ({ whole, stopped, tokensPerSecond }) => {
        if (whole) this.#finish(record, tokensPerSecond);
        else this.#setAside(stopped ? { ...record, stopped } : record);
      },
    });
  }

  /**
   * While some tab has the GPU, its answer is being written and not broken; so has for a moment the page that
   * a reload is just taking down.
   */
  async #offerBroken(): Promise<void> {
    await this.#port.whenFree();
    const broken = await this.#tables.unfinished.readAll();
    this.#unfinished = [...broken.values()].sort((a, b) => b.when - a.when);
  }

  /** What broke off is offered; who stopped it themselves may go on with it until they ask anew. */
  #setAside(record: UnfinishedAnswer): void {
    this.#unfinished = [record, ...this.#unfinished];
    void this.#tables.unfinished.write(record.sessionId, record);
  }

  /** A whole answer is not unfinished; and how fast it came is remembered. */
  #finish({ sessionId, modelId }: UnfinishedAnswer, tokensPerSecond: number | null): void {
    void this.#tables.unfinished.delete([sessionId]);
    const outcome = this.#outcomes.get(modelId);
    if (outcome?.result === 'ran' && tokensPerSecond !== null)
      this.#remember({ ...outcome, tokensPerSecond });
  }

  /** It is being taken up, or thrown away. */
  #withdraw(sessionId: string): void {
    this.#unfinished = this.#unfinished.filter((record) => record.sessionId !== sessionId);
  }

  /** A load that was stopped says nothing of the model. */
  #restore({ id }: GpuModel, before: ModelLoad | null): void {
    if (before === null) void this.#tables.gpuOutcomes.delete([id]);
    else void this.#tables.gpuOutcomes.write(id, before);
  }

  #remember(outcome: ModelLoad): void {
    this.#outcomes = new Map(this.#outcomes).set(outcome.modelId, outcome);
    void this.#tables.gpuOutcomes.write(outcome.modelId, outcome);
  }

  #setCustom(models: readonly GpuModel[]): void {
    this.#custom = models;
    this.#change({ custom: writeModels(models) });
  }

  #change(change: Partial<GpuSettings>): void {
    this.#settings = { ...this.#settings, ...change };
    void this.#tables.gpuSettings.write(STORED_AS, this.#settings);
  }
}

function resultOf(layer: FailureLayer): ModelLoad['result'] {
  switch (layer) {
    case 'out-of-memory':
    case 'gpu-lost':
    case 'garbage':
    case 'library':
      return layer;
    default:
      return 'failed';
  }
}
