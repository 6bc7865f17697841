import type { UnfinishedAnswer } from '../../../domain/unfinished-answer.ts';
import type { UnfinishedMemory } from '../../../models/asking/gpu-memory.ts';
import type { GpuPort } from '../../../models/web-llm/gpu-port.ts';
import type { RecordStore } from '../../../storage/record-store.ts';

/** Interrupted answers of models on the GPU that can be continued. */
export class UnfinishedAnswersState implements UnfinishedMemory {
  readonly #port: Pick<GpuPort, 'forget' | 'whenFree'>;
  readonly #records: RecordStore<UnfinishedAnswer>;
  #offered = $state.raw<readonly UnfinishedAnswer[]>([]);

  constructor(port: Pick<GpuPort, 'forget' | 'whenFree'>, records: RecordStore<UnfinishedAnswer>) {
    this.#port = port;
    this.#records = records;
  }

  get offered(): readonly UnfinishedAnswer[] {
    return this.#offered;
  }

  /**
   * Offers what earlier visits have left. While some tab has the GPU, its answer is being written and not broken;
   * so has for a moment the page that a reload is just taking down.
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
