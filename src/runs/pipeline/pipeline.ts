/**
 * Requests answers and judges them at the same time. Each result is stored at once. A run that restarts from the stored
 * results repeats and skips none of them; at most the requests in flight are lost.
 */
import { errorMessage } from '../../base/error-message.ts';
import { pause } from '../../base/pause.ts';
import { submissionIn, type Answer } from '../../domain/answer.ts';
import { sampleName, type RunRow, type RunSampleKey } from '../../domain/run.ts';
import type { Submission } from '../../domain/submission.ts';
import type { JudgeReport } from '../../domain/verdict.ts';
import type { FailureLayer } from '../../models/chat-model.ts';
import { ANSWER_NOT_STORED, failedAnswer, answeredRow, runVerdict, type WorkLeft } from './run-rows.ts';
import { ConcurrencyLimit, BoundedQueue } from './queues.ts';

/**
 * The stored samples of a run: on the page in IndexedDB, on the command line in a journal of lines.
 * `tests/contracts/sample-store-contract.ts` is the contract of both.
 */
export interface SampleStore {
  /**
   * Reads the answers that an earlier part of the run stored; null for one that is no longer stored. A rejection
   * halts the run.
   */
  stored(keys: readonly RunSampleKey[]): Promise<readonly (Answer | null)[]>;
  /** Stores a sample. Rejects if it cannot be stored; no part of it is stored then. */
  keep(row: RunRow, answer: Answer, report: JudgeReport | null): Promise<void>;
}

export interface PipelineParts extends SampleStore {
  /**
   * Requests an answer; null if it was stopped. A failure is part of the answer and, without a layer, concerns this
   * sample alone. A rejection may concern the next sample too.
   */
  answer(key: RunSampleKey, signal: AbortSignal): Promise<Answer | null>;
  /** @param onBegun is called when the judge starts on the answer, if the judge reports it */
  judge(
    key: RunSampleKey,
    submission: Submission,
    signal: AbortSignal,
    onBegun: () => void,
  ): Promise<JudgeReport>;
  /** Returns the budget that forbids another request; null if a request is allowed. */
  spent(): string | null;
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after `ms` milliseconds, or when the signal aborts. The default uses a timer. */
  wait?(ms: number, signal: AbortSignal): Promise<unknown>;
}

export interface PipelineWatch {
  /** Called after a sample was stored. */
  onRow?(row: RunRow): void;
  /** Called when the request or the judging of a sample begins. */
  onBegin?(work: PipelineWork, key: RunSampleKey): void;
  /** Called when the request or the judging of a sample ends. */
  onEnd?(what: PipelineWork, key: RunSampleKey): void;
  /** Called with a notice for the user while the run continues, in one or two sentences. */
  onNotice?(notice: string): void;
}

export type PipelineWork = 'ask' | 'judge';

export interface PipelineOrder extends WorkLeft {
  /** Number of concurrent requests, ≥ 1. */
  readonly concurrency: number;
  /** Number of answers judged at once, ≥ 1. */
  readonly judging: number;
}

/** Reason why a pipeline has stopped. A run can be resumed after all but `done`. */
export type PipelineEnd =
  | { readonly type: 'done' | 'paused' | 'stopped' }
  | { readonly type: 'spent'; readonly budget: string }
  /** Every further request would fail too. */
  | { readonly type: 'halted'; readonly why: string };

/** Failures that do not concern a single sample: the next request would fail too. */
const HOPELESS: ReadonlySet<FailureLayer> = new Set<FailureLayer>([
  'address',
  'mixed-content',
  'cors',
  'redirect',
  'unauthorized',
  'model-not-found',
  'no-gpu',
  'library',
  'not-downloaded',
  'in-use',
  'local-network',
  'storage',
]);
/** Failures that concern one request alone; many of 'context' or 'parameter' end a run. */
const OWN: ReadonlySet<FailureLayer> = new Set<FailureLayer>([
  'context-overflow',
  'context',
  'moderation',
  'parameter',
]);
/** Failures of a server that is unreachable or refuses requests, possibly for a short time. */
const PASSING: ReadonlySet<FailureLayer> = new Set<FailureLayer>(['network-or-cors', 'busy']);
/** Maximum time to wait for a server that has answered before. The slowest ones take two minutes to load a model. */
const WAIT_MS = 180_000;
const WAIT_STEP_MS = 5_000;
/** Delay between requests at a rate limit. Many limits count by the minute, and count refused requests too. */
const RATE_STEP_MS = 15_000;
/** Maximum time to wait for a rate limit without any answer. */
const RATE_WAIT_MS = 90_000;
/** Consecutive failures, beyond the requests in flight, after which the server counts as down. */
const PATIENCE = 2;
/**
 * Number of answers that a small context or a refused setting has to spoil before the run ends. They must also
 * outnumber the good answers.
 */
