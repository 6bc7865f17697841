import { errorMessage } from '../../../base/error-message.ts';
import { RateMeter } from '../../../models/downloads/eta.ts';
import type { GpuModel } from '../../../models/web-llm/gpu-model.ts';
import type { FilesProgress } from '../../../models/downloads/files-progress.ts';
import type {
  Inventory,
  ModelFiles,
  OrphanedFiles,
  FilesStatus,
  FileTrouble,
} from '../../../models/web-llm/model-files.ts';
import type { RecordStore } from '../../../storage/record-store.ts';
import type { MirrorState } from './mirror-state.svelte.ts';
import type { UnfinishedDownload } from '../../../domain/unfinished-download.ts';
import type { ModelFailure } from '../../../models/chat-model.ts';

export interface DownloadsPorts {
  readonly files: ModelFiles;
  /** Downloads that have not ended, by model. */
  readonly records: RecordStore<UnfinishedDownload>;
  readonly mirror: MirrorState;
  /** Every model there is, the user's own and twins included. */
  readonly models: () => readonly GpuModel[];
}

interface Run {
  readonly controller: AbortController;
  /** Whether files from an earlier download are being checked: to cancel this deletes nothing. */
  readonly thorough: boolean;
  readonly ended: Promise<void>;
}

/** A stall shows in the rate although nothing comes to report. */
const TICK_MS = 1000;
const CHECKING: DownloadPhase = { kind: 'checking' };
/** They say what other files there are, so they come first. */
const LEADING_FILES = 2;
const BEGINNING: DownloadPhase = {
  kind: 'downloading',
  doneBytes: 0,
  totalBytes: null,
  bytesPerSecond: null,
  etaSeconds: null,
  fileName: '',
};

/** The stored parts of each GPU model on this device, and the downloads and deletions that change them. */
export class DownloadsState {
  readonly #ports: DownloadsPorts;
  readonly #runs = new Map<string, Run>();
  /** Waits for other tabs, by model. */
  readonly #waits = new Map<string, AbortController>();
  /** Counted up by whatever sets a phase, so that a late look does not overwrite it. */
  readonly #turns = new Map<string, number>();
  #phases = $state.raw<ReadonlyMap<string, DownloadPhase>>(new Map());
  #inventory = $state.raw<Inventory | null>(null);

  constructor(ports: DownloadsPorts) {
    this.#ports = ports;
  }

  phaseOf({ id }: GpuModel): DownloadPhase {
    return this.#phases.get(id) ?? CHECKING;
  }

  isComplete(model: GpuModel): boolean {
    return this.phaseOf(model).kind === 'complete';
  }

  /** Bytes still to come; null where that is not known. */
  missingBytes(model: GpuModel): number | null {
    const phase = this.phaseOf(model);
    if (phase.kind === 'complete') return 0;
    if (phase.kind === 'absent') return model.weightBytes;
    if (phase.kind !== 'paused' && phase.kind !== 'downloading') return null;
    return phase.totalBytes === null ? model.weightBytes : Math.max(0, phase.totalBytes - phase.doneBytes);
  }

  /** The stored files; null before the first `refreshInventory`. */
  get inventory(): Inventory | null {
    return this.#inventory;
  }

