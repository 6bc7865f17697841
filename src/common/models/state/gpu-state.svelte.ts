import { lazily } from '../../../base/lazily.ts';
import { numberText } from '../../../base/number-words.ts';
import type { UnfinishedAnswer } from '../../../domain/answer.ts';
import { isSameProblem } from '../../../domain/problem.ts';
import type { ModelLoad } from '../../../domain/settings.ts';
import type { EngineToAsk, LocalQuestion, ModelSession } from '../../../models/asking/asker.ts';
import type { ChatModel, FailureLayer } from '../../../models/chat-model.ts';
import type { AnswerEnd, LoadEnd } from '../../../models/local-port.ts';
import { catalogModel } from '../../../models/web-llm/catalog.ts';
import { fitOf, type Fit } from '../../../models/web-llm/fit.ts';
import type { GpuFacts } from '../../../models/web-llm/gpu-facts.ts';
import type { GpuModel } from '../../../models/web-llm/gpu-model.ts';
import type { GpuPort, HeldModel } from '../../../models/web-llm/gpu-port.ts';
import { largerWindow, usualWindow } from '../../../models/web-llm/windows.ts';
import type { RecordStore } from '../../../storage/record-store.ts';
import type { Tables } from '../../../storage/tables.ts';
import type { DownloadsState } from './downloads-state.svelte.ts';
import { GpuCatalogState, GpuImportState, GpuSettingsState } from './gpu-catalog.svelte.ts';

/**
 * The models of web-llm: the GPU of this machine, the model on it, the models that fit, and the answers of each. An
 * answer has a journal, which is stored until the answer is complete.
 */
