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

  get current(): GpuSettings {
    return this.#current;
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
    this.change({ windows: { ...this.#current.windows, [model.id]: contextTokens } });
  }

  change(change: Partial<GpuSettings>): void {
    this.#current = { ...this.#current, ...change };
    void this.#records.write(STORED_AS, this.#current);
  }
}
