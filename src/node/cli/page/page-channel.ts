/** The command line's end of the connection to the page: sends jobs and receives outcomes. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  KEPT_PROBLEMS,
  parsePageMessage,
  type DriverToPage,
  type PageOutcome,
  type PageJob,
  type PageToDriver,
} from '../../../judge/protocol/driver-page.ts';
import { Newest } from '../../../base/collections.ts';
import type { Problem } from '../../../domain/problem.ts';
import type { PackageLock } from '../../../judge/packages/package-index.ts';
import { PageFailure } from './page-settings.ts';

/**
 * Milliseconds without a message after which the page is considered dead. A living page sends one every few seconds.
 */
const SILENCE_MILLISECONDS = 120_000;
/**
 * Milliseconds after which a request from the page is answered even if there is no job, before its browser treats the
 * delay as an error. The page then repeats the request.
 */
const PATIENCE_MILLISECONDS = 15_000;

type OutcomeOf<Job extends PageJob> = Extract<PageOutcome, { readonly task: Job['task'] }>;

export interface PageJudge {
  /**
   * Judges a job. Jobs begin in the order of the calls.
   * @param onRetry called when a test of the job is retried
   * @param signal stops the job if the page has it; the promise still resolves with an outcome
   * @throws PageFailure if the page or the browser fails; the error that ended the work
   */
  judge<Job extends PageJob>(job: Job, onRetry?: () => void, signal?: AbortSignal): Promise<OutcomeOf<Job>>;
}

interface OpenJob {
  readonly index: number;
  readonly job: PageJob;
  readonly onRetry: () => void;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (outcome: never) => void;
  readonly reject: (error: unknown) => void;
}

/** Sends jobs to the one page that knows the key, and receives their outcomes. */
export class PageChannel implements PageJudge {
  readonly key = randomUUID();
  /** Rejects with the error that ended the work early; never resolves. */
  readonly failure: Promise<never>;
  readonly #workers: number;
  readonly #hashSeed: number;
  readonly #wheels: PackageLock;
  readonly #onBegin: () => void;
  /** Jobs without an outcome, by index, in order. */
  readonly #jobs = new Map<number, OpenJob>();
  /** Number of jobs so far. */
  #count = 0;
  /** Index of the first job that the page has not received. */
  #next = 0;
  /** Sends a job to the waiting page; null while the page does not wait for one. */
  #sendJob: (() => void) | null = null;
  /** Numbers of the problems that the page has. */
  readonly #problemNumbers = new Newest<Problem, number>(KEPT_PROBLEMS);
  /** Number of problems sent so far. */
  #problems = 0;
  #silenceTimer: NodeJS.Timeout | undefined;
  #reject: (error: unknown) => void = () => undefined;
  #failure: { readonly by: unknown } | null = null;