  /** Looks at every model. */
  async load(): Promise<void> {
    await Promise.all(this.#ports.models().map((model) => this.refresh(model)));
  }

  /** Looks at what is stored of one model, unless it is being downloaded here. */
  async refresh(model: GpuModel): Promise<void> {
    if (this.#runs.has(model.id)) return;
    const turn = this.#next(model);
    if (await this.#ports.files.isBusy(model)) {
      if (this.#isCurrent(model, turn)) this.#wait(model);
      return;
    }
    const status = await this.#ports.files.status(model);
    const record = await this.#ports.records.read(model.id);
    if (!this.#isCurrent(model, turn)) return;
    if (status.kind === 'complete' && record !== undefined) await this.#ports.records.delete([model.id]);
    this.#set(model, phaseOf(status, record ?? null));
  }

  async refreshInventory(): Promise<void> {
    this.#inventory = await this.#ports.files.list(this.#ports.models());
  }

  /** Downloads what is missing; also after a pause, a failure or a reload. Resolves when it has ended. */
  start(model: GpuModel): Promise<void> {
    return this.#begin(model, false);
  }

  /** Reads every stored byte, and fetches what is wrong or missing. */
  repair(model: GpuModel): Promise<void> {
    return this.#begin(model, true);
  }

  /** Closes the connections at once; what has arrived stays. */
  async pause(model: GpuModel): Promise<void> {
    const run = this.#runs.get(model.id);
    run?.controller.abort();
    await run?.ended;
  }

  /** Stops, and deletes what has arrived; a repair leaves what is right. */
  async cancel(model: GpuModel): Promise<void> {
    const repairs = this.#runs.get(model.id)?.thorough ?? false;
    await this.pause(model);
    if (!repairs) await this.remove(model);
  }

  /** Deletes the model's files, but for those that other stored models need. */
  async remove(model: GpuModel): Promise<void> {
    const turn = this.#next(model);
    this.#set(model, CHECKING);
    const result = await this.#ports.files.remove(model, this.#ports.models());
    if (!this.#isCurrent(model, turn)) return;
    if (!result.ok && !result.aborted) return this.#fail(model, result.failure);
    await this.#ports.records.delete([model.id]);
    await this.refresh(model);
    await this.refreshInventory();
  }

  async removeOrphan(orphan: OrphanedFiles): Promise<void> {
    await this.#ports.files.removeOrphan(orphan);
    await this.refreshInventory();
  }

  #begin(model: GpuModel, thorough: boolean): Promise<void> {
    const running = this.#runs.get(model.id);
    if (running !== undefined) return running.ended;
    this.#waits.get(model.id)?.abort();
    const controller = new AbortController();
    this.#next(model);
    const ended = this.#download(model, thorough, controller.signal);
    this.#runs.set(model.id, { controller, thorough, ended });
    return ended;
  }

  async #download(model: GpuModel, thorough: boolean, signal: AbortSignal): Promise<void> {
    const { files, records, mirror } = this.#ports;
    // From the first moment, so that a server that does not answer can be given up.
    this.#set(model, BEGINNING);
    const meter = new RateMeter();
    let last: FilesProgress | null = null;
    let recorded: number | null = null;
    const show = (): void => {
      // Before the list of files is read, the total is that of two small ones.
      if (last === null || last.totalFiles <= LEADING_FILES || signal.aborted) return;
      const { doneBytes, totalBytes, fileName } = last;
      const now = performance.now();
      const bytesPerSecond = meter.bytesPerSecond(now);
      const etaSeconds = meter.etaSeconds(now, totalBytes);
      this.#set(model, { kind: 'downloading', doneBytes, totalBytes, bytesPerSecond, etaSeconds, fileName });
    };
    const clock = setInterval(show, TICK_MS);
    // Before the first byte: a tab that is closed writes nothing afterwards.
    await records.write(model.id, { totalBytes: null });
    const follow = (progress: FilesProgress): void => {
      last = progress;
      meter.add(performance.now(), progress.doneBytes);
      if (recorded !== progress.totalBytes && progress.totalFiles > LEADING_FILES)
        void records.write(model.id, { totalBytes: (recorded = progress.totalBytes) });
      show();
    };
    const options = { mirror: mirror.mirror, thorough };
    const result = await files.download(model, options, follow, signal).catch(brokenPort);
    clearInterval(clock);
    this.#runs.delete(model.id);
    if (result.ok || result.aborted) await this.refresh(model);
    else this.#fail(model, result.failure);
    if (result.ok) await this.refreshInventory();
  }

  #fail(model: GpuModel, failure: ModelFailure): void {
    if (failure.layer === 'in-use') this.#wait(model);
    else this.#set(model, { kind: 'failed', failure });
  }

  /** Looks again when the other tab is done. */
  #wait(model: GpuModel): void {
    this.#waits.get(model.id)?.abort();
    const wait = new AbortController();
    this.#waits.set(model.id, wait);
    this.#set(model, { kind: 'other-tab' });
    void this.#ports.files.whenFree(model, wait.signal).then(async () => {
      if (!wait.signal.aborted) await this.refresh(model);
    });
  }

  #next({ id }: GpuModel): number {
    const turn = (this.#turns.get(id) ?? 0) + 1;
    this.#turns.set(id, turn);
    return turn;
  }

  #isCurrent({ id }: GpuModel, turn: number): boolean {
    return this.#turns.get(id) === turn;
  }

  #set({ id }: GpuModel, phase: DownloadPhase): void {
    this.#phases = new Map(this.#phases).set(id, phase);
  }
}

/** The port promises not to throw; a browser that refuses the lock makes it throw. */
function brokenPort(error: unknown): Awaited<ReturnType<ModelFiles['download']>> {
  const failure: ModelFailure = {
    layer: 'download',
    message: `The download could not begin: ${errorMessage(error)}`,
    remedy: 'Check the network, reload the page and resume.',
  };
  return { ok: false, aborted: false, failure };
}

/** How it stands with the files of a GPU model on this device. */
export type DownloadPhase =
  /** The stored files are being checked or deleted. */
  | { readonly kind: 'checking' }
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'downloading';
      readonly doneBytes: number;
      /** Null before the list of files is there. */
      readonly totalBytes: number | null;
      /** Null in the first second and while nothing comes. */
      readonly bytesPerSecond: number | null;
      readonly etaSeconds: number | null;
      readonly fileName: string;
    }
  /** Another tab is at work on the model's files. */
  | { readonly kind: 'other-tab' }
  | { readonly kind: 'paused'; readonly doneBytes: number; readonly totalBytes: number | null }
  | { readonly kind: 'complete'; readonly bytes: number }
  | { readonly kind: 'broken'; readonly files: readonly FileTrouble[] }
  /** The data that has arrived stays. A new start resumes from there. */
  | { readonly kind: 'failed'; readonly failure: ModelFailure };

/** Returns the phase of the stored files, from their status and the record of an unfinished download. */
export function phaseOf(
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
    case 'absent':
      return record === null ? { kind } : { kind: 'paused', doneBytes, totalBytes: record.totalBytes };
  }
}
