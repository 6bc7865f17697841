import { WorkerLink } from '../../base/worker-link.ts';
import type { Problem } from '../../domain/problem.ts';
import type { LineOutcome } from '../lines.ts';

/** What `workers/import.worker.ts` exposes. */
export interface ImportingApi {
  problem(line: string): Promise<{ readonly outcome: LineOutcome<Problem> }>;
}

/** Reads lines in a worker of their own, which begins with the first. */
export class WorkerReader {
  readonly #start: () => Worker;
  #link: WorkerLink<ImportingApi> | null = null;

  constructor(start: () => Worker) {
    this.#start = start;
  }

  /** Rejects where there is no worker to be had, or it died. */
  async problem(line: string): Promise<LineOutcome<Problem>> {
    this.#link ??= new WorkerLink<ImportingApi>(this.#start());
    return (await this.#link.call((api) => api.problem(line))).outcome;
  }

  close(): void {
    this.#link?.kill('done');
    this.#link = null;
  }
}