export class GpuState implements EngineToAsk {
  readonly settings: GpuSettingsState;
  readonly catalog: GpuCatalogState;
  readonly loadsState: GpuLoadsState;
  readonly unfinished: UnfinishedAnswersState;
  readonly imports: GpuImportState;
  /** Probes the GPU once. Further calls wait for the same result. */
  readonly probe = lazily(async () => void (this.facts = await this.#port.probe()));
  readonly #port: GpuPort;
  readonly #downloads: DownloadsState;
  readonly #showNotice: (notice: string) => void;
  /** The facts that the browser reports about the GPU; null until the browser has answered. */
  facts = $state.raw<GpuFacts | null>(null);
  /** The model on the GPU; null if there is none. */
  heldModel = $state.raw<HeldModel | null>(null);

  /** @param showNotice shows the user a message each time a request is repeated with a larger context window */
  constructor(port: GpuPort, tables: Tables, downloads: DownloadsState, say: (notice: string) => void) {
    this.#port = port;
    this.#downloads = downloads;
    this.#showNotice = say;
    this.settings = new GpuSettingsState(tables.gpuSettings);
    this.catalog = new GpuCatalogState(this.settings);
    this.loadsState = new GpuLoadsState(tables.gpuOutcomes);
    this.unfinished = new UnfinishedAnswersState(port, tables.unfinished);
    this.imports = new GpuImportState(port, downloads, this.catalog);
    port.onHeld((heldModel) => (this.heldModel = heldModel));
  }

  get models(): readonly GpuModel[] {
    return this.catalog.models;
  }

  /** The models whose files are all on this device. */
  get ready(): readonly GpuModel[] {
    return this.models.filter((model) => this.#isStored(model));
  }

  async load(): Promise<void> {
    await Promise.all([this.settings.load(), this.loadsState.load()]);
    this.catalog.load();
    // Another tab may use the GPU for hours, so this is not awaited.
    void this.unfinished.load();
  }

  find(id: string): GpuModel | null {
    return this.catalog.find(id);
  }

  /** Returns the context window chosen for a model, in tokens. */
  windowOf(model: GpuModel): number {
    return this.settings.current.windows[model.id] ?? usualWindow(model);
  }

  /**
   * Returns whether the model fits, with the chosen window or a different one; null before the GPU is probed.
   * @param missingBytes bytes still to download; null if unknown
   */
  fitOf(
    model: GpuModel,
    missingBytes: number | null,
    contextTokens: number = this.windowOf(model),
  ): Fit | null {
    const facts = this.facts;
    if (facts === null) return null;
    const { gpuMemoryMb } = this.settings.current;
    const twinModel = model.twin === null ? null : catalogModel(model.twin);
    const last = this.loadsState.last(model.id) ?? (twinModel && this.loadsState.last(twinModel.id));
    return fitOf({ model, twin: twinModel, contextTokens, facts, missingBytes, gpuMemoryMb, last });
  }

  /** Returns the version of a model for this GPU: the model itself, or its single-precision twin. */
  versionOf(model: GpuModel): GpuModel {
    return this.fitOf(model, null)?.model ?? model;
  }

  /** Removes the model from the GPU. */
  free(): void {
    this.#port.free();
  }

  async isReady(id: string): Promise<boolean> {
    await this.probe();
    const model = this.find(id);
    return model !== null && this.#isStored(model);
  }

  /** Opens a model for one request without a journal. */
  async openModel(model: GpuModel): Promise<ChatModel> {
    await this.probe();
    return this.#port.open(this.versionOf(model), { contextTokens: this.windowOf(model) });
  }

  async open(id: string, opening: LocalQuestion, signal: AbortSignal): Promise<ModelSession | null> {
    await this.probe();
    const model = this.find(id);
    if (model === null || signal.aborted) return null;
    const { unfinished } = opening;
    if (unfinished === null) return this.#open(model, opening, this.windowOf(model));
    if (!this.#downloads.isComplete(model)) return null;
    this.unfinished.withdraw(unfinished.sessionId);
    return this.#openFor(model, unfinished, true);
  }

  #isStored(model: GpuModel): boolean {
    return this.#downloads.isComplete(this.versionOf(model));
  }

  /** Opens a model for a new answer. It discards a stopped answer to the same problem. */
  async #open(model: GpuModel, opening: LocalQuestion, contextTokens: number): Promise<ModelSession> {
    const { problem, question } = opening;
    const { messages, sampling, prompt } = question;
    const supersededAnswers = this.unfinished.offeredAnswers.filter(
      (other) => other.stopped && isSameProblem(other.problem, problem),
    );
    await Promise.all(supersededAnswers.map(({ sessionId }) => this.unfinished.forget(sessionId)));
    const version = this.versionOf(model);
    const record: UnfinishedAnswer = {
      sessionId: crypto.randomUUID(),
      modelId: version.id,
      label: version.label,
      contextTokens,
      problem,
      prompt,
      messages,
      sampling,
      when: Date.now(),
    };
    return {
      ...(await this.#openFor(version, record, false)),
      openLarger: async () => {
        const largerTokens = this.#larger(model, contextTokens);
        if (largerTokens === null) return null;
        this.#showNotice(
          `The window of ${numberText(contextTokens)} tokens was full: ${model.label} is asked again with ${numberText(largerTokens)}.`,
        );
        return this.#open(model, opening, largerTokens);
      },
    };
  }

  async #openFor(model: GpuModel, record: UnfinishedAnswer, isContinued: boolean): Promise<ModelSession> {
    const { sessionId, contextTokens } = record;
    const onLoad = await this.#beginLoad(model, contextTokens);
    const chatModel = await this.#port.open(model, {
      contextTokens,
      sessionId,
      continues: isContinued,
      onLoad,
      // Before the first token, there is no text to continue.
      onStart: () => this.unfinished.keep(record),
      onEnd: (end) => this.#end(record, end),
    });
    return { model: chatModel, journal: sessionId };
  }

  /** Returns the next larger window if the user allows it and it may fit; null otherwise. */
  #larger(model: GpuModel, contextTokens: number): number | null {
    const largerTokens = this.settings.current.growWindow ? largerWindow(model, contextTokens) : null;
    if (largerTokens === null) return null;
    const word = this.fitOf(model, this.#downloads.missingBytes(model), largerTokens)?.word ?? 'cannot';
    return word === 'cannot' || word === 'unlikely' ? null : largerTokens;
  }

  /** Records the start of a load. Returns the function to call when the load ends. */
  async #beginLoad({ id }: GpuModel, contextTokens: number): Promise<(load: LoadEnd | null) => void> {
    if (this.heldModel?.model.id === id && this.heldModel.contextTokens === contextTokens)
      return () => undefined;
    const { loadsState: loads } = this;
    const loadRecord: ModelLoad = {
      modelId: id,
      result: 'started',
      contextTokens,
      when: Date.now(),
      loadMs: null,
      tokensPerSecond: loads.last(id)?.tokensPerSecond ?? null,
    };
    await loads.begin(loadRecord);
    return (load) => {
      // A stopped load shows nothing about the model.
      if (load === null) loads.takeBack(id);
      else if (load.ok) loads.remember({ ...loadRecord, result: 'ran', loadMs: load.milliseconds });
      else loads.remember({ ...loadRecord, result: resultOf(load.failure.layer) });
    };
  }

  #end(record: UnfinishedAnswer, { isWhole, wasStopped, tokensPerSecond }: AnswerEnd): void {
    // A stopped answer can be continued until the next question.
    if (!isWhole) return this.unfinished.offer(wasStopped ? { ...record, stopped: wasStopped } : record);
    this.unfinished.finish(record.sessionId);
    const load = this.loadsState.last(record.modelId);
    if (load?.result === 'ran' && tokensPerSecond !== null)
      this.loadsState.remember({ ...load, tokensPerSecond });
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

