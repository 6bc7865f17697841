import { errorMessage } from '../../../base/error-message.ts';
import type { UnfinishedDownload } from '../../../domain/settings.ts';
import type { ModelFailure } from '../../../models/chat-model.ts';
import { RateMeter } from '../../../models/downloads/eta.ts';
import type {
  FilesProgress,
  FilesStatus,
  FileTrouble,
  Inventory,
  LocalPort,
  LocalModel,
  OrphanedFiles,
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
  /** Whether files of an earlier download are checked. If this is cancelled, nothing is deleted. */
  readonly thorough: boolean;
  readonly ended: Promise<void>;
}

/** Milliseconds between updates of the rate, so that a stall is shown although no data arrives. */
const TICK_MS = 1000;
const CHECKING: DownloadPhase = { kind: 'checking' };

/**
 * The stored files of the models of one engine on this device, and the downloads and deletions that change
 * them.
 */
export class DownloadsState<Model extends LocalModel = LocalModel> {
  readonly #files: LocalPort<Model>;
  readonly #models: () => readonly Model[];
  readonly #records: RecordStore<UnfinishedDownload> | null;
  readonly #runs = new Map<string, DownloadRun>();
  /** The waits for other tabs, by model. */
  readonly #waits = new Map<string, AbortController>();
  /** Incremented by each change of a phase, so that the result of an earlier read does not overwrite it. */
  readonly #turns = new Map<string, number>();
  #phases = $state.raw<ReadonlyMap<string, DownloadPhase>>(new Map());
  /** Sizes of models as reported by their servers, by id. */
  #sizes = $state.raw<ReadonlyMap<string, number>>(new Map());
  #inventory = $state.raw<Inventory<Model> | null>(null);

  /**
   * @param models returns all models, including the user's own
   * @param records unfinished downloads, by model; null for an engine that records them in its files
   */
  constructor(
    files: LocalPort<Model>,
    models: () => readonly Model[],
    records: RecordStore<UnfinishedDownload> | null = null,
  ) {
    this.#files = files;
    this.#models = models;
    this.#records = records;
  }

  phaseOf({ id }: Model): DownloadPhase {
    return this.#phases.get(id) ?? CHECKING;
  }

  isComplete(model: Model): boolean {
    return this.phaseOf(model).kind === 'complete';
  }

  /** Bytes of the whole model as reported by its server; null before the report. */
  sizeOf({ id }: Model): number | null {
    return this.#sizes.get(id) ?? null;
  }

  /** Bytes still to download; null if unknown. */
  missingBytes(model: Model): number | null {
    const phase = this.phaseOf(model);
    if (phase.kind === 'complete') return 0;
    if (phase.kind === 'absent') return model.weightBytes;
    if (phase.kind !== 'paused' && phase.kind !== 'downloading') return null;
    return phase.totalBytes === null ? model.weightBytes : Math.max(0, phase.totalBytes - phase.doneBytes);
  }

  /** The stored files; null before the first `refreshInventory`. */
  get inventory(): Inventory<Model> | null {
    return this.#inventory;
  }

  /** Reads the status of every model, except those with a failure, which stays visible. */
  async load(): Promise<void> {
    const models = this.#models().filter((model) => this.phaseOf(model).kind !== 'failed');
    await Promise.all(models.map((model) => this.refresh(model)));
  }