const SPOILED = 3;
/** Maximum number of answers that wait for the judge, because their texts are in memory. */
const MOST_WAITING = 64;
/** Number of stored answers that are read at once. */
const READ_AT_ONCE = 16;
/** Maximum number of verdicts that are not stored yet. If the page closes, they are lost and judged again. */
const MOST_UNKEPT = 32;

interface Answered {
  readonly row: RunRow;
  readonly answer: Answer;
}

/** A request in flight. */
interface RequestInFlight {
  /** Whether other requests were in flight at the same time. */
  inCompany: boolean;
  /** The epoch of the concurrency limit when the request began. */
  readonly epoch: number;
}

/** Number of failures of a sample: with other requests in flight, and alone. */
interface Tries {
  inCompany: number;
  alone: number;
}

export class Pipeline {
  readonly #dependencies: PipelineParts;
  readonly #watch: PipelineWatch;
  readonly #plan: PipelineOrder;
  readonly #controller = new AbortController();
  readonly #waitingAnswers = new BoundedQueue<Answered>(MOST_WAITING);
  #next = 0;
  #end: PipelineEnd | null = null;
  readonly #concurrency: ConcurrencyLimit;
  readonly #requestsInFlight = new Set<RequestInFlight>();
  /** Called when another request may begin. */
  #wakeCallbacks: (() => void)[] = [];
  /** Samples to request again. They failed with other requests in flight, which may be the cause. */
  readonly #retries: RunSampleKey[] = [];
  /** Samples to request again alone. Another failure is then caused by the sample itself. */
  readonly #aloneKeys: RunSampleKey[] = [];
  readonly #triesByName = new Map<string, Tries>();
  /** Failed samples that are not stored yet. If the server is down, they are requested again later. */
  #failedRequests: Answered[] = [];
  /** Number of failures of requests that were alone, since the last answer. */
  #failureStreak = 0;
  #answeredCount = 0;
  #spoiledCount = 0;
  /** Time of the first failure of an unreachable server; null while it answers. */
  #goneSince: number | null = null;
  /** Writes of verdicts in progress. */
  readonly #unkept = new Set<Promise<unknown>>();

  constructor(plan: PipelineOrder, dependencies: PipelineParts, watch: PipelineWatch = {}) {
    this.#plan = plan;
    this.#dependencies = dependencies;
    this.#watch = watch;
    this.#concurrency = new ConcurrencyLimit(plan.concurrency);
  }

  /** Begins no further request. Requests in flight finish, and their answers are judged. */
  pause(): void {
    this.#finish({ type: 'paused' });
  }

  /** Stops at once. Requests in flight are lost. */
  stop(): void {
    this.#end = { type: 'stopped' };
    this.#controller.abort();
    this.#waitingAnswers.close();
    this.#wakeWaiters();
  }

