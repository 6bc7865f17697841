import { errorMessage } from '../../../base/error-message.ts';
import { byteText, timeLeft } from '../../../base/number-words.ts';
import type { UnfinishedDownload } from '../../../domain/settings.ts';
import type { ModelFailure } from '../../../models/chat-model.ts';
import { RateMeter } from '../../../models/downloads/eta.ts';
import {
  pickOf,
  type FilesProgress,
  type FilesStatus,
  type FileTrouble,
  type Inventory,
  type LocalEngine,
  type LocalFiles,
  type LocalModel,
  type OrphanedFiles,
} from '../../../models/local-port.ts';
import type { RecordStore } from '../../../storage/record-store.ts';

/** The state of the files of a model on this device. */
export type DownloadPhase =
  /** The stored files are being checked or deleted. */
  | { readonly kind: 'checking' }
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'downloading';
      readonly doneBytes: number;
      /** Null before the size is known. */
      readonly totalBytes: number | null;
      /** Null in the first second and during a stall. */
      readonly bytesPerSecond: number | null;
      readonly etaSeconds: number | null;
    }
  /** Another tab uses the model's files. */
  | { readonly kind: 'other-tab' }
  | { readonly kind: 'paused'; readonly doneBytes: number; readonly totalBytes: number | null }
  | { readonly kind: 'complete'; readonly bytes: number }
  | { readonly kind: 'broken'; readonly files: readonly FileTrouble[] }
  /** Downloaded data is kept. The next start resumes from it. */
  | { readonly kind: 'failed'; readonly failure: ModelFailure };

interface DownloadRun {
  readonly controller: AbortController;
  /** Whether this run checks the files of an earlier download. Cancelling it deletes nothing. */
  readonly isCheck: boolean;
  readonly ended: Promise<void>;
}

/** Milliseconds between updates of the rate, so that a stall is shown although no data arrives. */
const TICK_MS = 1000;
const CHECKING: DownloadPhase = { kind: 'checking' };

/** The stored files of all models on this device, and the downloads and deletions that change them. */
export class DownloadsState {
  readonly #files: Readonly<Record<LocalEngine, LocalFiles<LocalModel>>>;
  readonly #models: () => readonly LocalModel[];
  readonly #records: RecordStore<UnfinishedDownload>;
  readonly #runs = new Map<string, DownloadRun>();
  /** Controllers that abort the wait for another tab, keyed by `pickOf`. */
  readonly #waits = new Map<string, AbortController>();
  /** Incremented by each change of a phase, so that the result of an earlier read does not overwrite it. */
  readonly #turns = new Map<string, number>();
  #phases = $state.raw<ReadonlyMap<string, DownloadPhase>>(new Map());
  /** Sizes of models as reported by their servers, keyed by `pickOf`. */
  #sizes = $state.raw<ReadonlyMap<string, number>>(new Map());
  #inventories = $state.raw<Partial<Readonly<Record<LocalEngine, Inventory>>>>({});

  /**
   * @param models returns all models, including the user's own and twins
   * @param records unfinished downloads of web-llm, by model. llama.cpp's files record them.
   */
  constructor(
    files: Readonly<Record<LocalEngine, LocalFiles<LocalModel>>>,
    models: () => readonly LocalModel[],
    records: RecordStore<UnfinishedDownload>,
  ) {
    this.#files = files;
    this.#models = models;
    this.#records = records;
  }

  phaseOf(model: LocalModel): DownloadPhase {
    return this.#phases.get(pickOf(model)) ?? CHECKING;
  }

  isComplete(model: LocalModel): boolean {
    return this.phaseOf(model).kind === 'complete';
  }

  /** Bytes of the whole model, as reported by its server; null before the server has reported them. */
  sizeOf(model: LocalModel): number | null {
    return this.#sizes.get(pickOf(model)) ?? null;
  }

  /** Bytes still to download; null if unknown. */
  missingBytes(model: LocalModel): number | null {
    const phase = this.phaseOf(model);
    if (phase.kind === 'complete') return 0;
    if (phase.kind === 'absent') return model.weightBytes;
    if (phase.kind !== 'paused' && phase.kind !== 'downloading') return null;
    return phase.totalBytes === null ? model.weightBytes : Math.max(0, phase.totalBytes - phase.doneBytes);
  }