  /**
   * @param onBegin called when the page requests its first job
   * @param wheels packages that the user supplied
   * @param hashSeed the seed of Python's hashes
   */
  constructor(
    workers: number,
    onBegin: () => void = () => undefined,
    wheels: PackageLock = {},
    hashSeed = 0,
  ) {
    this.#workers = workers;
    this.#hashSeed = hashSeed;
    this.#wheels = wheels;
    this.#onBegin = onBegin;
    this.failure = new Promise((_, reject) => (this.#reject = reject));
    this.failure.catch(() => undefined);
    this.#resetSilence();
  }

  judge<Job extends PageJob>(
    job: Job,
    onRetry: () => void = () => undefined,
    signal?: AbortSignal,
  ): Promise<OutcomeOf<Job>> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== null) return reject(this.#failure.by as Error);
      const index = this.#count++;
      this.#jobs.set(index, { index, job, onRetry, signal, resolve, reject });
      this.#sendJob?.();
    });
  }

  /** Rejects all jobs. */
  fail(error: unknown): void {
    if (this.#failure !== null) return;
    this.#failure = { by: error };
    this.end();
    this.#reject(error);
    for (const openJob of this.#jobs.values()) openJob.reject(error);
  }

  /** Stops the timer that detects a silent page. */
  end(): void {
    clearTimeout(this.#silenceTimer);
  }

  /** @returns whether the request was for this channel */
  answer(path: string, request: IncomingMessage, response: ServerResponse): boolean {
    const [folder, type = ''] = path.split('/');
    if (folder !== 'driver') return false;
    if (!request.url?.endsWith(`?${this.key}`)) {
      response.writeHead(403).end();
      return true;
    }
    this.#resetSilence();
    void text(request).then((body) => {
      const message = parsePageMessage(type, body);
      if (message !== null) return this.#take(message, response);
      response.writeHead(400).end();
      this.fail(new PageFailure(`the page said what no page says (${type})`));
    });
    return true;
  }

  #take(message: PageToDriver, response: ServerResponse): void {
    switch (message.type) {
      case 'open':
        return respond(response, {
          type: 'session',
          workers: this.#workers,
          hashSeed: this.#hashSeed,
          wheels: this.#wheels,
        });
      case 'next':
        if (this.#next === 0) this.#onBegin();
        return this.#giveJob(response, PATIENCE_MILLISECONDS);
      case 'done':
        this.#finish(message.index, message.outcome);
        return this.#giveJob(response, 0);
      case 'whole': {
        const sentJob = this.#sentJob(message.index);
        if (sentJob === undefined) return respond(response, { type: 'wait' });
        if ('problem' in sentJob.job) this.#problemNumbers.delete(sentJob.job.problem);
        return respond(response, this.#message(sentJob));
      }
      case 'retry':
        // The message may arrive after the outcome.
        this.#sentJob(message.index)?.onRetry();
        break;
      case 'failed':
        this.fail(new PageFailure(`the page failed (${message.message})`));
        break;
      case 'alive':
        return respond(response, { type: 'stop', indices: this.#unwanted() });
    }
    respond(response, { type: 'heard' });
  }

  #giveJob(response: ServerResponse, patienceMilliseconds: number): void {
    const nextJob = this.#jobs.get(this.#next);
    if (nextJob !== undefined) {
      this.#next += 1;
      respond(response, this.#message(nextJob));
    } else if (patienceMilliseconds === 0) respond(response, { type: 'wait' });
    else {
      const answer = (): void => {
        clearTimeout(timer);
        this.#sendJob = null;
        this.#giveJob(response, 0);
      };
      const timer = setTimeout(answer, patienceMilliseconds).unref();
      this.#sendJob = answer;
    }
  }

  #sentJob(index: number): OpenJob | undefined {
    return index < this.#next ? this.#jobs.get(index) : undefined;
  }

  #message({ index, job }: OpenJob): DriverToPage {
    if (!('problem' in job)) return { type: 'job', index, job };
    const { problem } = job;
    const knownNumber = this.#problemNumbers.get(problem);
    const problemNumber = knownNumber ?? this.#problems++;
    this.#problemNumbers.set(problem, problemNumber);
    return {
      type: 'job',
      index,
      job: knownNumber === undefined ? job : { ...job, problem: knownNumber },
      problemNumber,
    };
  }

  #finish(index: number, outcome: PageOutcome): void {
    const answeredJob = this.#sentJob(index);
    if (answeredJob === undefined) return;
    if (outcome.task !== answeredJob.job.task)
      return this.fail(new PageFailure(`the page answered ${answeredJob.job.task} with ${outcome.task}`));
    this.#jobs.delete(index);
    answeredJob.resolve(outcome as never);
  }

  /** Returns the indices of the jobs that the page has and whose signal has aborted. */
  #unwanted(): readonly number[] {
    return [...this.#jobs.values()]
      .filter(({ index, signal }) => index < this.#next && signal?.aborted === true)
      .map(({ index }) => index);
  }

  #resetSilence(): void {
    clearTimeout(this.#silenceTimer);
    if (this.#failure !== null) return;
    const fail = (): void => this.fail(new PageFailure('the page fell silent'));
    // A message after the last outcome must not keep the command alive.
    this.#silenceTimer = setTimeout(fail, SILENCE_MILLISECONDS).unref();
  }
}

function respond(response: ServerResponse, answer: DriverToPage): void {
  response.end(JSON.stringify(answer));
}
