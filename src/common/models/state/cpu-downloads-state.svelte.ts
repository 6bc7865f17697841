import type { ModelFailure } from '../../../models/chat-model.ts';
import { RateMeter } from '../../../models/downloads/eta.ts';
import type { CpuModel } from '../../../models/gguf/cpu-model.ts';
import type { CpuPort, StoredGguf } from '../../../models/gguf/cpu-port.ts';

export type CpuPhase =
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'downloading';
      readonly doneBytes: number;
      readonly totalBytes: number | null;
      readonly etaSeconds: number | null;
    }
  | { readonly kind: 'paused'; readonly doneBytes: number; readonly totalBytes: number | null }
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly failure: ModelFailure };

/** The downloaded parts of each model for the CPU on this device, and the downloads that change them. */
export class CpuDownloadsState {
  readonly #port: Pick<CpuPort, 'list' | 'download' | 'remove'>;
  readonly #models: () => readonly CpuModel[];
  readonly #runs = new Map<string, AbortController>();
  #phases = $state.raw<ReadonlyMap<string, CpuPhase>>(new Map());
  /** Sizes of what is stored, by address. */
  #sizes = $state.raw<ReadonlyMap<string, number | null>>(new Map());
  #storedBytes = $state(0);

  /** @param models all there are, the user's own included */
  constructor(port: Pick<CpuPort, 'list' | 'download' | 'remove'>, models: () => readonly CpuModel[]) {
    this.#port = port;
    this.#models = models;
  }

  phaseOf({ id, source }: CpuModel): CpuPhase {
    return source.kind === 'files' ? { kind: 'ready' } : (this.#phases.get(id) ?? { kind: 'absent' });
  }

  /** Bytes of the whole model as it is stored; null where that is not known. */
  sizeOf({ source }: CpuModel): number | null {
    return source.kind === 'url' ? (this.#sizes.get(source.url) ?? null) : null;
  }

  /** Bytes of all models that are stored, parts of downloads among them. */
  get storedBytes(): number {
    return this.#storedBytes;
  }

  /** @param settled has ended just now: a failure of it is over, while those of others stay to be read */
  async refresh(settled: CpuModel | null = null): Promise<void> {
    const files = await this.#port.list();
    const phases = new Map<string, CpuPhase>();
    for (const model of this.#models()) {
      const { source, id } = model;
      const phase = this.phaseOf(model);
      if (this.#runs.has(id) || (phase.kind === 'failed' && id !== settled?.id)) phases.set(id, phase);
      else if (source.kind === 'url')
        phases.set(id, storedPhase(files.find(({ url }) => url === source.url)));
    }
    this.#phases = phases;
    this.#storedBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
    this.#sizes = new Map(files.map(({ url, totalBytes }) => [url, totalBytes]));
  }

  /** Downloads what is missing; resolves when it has ended, was paused or failed. */
  async start(model: CpuModel): Promise<void> {
    if (model.source.kind !== 'url' || this.#runs.has(model.id)) return;
    const controller = new AbortController();
    this.#runs.set(model.id, controller);
    const meter = new RateMeter();
    this.#set(model, { kind: 'downloading', doneBytes: 0, totalBytes: model.bytes, etaSeconds: null });
    const end = await this.#port.download(
      model.source.url,
      ({ bytes, totalBytes }) => {
        const now = performance.now();
        meter.add(now, bytes);
        const etaSeconds = totalBytes === null ? null : meter.etaSeconds(now, totalBytes);
        if (!controller.signal.aborted)
          this.#set(model, { kind: 'downloading', doneBytes: bytes, totalBytes, etaSeconds });
      },
      controller.signal,
    );
    this.#runs.delete(model.id);
    if (typeof end === 'object') this.#set(model, { kind: 'failed', failure: end });
    else await this.refresh(model);
  }

  pause(model: CpuModel): void {
    this.#runs.get(model.id)?.abort();
  }

  async remove(model: CpuModel): Promise<void> {
    if (model.source.kind !== 'url') return;
    this.pause(model);
    const failure = await this.#port.remove(model.source.url);
    if (failure === null) await this.refresh(model);
    else this.#set(model, { kind: 'failed', failure });
  }

  #set({ id }: CpuModel, phase: CpuPhase): void {
    this.#phases = new Map(this.#phases).set(id, phase);
  }
}

function storedPhase(file: StoredGguf | undefined): CpuPhase {
  if (file === undefined) return { kind: 'absent' };
  if (file.complete) return { kind: 'ready' };
  return { kind: 'paused', doneBytes: file.bytes, totalBytes: file.totalBytes };
}