  /** The stored files of an engine; null before the first `refreshInventory`. */
  inventoryOf(engine: LocalEngine): Inventory | null {
    return this.#inventories[engine] ?? null;
  }

  /** Reads the status of the models, except those with a failure, which stays visible. */
  async load(models: readonly LocalModel[] = this.#models()): Promise<void> {
    const unfailed = models.filter((model) => this.phaseOf(model).kind !== 'failed');
    await Promise.all(unfailed.map((model) => this.refresh(model)));
  }

  /** Reads the status of one model's files, unless they are being downloaded here. */
  async refresh(model: LocalModel): Promise<void> {
    if (this.#runs.has(pickOf(model))) return;
    const callNumber = this.#next(model);
    const status = await this.#files[model.engine].status(model);
    const record = (await this.#recordsOf(model)?.read(model.id)) ?? null;
    if (!this.#isCurrent(model, callNumber)) return;
    if (status.kind === 'in-use') return this.#waitForTab(model);
    if (status.kind === 'complete' && record !== null) await this.#recordsOf(model)?.delete([model.id]);
    if (status.totalBytes !== null) this.#sizes = new Map(this.#sizes).set(pickOf(model), status.totalBytes);
    this.#set(model, storedPhase(status, record));
  }

  async refreshInventory(engine: LocalEngine): Promise<void> {
    const inventory = await this.#files[engine].list(this.#modelsOf(engine));
    this.#inventories = { ...this.#inventories, [engine]: inventory };
  }

  /**
   * Downloads missing data, also after a pause, a failure or a reload. Resolves when the download has ended.
   */
  start(model: LocalModel): Promise<void> {
    return this.#startDownload(model, false);
  }

  /** Checks every stored byte, and downloads invalid and missing data. */
  repair(model: LocalModel): Promise<void> {
    return this.#startDownload(model, true);
  }

  /** Closes the connections immediately. Downloaded data is kept. */
  async pause(model: LocalModel): Promise<void> {
    const run = this.#runs.get(pickOf(model));
    run?.controller.abort();
    await run?.ended;
  }

  /** Stops the download and deletes the downloaded data. Cancelling a repair keeps the valid files. */
  async cancel(model: LocalModel): Promise<void> {
    const repairs = this.#runs.get(pickOf(model))?.isCheck ?? false;
    await this.pause(model);
    if (!repairs) await this.remove(model);
  }

  /** Deletes the model's files, except those that other stored models need. A running download is stopped. */
  async remove(model: LocalModel): Promise<void> {
    await this.pause(model);
    const callNumber = this.#next(model);
    this.#set(model, CHECKING);
    const failure = await this.#files[model.engine].remove(model, this.#modelsOf(model.engine));
    if (!this.#isCurrent(model, callNumber)) return;
    if (failure !== null) return this.#showFailure(model, failure);
    await this.#recordsOf(model)?.delete([model.id]);
    await this.refresh(model);
    await this.refreshInventory(model.engine);
  }

  async removeOrphan(engine: LocalEngine, orphan: OrphanedFiles): Promise<void> {
    await this.#files[engine].removeOrphan(orphan);
    await this.refreshInventory(engine);
  }

  #modelsOf(engine: LocalEngine): readonly LocalModel[] {
    return this.#models().filter((model) => model.engine === engine);
  }

  #recordsOf({ engine }: LocalModel): RecordStore<UnfinishedDownload> | null {
    return engine === 'gpu' ? this.#records : null;
  }

  #startDownload(model: LocalModel, isCheck: boolean): Promise<void> {
    const running = this.#runs.get(pickOf(model));
    if (running !== undefined) return running.ended;
    this.#waits.get(pickOf(model))?.abort();
    const controller = new AbortController();
    this.#next(model);
    const ended = this.#download(model, isCheck, controller.signal);
    this.#runs.set(pickOf(model), { controller, isCheck, ended });
    return ended;
  }

  async #download(model: LocalModel, isCheck: boolean, signal: AbortSignal): Promise<void> {
    const meter = new RateMeter();
    let last: FilesProgress | null = null;
    let recordedBytes: number | null = null;
    const show = (): void => {
      if (signal.aborted) return;
      const { doneBytes = 0, totalBytes = null } = last ?? {};
      const now = performance.now();
      const bytesPerSecond = meter.bytesPerSecond(now);
      const etaSeconds = meter.etaSeconds(now, totalBytes);
      this.#set(model, { kind: 'downloading', doneBytes, totalBytes, bytesPerSecond, etaSeconds });
    };
    // Shown immediately, so that the user can cancel if a server does not respond.
    show();
    const timer = setInterval(show, TICK_MS);
    // Written before the first byte, because a closing tab cannot write.
    const records = this.#recordsOf(model);
    await records?.write(model.id, { totalBytes: null });
    const onProgress = (progress: FilesProgress): void => {
      last = progress;
      meter.add(performance.now(), progress.doneBytes);
      if (recordedBytes !== progress.totalBytes)
        void records?.write(model.id, { totalBytes: (recordedBytes = progress.totalBytes) });
      show();
    };
    const files = this.#files[model.engine];
    const end = await files.download(model, { thorough: isCheck }, onProgress, signal).catch(couldNotBegin);
    clearInterval(timer);
    this.#runs.delete(pickOf(model));
    if (typeof end === 'object') this.#showFailure(model, end);
    else await this.refresh(model);
    if (end === 'stored') await this.refreshInventory(model.engine);
  }

