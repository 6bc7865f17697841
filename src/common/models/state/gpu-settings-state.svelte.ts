import type { GpuSettings } from '../../../domain/settings.ts';
import type { GpuModel } from '../../../models/web-llm/gpu-model.ts';
import { usualWindow } from '../../../models/web-llm/windows.ts';
import type { RecordStore } from '../../../storage/record-store.ts';

const UNSET: GpuSettings = { windows: {}, gpuMemoryMb: null, growWindow: true, custom: '' };
const STORED_AS = 'settings';

export class GpuSettingsState {
  readonly #records: RecordStore<GpuSettings>;
  #current = $state.raw<GpuSettings>(UNSET);

  constructor(records: RecordStore<GpuSettings>) {
    this.#records = records;
  }

  /** Memory of the GPU as the user states it, in MB; null where they do not. */
  get gpuMemoryMb(): number | null {
    return this.#current.gpuMemoryMb;
  }

  /** Whether an answer cut off by a full window is asked for again with a larger one. */
  get growWindow(): boolean {
    return this.#current.growWindow;
  }

  /** The user's own models, as JSON; '' for none. */
  get ownModels(): string {
    return this.#current.custom;
  }

  async load(): Promise<void> {
    const stored = await this.#records.read(STORED_AS);
    if (stored !== undefined) this.#current = { ...UNSET, ...stored };
  }

  /** The window chosen for a model, in tokens. */
  windowOf(model: GpuModel): number {
    return this.#current.windows[model.id] ?? usualWindow(model);
  }

  setWindow(model: GpuModel, contextTokens: number): void {
    this.#change({ windows: { ...this.#current.windows, [model.id]: contextTokens } });
  }

  setGpuMemory(megabytes: number | null): void {
    this.#change({ gpuMemoryMb: megabytes });
  }

  setGrowWindow(growWindow: boolean): void {
    this.#change({ growWindow });
  }

  setOwnModels(json: string): void {
    this.#change({ custom: json });
  }

  #change(change: Partial<GpuSettings>): void {
    this.#current = { ...this.#current, ...change };
    void this.#records.write(STORED_AS, this.#current);
  }
}
