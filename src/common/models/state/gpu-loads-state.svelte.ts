import type { ModelLoad } from '../../../domain/model-load.ts';
import type { LoadMemory } from '../../../models/asking/gpu-memory.ts';
import type { RecordStore } from '../../../storage/record-store.ts';

/** How each model's last load on this device ended. */
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

  /** Stored before it begins, for a page that goes down while loading writes nothing after. */
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