  /** Reads the status of one model's files, unless they are being downloaded here. */
  async refresh(model: Model): Promise<void> {
    if (this.#runs.has(model.id)) return;
    const turn = this.#next(model);
    const status = await this.#files.status(model);
    const record = (await this.#records?.read(model.id)) ?? null;
    if (!this.#isCurrent(model, turn)) return;
    if (status.kind === 'in-use') return this.#wait(model);
    if (status.kind === 'complete' && record !== null) await this.#records?.delete([model.id]);
    if (status.totalBytes !== null) this.#sizes = new Map(this.#sizes).set(model.id, status.totalBytes);
    this.#set(model, storedPhase(status, record));
  }

  async refreshInventory(): Promise<void> {
    this.#inventory = await this.#files.list(this.#models());
  }

  /**
   * Downloads missing data, also after a pause, a failure or a reload. Resolves when the download has ended.
   */
  start(model: Model): Promise<void> {
    return this.#begin(model, false);
  }

  /** Checks every stored byte, and downloads wrong and missing data. */
  repair(model: Model): Promise<void> {
    return this.#begin(model, true);
  }

  /** Closes the connections at once. Downloaded data is kept. */
  async pause(model: Model): Promise<void> {
    const run = this.#runs.get(model.id);
    run?.controller.abort();
    await run?.ended;
  }

  /** Stops, and deletes downloaded data. A repair keeps the valid files. */
  async cancel(model: Model): Promise<void> {
    const repairs = this.#runs.get(model.id)?.thorough ?? false;
    await this.pause(model);
    if (!repairs) await this.remove(model);
  }

  /** Deletes the model's files, except those that other stored models need. A running download is stopped. */
  async remove(model: Model): Promise<void> {
    await this.pause(model);
    const turn = this.#next(model);
    this.#set(model, CHECKING);
    const failure = await this.#files.remove(model, this.#models());
    if (!this.#isCurrent(model, turn)) return;
    if (failure !== null) return this.#fail(model, failure);
    await this.#records?.delete([model.id]);
    await this.refresh(model);
    await this.refreshInventory();
  }

  async removeOrphan(orphan: OrphanedFiles): Promise<void> {
    await this.#files.removeOrphan(orphan);
    await this.refreshInventory();
  }

  #begin(model: Model, thorough: boolean): Promise<void> {
    const running = this.#runs.get(model.id);
    if (running !== undefined) return running.ended;
    this.#waits.get(model.id)?.abort();
    const controller = new AbortController();
    this.#next(model);
    const ended = this.#download(model, thorough, controller.signal);
    this.#runs.set(model.id, { controller, thorough, ended });
    return ended;
  }

  async #download(model: Model, thorough: boolean, signal: AbortSignal): Promise<void> {
    const meter = new RateMeter();
    let last: FilesProgress | null = null;
    let recorded: number | null = null;
    const show = (): void => {
      if (signal.aborted) return;
      const { doneBytes = 0, totalBytes = null } = last ?? {};
      const now = performance.now();
      const bytesPerSecond = meter.bytesPerSecond(now);
      const etaSeconds = meter.etaSeconds(now, totalBytes);
      this.#set(model, { kind: 'downloading', doneBytes, totalBytes, bytesPerSecond, etaSeconds });
    };
    // Shown at once, so that the user can cancel if a server does not respond.
    show();
    const clock = setInterval(show, TICK_MS);
    // Written before the first byte, because a closing tab cannot write.
    await this.#records?.write(model.id, { totalBytes: null });
    const follow = (progress: FilesProgress): void => {
      last = progress;
      meter.add(performance.now(), progress.doneBytes);
      if (recorded !== progress.totalBytes)
        void this.#records?.write(model.id, { totalBytes: (recorded = progress.totalBytes) });
      show();
    };
    const end = await this.#files.download(model, { thorough }, follow, signal).catch(couldNotBegin);
    clearInterval(clock);
    this.#runs.delete(model.id);
    if (typeof end === 'object') this.#fail(model, end);
    else await this.refresh(model);
    if (end === 'stored') await this.refreshInventory();
  }

  #fail(model: Model, failure: ModelFailure): void {
    if (failure.layer === 'in-use') this.#wait(model);
    else this.#set(model, { kind: 'failed', failure });
  }

  /** Reads the status again when the other tab has finished. */
  #wait(model: Model): void {
    this.#waits.get(model.id)?.abort();
    const wait = new AbortController();
    this.#waits.set(model.id, wait);
    this.#set(model, { kind: 'other-tab' });
    void this.#files.whenFree(model, wait.signal).then(async () => {
      if (!wait.signal.aborted) await this.refresh(model);
    });
  }

  #next({ id }: Model): number {
    const turn = (this.#turns.get(id) ?? 0) + 1;
    this.#turns.set(id, turn);
    return turn;
  }

  #isCurrent({ id }: Model, turn: number): boolean {
    return this.#turns.get(id) === turn;
  }

  #set({ id }: Model, phase: DownloadPhase): void {
    this.#phases = new Map(this.#phases).set(id, phase);
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
 * The port does not reject by contract. It still rejects if the browser refuses the lock or its code does not
 * load.
 */
function couldNotBegin(error: unknown): ModelFailure {
  return {
    layer: 'download',
    message: `The download could not begin: ${errorMessage(error)}`,
    remedy: 'Check the network, reload the page and resume.',
  };
}