  #showFailure(model: LocalModel, failure: ModelFailure): void {
    if (failure.layer === 'in-use') this.#waitForTab(model);
    else this.#set(model, { kind: 'failed', failure });
  }

  /** Reads the status again when the other tab has finished. */
  #waitForTab(model: LocalModel): void {
    this.#waits.get(pickOf(model))?.abort();
    const controller = new AbortController();
    this.#waits.set(pickOf(model), controller);
    this.#set(model, { kind: 'other-tab' });
    void this.#files[model.engine].whenFree(model, controller.signal).then(async () => {
      if (!controller.signal.aborted) await this.refresh(model);
    });
  }

  #next(model: LocalModel): number {
    const callNumber = (this.#turns.get(pickOf(model)) ?? 0) + 1;
    this.#turns.set(pickOf(model), callNumber);
    return callNumber;
  }

  #isCurrent(model: LocalModel, callNumber: number): boolean {
    return this.#turns.get(pickOf(model)) === callNumber;
  }

  #set(model: LocalModel, phase: DownloadPhase): void {
    this.#phases = new Map(this.#phases).set(pickOf(model), phase);
  }
}

/** Returns the phase of stored files, from their status and the record of an unfinished download. */
function storedPhase(
  { kind, doneBytes, totalBytes, broken }: FilesStatus,
  record: UnfinishedDownload | null,
): DownloadPhase {
  switch (kind) {
    case 'complete':
      return { kind, bytes: doneBytes };
    case 'broken':
      return { kind, files: broken };
    case 'partial':
      return { kind: 'paused', doneBytes, totalBytes: totalBytes ?? record?.totalBytes ?? null };
    case 'in-use':
      return { kind: 'other-tab' };
    case 'absent':
      return record === null ? { kind } : { kind: 'paused', doneBytes, totalBytes: record.totalBytes };
  }
}

/**
 * By contract, the port does not reject. It can still reject if the browser refuses the lock, or if the
 * port's code fails to load.
 */
function couldNotBegin(error: unknown): ModelFailure {
  return {
    layer: 'download',
    message: `The download could not begin: ${errorMessage(error)}`,
    remedy: 'Check the network, reload the page and resume.',
  };
}

interface DownloadFigures {
  readonly doneBytes: number;
  /** Null until the size is known. */
  readonly totalBytes: number | null;
  /** Null or missing if the rate is not reliable. The same applies to the time left. */
  readonly bytesPerSecond?: number | null;
  readonly etaSeconds?: number | null;
}

/** Returns text such as "1.2 GB of 4.3 GB, 12 MB/s, about 4 min left". Unknown parts are left out. */
export function downloadWords({
  doneBytes,
  totalBytes,
  bytesPerSecond,
  etaSeconds,
}: DownloadFigures): string {
  if (doneBytes === 0 && totalBytes === null) return 'Looking…';
  const parts = [
    totalBytes === null ? byteText(doneBytes) : `${byteText(doneBytes)} of ${byteText(totalBytes)}`,
  ];
  if (bytesPerSecond != null) parts.push(`${byteText(bytesPerSecond)}/s`);
  if (etaSeconds != null) parts.push(timeLeft(etaSeconds));
  return parts.join(', ');
}