/** The result of each model's last load on this device. */
export class GpuLoadsState {
  readonly #records: RecordStore<ModelLoad>;
  #loadsByModel = $state.raw<ReadonlyMap<string, ModelLoad>>(new Map());

  constructor(records: RecordStore<ModelLoad>) {
    this.#records = records;
  }

  async load(): Promise<void> {
    this.#loadsByModel = await this.#records.readAll();
  }

  /** Returns the last load of a model; null if it was never loaded here. */
  last(modelId: string): ModelLoad | null {
    return this.#loadsByModel.get(modelId) ?? null;
  }

  /** Stores the load before it begins, because a page that crashes during it cannot write. */
  async begin(load: ModelLoad): Promise<void> {
    await this.#records.write(load.modelId, load);
  }

  /** Restores the record that `begin` replaced. */
  takeBack(modelId: string): void {
    const previousLoad = this.last(modelId);
    if (previousLoad === null) void this.#records.delete([modelId]);
    else void this.#records.write(modelId, previousLoad);
  }

  remember(load: ModelLoad): void {
    this.#loadsByModel = new Map(this.#loadsByModel).set(load.modelId, load);
    void this.#records.write(load.modelId, load);
  }
}

/** Unfinished answers of models on the GPU that can be continued. */
export class UnfinishedAnswersState {
  readonly #port: GpuPort;
  readonly #records: RecordStore<UnfinishedAnswer>;
  /** The answers that can be continued, newest first, without an answer that is being generated. */
  offeredAnswers = $state.raw<readonly UnfinishedAnswer[]>([]);

  constructor(port: GpuPort, records: RecordStore<UnfinishedAnswer>) {
    this.#port = port;
    this.#records = records;
  }

  /**
   * Offers unfinished answers of earlier visits. It waits until no tab uses the GPU, because an answer in
   * that tab is still being written. During a reload, the closing page still uses the GPU for a moment.
   */
  async load(): Promise<void> {
    await this.#port.whenGpuFree();
    const interruptedAnswers = await this.#records.readAll();
    this.offeredAnswers = [...interruptedAnswers.values()].sort((a, b) => b.when - a.when);
  }

  /** Stores an answer while it is generated, in case this visit is interrupted. */
  keep(record: UnfinishedAnswer): void {
    void this.#records.write(record.sessionId, record);
  }

  /** Offers an answer that was interrupted in this visit. */
  offer(record: UnfinishedAnswer): void {
    this.offeredAnswers = [record, ...this.offeredAnswers];
    this.keep(record);
  }

  /** Removes an answer from the offered ones because it is being continued. */
  withdraw(sessionId: string): void {
    this.offeredAnswers = this.offeredAnswers.filter((record) => record.sessionId !== sessionId);
  }

  /** Removes a complete answer, whose journal the engine has deleted. */
  finish(sessionId: string): void {
    void this.#records.delete([sessionId]);
  }

  /** Deletes an answer with its journal. */
  async forget(sessionId: string): Promise<void> {
    this.withdraw(sessionId);
    await this.#records.delete([sessionId]);
    await this.#port.forget(sessionId);
  }
}