  /** Runs until all samples are done or the run ends early. Call it once; it never rejects. */
  async run(): Promise<PipelineEnd> {
    const { concurrency, judging, toJudge } = this.#plan;
    const judges = Array.from({ length: judging }, () => this.#judgeAll());
    const earlierAnswers = this.#bringEarlier(toJudge);
    await Promise.all(
      Array.from({ length: concurrency }, () =>
        this.#askAll(() => this.#plan.toAsk[this.#next++] ?? this.#retries.shift()),
      ),
    );
    await this.#askAll(() => this.#retries.shift() ?? this.#aloneKeys.shift());
    if (this.#end === null) await this.#settleFailures();
    await earlierAnswers;
    this.#waitingAnswers.close();
    await Promise.all(judges);
    await Promise.all(this.#unkept);
    return this.#end ?? { type: 'done' };
  }

  /** Passes the answers of an earlier part of the run that have no verdict to the judge. */
  async #bringEarlier(rows: readonly RunRow[]): Promise<void> {
    for (let from = 0; from < rows.length; from += READ_AT_ONCE) {
      const portion = rows.slice(from, from + READ_AT_ONCE);
      const answers = await this.#dependencies.stored(portion).catch((error: unknown) => errorMessage(error));
      if (typeof answers === 'string') {
        this.#end = {
          type: 'halted',
          why: `An answer could not be read from where it is stored: ${answers}. Remove the cause and resume the run: nothing is lost.`,
        };
        return;
      }
      for (const [at, row] of portion.entries()) {
        // An answer that was paid for is judged even if the budget allows no further request.
        if (this.#end !== null && this.#end.type !== 'spent') return;
        const answer = answers[at] ?? null;
        // An answer without its text cannot be judged.
        if (answer === null) await this.#keep({ ...row, failure: ANSWER_NOT_STORED }, null);
        else await this.#waitingAnswers.put({ row, answer });
      }
    }
  }

  /** @param next returns the next sample to request; undefined if there is none at the moment */
  async #askAll(next: () => RunSampleKey | undefined): Promise<void> {
    for (;;) {
      // Another loop may have taken the sample meanwhile.
      while (this.#end === null && this.#requestsInFlight.size >= this.#concurrency.limit)
        await new Promise<void>((resolve) => this.#wakeCallbacks.push(resolve));
      if (this.#end !== null) return;
      const budget = this.#dependencies.spent();
      if (budget !== null) return this.#finish({ type: 'spent', budget });
      const key = next();
      if (key === undefined) return;
      const request: RequestInFlight = {
        inCompany: this.#requestsInFlight.size > 0,
        epoch: this.#concurrency.epoch,
      };
      for (const other of this.#requestsInFlight) other.inCompany = true;
      this.#requestsInFlight.add(request);
      const answeredSample = await this.#ask(key);
      this.#requestsInFlight.delete(request);
      this.#wakeWaiters();
      if (answeredSample === null) return;
      if (answeredSample.row.failure !== null) {
        await this.#fail(answeredSample, request);
        continue;
      }
      this.#answeredCount += 1;
      this.#concurrency.succeeded();
      this.#serverIsThere();
      if (!this.#isHalted()) await this.#settleFailures();
      if (await this.#keep(answeredSample.row, answeredSample.answer))
        await this.#waitingAnswers.put(answeredSample);
    }
  }

  #wakeWaiters(): void {
    for (const callback of this.#wakeCallbacks.splice(0)) callback();
  }

  #finish(end: PipelineEnd): void {
    this.#end ??= end;
    this.#wakeWaiters();
  }

  /** Requests an answer; null if it was stopped. */
  async #ask(key: RunSampleKey): Promise<Answered | null> {
    const askedAt = this.#dependencies.now();
    this.#watch.onBegin?.('ask', key);
    const answer = await this.#dependencies
      .answer(key, this.#controller.signal)
      .catch((error: unknown) => failedAnswer(errorMessage(error), 'protocol'));
    this.#watch.onEnd?.('ask', key);
    if (answer === null || this.#controller.signal.aborted) return null;
    return { row: answeredRow(key, answer, askedAt, this.#dependencies.now()), answer };
  }

  async #fail(failedRequest: Answered, { inCompany, epoch }: RequestInFlight): Promise<void> {
    const { row, answer } = failedRequest;
    const { message, remedy, layer, waitMs = 0 } = answer.failure!;
    const haltedEnd: PipelineEnd = { type: 'halted', why: `${message} ${remedy}` };
    // The prompt is too long or moderated, or the problem is missing: that concerns this sample alone.
    if (layer === undefined || OWN.has(layer as FailureLayer)) {
      await this.#keep(row, answer);
      if (
        (layer === 'context' || layer === 'parameter') &&
        ++this.#spoiledCount >= SPOILED &&
        this.#spoiledCount > this.#answeredCount
      )
        this.#finish(haltedEnd);
      return;
    }
    if (HOPELESS.has(layer as FailureLayer)) return this.#finish(haltedEnd);
    if (layer === 'rate-limited') {
      if (inCompany && this.#concurrency.recordFailure(epoch))
        this.#watch.onNotice?.(asksForFewer(message, this.#concurrency.limit, remedy));
      if (waitMs > WAIT_MS) return this.#finish(haltedEnd);
      if (await this.#isWorthWaiting(message, Math.max(RATE_STEP_MS, waitMs), RATE_WAIT_MS + waitMs)) {
        this.#retries.unshift(keyOf(row));
        return;
      }
    }
    const isPassing = PASSING.has(layer as FailureLayer);
    if (isPassing && this.#answeredCount > 0 && !(layer === 'busy' && this.#requestsInFlight.size > 0))
      return this.#waitForServer(row, message, haltedEnd);
    if (!isPassing && layer !== 'rate-limited') this.#serverIsThere();
    const name = sampleName(row);
    const tries = this.#triesByName.get(name) ?? { inCompany: 0, alone: 0 };
    this.#triesByName.set(name, tries);
    if (inCompany) {
      tries.inCompany += 1;
      if (layer !== 'network-or-cors' && this.#concurrency.recordFailure(epoch))
        this.#watch.onNotice?.(asksForFewer(message, this.#concurrency.limit, remedy));
    } else {
      tries.alone += 1;
      this.#failureStreak += 1;
    }
    const isOwn = tries.alone > 0 && tries.alone + tries.inCompany > 1;
    if (isOwn) this.#failedRequests.push(failedRequest);
    else (tries.inCompany === 1 ? this.#retries : this.#aloneKeys).push(keyOf(row));
    // At the end of a run only failing samples may be left, although others were answered before.
    const isLate = this.#next >= this.#plan.toAsk.length;
    if (this.#failureStreak > PATIENCE + (isLate ? this.#plan.concurrency : 0)) this.#finish(haltedEnd);
  }

  /**
   * Requests the sample again as soon as possible, and waits for a server that has answered before.
   */
  async #waitForServer(row: RunRow, message: string, haltedEnd: PipelineEnd): Promise<void> {
    this.#retries.unshift(keyOf(row));
    if (!(await this.#isWorthWaiting(message, WAIT_STEP_MS, WAIT_MS))) this.#finish(haltedEnd);
  }

  /** Waits and returns true. Returns false without waiting if there has been no answer for `mostMs` milliseconds. */
  async #isWorthWaiting(message: string, ms: number, mostMs: number): Promise<boolean> {
    if (this.#goneSince === null) {
      this.#goneSince = this.#dependencies.now();
      this.#watch.onNotice?.(
        `${message} The run waits for it, up to ${Math.ceil(mostMs / 6_000) / 10} minutes.`,
      );
    }
    if (this.#dependencies.now() - this.#goneSince >= mostMs) return false;
    await (this.#dependencies.wait ?? pause)(ms, this.#controller.signal);
    return true;
  }

  #serverIsThere(): void {
    this.#goneSince = null;
  }

  /**
   * Settles the failures after an answer: a sample that failed alone, and had failed before, is the cause of its
   * failure.
   */
  async #settleFailures(): Promise<void> {
    this.#failureStreak = 0;
    for (const { row, answer } of this.#failedRequests.splice(0)) await this.#keep(row, answer);
  }

  async #judgeAll(): Promise<void> {
    for (;;) {
      const answered = await this.#waitingAnswers.take();
      if (answered === null || this.#controller.signal.aborted) return;
      const { row, answer } = answered;
      const submission = submissionIn(answer);
      if (submission === null) {
        // Without a verdict the sample would be judged again each time the run is resumed.
        await this.#keep(
          {
            ...row,
            failure:
              answer.failure?.message ?? 'Its answer was stopped before its end: that is none to judge.',
          },
          answer,
        );
        continue;
      }
      let from = this.#dependencies.now();
      let hasBegun = false;
      const report = await this.#dependencies
        .judge(row, submission, this.#controller.signal, () => {
          if (hasBegun) return;
          hasBegun = true;
          from = this.#dependencies.now();
          this.#watch.onBegin?.('judge', row);
        })
        .catch((error: unknown) => errorMessage(error));
      if (hasBegun) this.#watch.onEnd?.('judge', row);
      // The answer has no verdict yet, and is judged when the run is resumed.
      if (typeof report === 'string')
        this.#end ??= { type: 'halted', why: `${report} Remove the cause and resume the run.` };
      else if (!report.flags.includes('stopped'))
        await this.#keepBehind(
          { ...row, judged: runVerdict(report, from, this.#dependencies.now()) },
          answer,
          report,
        );
    }
  }

  /** Stores a verdict without waiting for the write, unless many writes are in progress. */
  async #keepBehind(row: RunRow, answer: Answer, report: JudgeReport): Promise<void> {
    const keepPromise = this.#keep(row, answer, report).finally(() => this.#unkept.delete(keepPromise));
    this.#unkept.add(keepPromise);
    while (this.#unkept.size >= MOST_UNKEPT) await Promise.race(this.#unkept);
  }

  #isHalted(): boolean {
    return this.#end?.type === 'halted';
  }

  /**
   * Stores a sample. Returns false if it cannot be stored, which ends the run, because later results would be lost as
   * well.
   */
  async #keep(row: RunRow, answer: Answer | null, report: JudgeReport | null = null): Promise<boolean> {
    try {
      await this.#dependencies.keep(row, answer ?? failedAnswer(row.failure ?? ''), report);
    } catch (error) {
      this.#end ??= {
        type: 'halted',
        why: `The results could not be stored: ${errorMessage(error)}. Free some space, and go on: what was stored is kept.`,
      };
      return false;
    }
    this.#watch.onRow?.(row);
    return true;
  }
}

function keyOf({ set, id, sample }: RunRow): RunSampleKey {
  return { set, id, sample };
}

/** @param failure message of an answer's failure @param limit new number of concurrent requests */
const asksForFewer = (failure: string, limit: number, remedy: string): string =>
  `${failure} Other answers were under way: it is asked again, and the run goes on with ${limit} at once. ${remedy}`;
