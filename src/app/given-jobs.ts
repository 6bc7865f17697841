/**
 * The jobs that the command line sends to the page. The problem of a job may have arrived with an earlier
 * job.
 */
import { Newest } from '../base/collections.ts';
import type { Problem } from '../domain/problem.ts';
import {
  KEPT_PROBLEMS,
  type DriverToPage,
  type PageJob,
  type PageToDriver,
} from '../judge/protocol/driver-page.ts';

export type Tell = (message: PageToDriver) => Promise<DriverToPage | null>;
export type JobMessage = Extract<DriverToPage, { readonly type: 'job' }>;

/** Returns the job in a response from the command line, or null if there is no job yet. */
export function jobIn(answer: DriverToPage | null): JobMessage | null {
  if (answer?.type === 'job') return answer;
  if (answer?.type === 'wait') return null;
  throw new Error('the command line answered with what is no job');
}

export class GivenJobs {
  readonly #send: Tell;
  readonly #problems = new Newest<number, Problem>(KEPT_PROBLEMS);

  constructor(send: Tell) {
    this.#send = send;
  }

  /** Returns the job with its problem, which is requested if it is not stored here. */
  async completeJob({ index, job, problemNumber }: JobMessage): Promise<PageJob> {
    if (problemNumber === undefined || !('problem' in job)) return job as PageJob;
    const problem = typeof job.problem === 'number' ? this.#problems.get(problemNumber) : job.problem;
    if (problem !== undefined) {
      this.#problems.set(problemNumber, problem);
      return { ...job, problem };
    }
    // This message arrived before the one with the problem, or the problem has been discarded since.
    const completeMessage = jobIn(await this.#send({ type: 'whole', index }));
    if (completeMessage === null) throw new Error('the command line does not know a job that it gave');
    return this.completeJob(completeMessage);
  }
}
