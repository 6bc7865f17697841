import { proxy } from 'comlink';
import { WorkerLink } from '../../base/worker-link.ts';
import type { JudgeBatch } from '../grpo/batch.ts';
import type { Settings } from '../grpo/settings.ts';
import type { StepReport } from '../step-report.ts';
import type { Training } from '../training.ts';
import type { LabHost } from '../worker/lab-host.ts';

/** Trains in a worker of its own; the programs are judged on this side. */
export class WorkerTraining implements Training {
  readonly #link: WorkerLink<LabHost>;
  readonly #begun: Promise<void>;

  constructor(worker: Worker, settings: Settings, seed: number, judge: JudgeBatch) {
    this.#link = new WorkerLink<LabHost>(worker);
    this.#begun = this.#link.call((api) => api.begin(settings, seed, proxy(judge)));
    // It is told by the first step.
    this.#begun.catch(() => undefined);
  }

  async step(): Promise<StepReport> {
    await this.#begun;
    return this.#link.call((api) => api.step());
  }

  close(): void {
    this.#link.kill('ended');
  }
}
