/**
 * The batch grader behind all dialects: a queue of tasks for the driven page. If the page or its browser fails, the
 * grader opens it again. Each task has an outcome by its deadline.
 */
import { errorMessage } from '../../../../base/error-message.ts';
import { duration } from '../../../../base/number-words.ts';
import { programsAtOnce } from '../../../../judge/programs-at-once.ts';
import type { PageOutcome } from '../../../../judge/protocol/driver-page.ts';
import type { DrivenPage } from '../../page/built-page.ts';
import type { Metrics } from './metrics.ts';
import type { Seen } from './seen.ts';
import { judgedOutcome, outcomeOf, unjudgedOutcome, type GradingOutcome, type GradingTask } from './task.ts';

/**
 * @param onBegin called when the page requests its first task
 * @param abortPromise rejects to end the opening
 * @throws if the page or its browser fails, and the error that `abortPromise` rejects with
 */
export type OpenPage = (onBegin: () => void, abortPromise: Promise<never>) => Promise<DrivenPage>;

export interface GraderOptions {
  /** Number of programs judged in parallel, ≥ 1. */
  readonly workers: number;
  /** Maximum number of waiting tasks. */
  readonly capacity: number;
  readonly seenReports: Seen;
  readonly metrics: Metrics;
  readonly openPage: OpenPage;
  /** Called with a message for each failure of the page. */
  readonly onFailure: (message: string) => void;
}

/** The error with which pending waits are rejected when the grader ends. No request is waiting at that time. */
class Ended extends Error {
  override readonly name = 'Ended';
}

interface QueuedWork {
  readonly task: GradingTask;
  readonly key: string | null;
  /** Functions that receive the outcome. The set is empty if no request waits for the task. */
  readonly waiters: Set<(outcome: GradingOutcome) => void>;
  readonly begunAt: number;
  /** Whether at least one request for the task is counted in the metrics. */
  isCounted: boolean;
  /** Number of pages that failed while they had the task. */
  failures: number;
  /**
   * The time when the page received the task, and the controller that stops it; null while the page does not have the
   * task.
   */
  assignment: { readonly startedAt: number; readonly controller: AbortController } | null;
}

/** Number of failed pages after which a task is treated as the likely cause. */
const MOST_FAILURES = 5;
/** Milliseconds before the page is opened again: after the first failure, and the maximum after repeated failures. */
const PAUSES_MS = { first: 250, most: 15_000 };
/**
 * Milliseconds after which a running task blocks the page: it receives no other task until this one ends. A test that
 * timed out, possibly because of the machine, is retried alone, when no other test waits.
 */
const PATIENCE_MS = 60_000;

export class Grader {
  readonly #options: GraderOptions;
  #queue: QueuedWork[] = [];
  /** The tasks that the page has, or is about to receive, in order. */
  #underWay = new Set<QueuedWork>();
  /** Tasks that several requests may share, by key. */
  readonly #sharedWork = new Map<string, QueuedWork>();
  #page: DrivenPage | null = null;
  #isReady = false;
  #isEnding = false;
  /** Ends the current pause. */
  #wake: () => void = () => undefined;
  readonly #leave: Promise<never>;
  #leaveNow: () => void = () => undefined;

  constructor(options: GraderOptions) {
    this.#options = options;
    this.#leave = new Promise((_, reject) => {
      this.#leaveNow = () => reject(new Ended());
    });
    this.#leave.catch(() => undefined);
    const { metrics } = options;
    metrics.gauge('queue', 'Tasks that wait for the page.', () => this.#queue.length);
    metrics.gauge('under_way', 'Tasks that the page has.', () => this.#underWay.size);
    metrics.gauge(
      'seen',
      'Verdicts that are kept, so that equal tasks are not run again.',
      () => options.seenReports.size,
    );
    metrics.gauge('ready', 'Whether the page is open.', () => Number(this.#isReady));
  }

  /** Whether the page is open and accepts tasks. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /**
   * Returns the outcomes in the order of the tasks, each by the deadline; null if the queue cannot hold all of them.
   * @param milliseconds time until the deadline
   * @param signal stops the waiting; a task that no other request waits for is not run
   * @param isCounted whether the outcomes are counted in the metrics
   */
  grade(
    tasks: readonly GradingTask[],
    milliseconds: number,
    signal: AbortSignal,
    isCounted = true,
  ): Promise<readonly GradingOutcome[]> | null {
    if (this.#isEnding || !this.#hasRoom(tasks.length)) return null;
    return new Promise((resolve) => {
      const outcomes = new Map<number, GradingOutcome>();
      const leaveCallbacks: (() => void)[] = [];
      const end = (reason: string): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        for (const each of leaveCallbacks) each();
        resolve(tasks.map((_, index) => outcomes.get(index) ?? unjudgedOutcome(reason)));
      };
      const lateReason = `not judged within ${duration(milliseconds)}: the queue is long, or the program is slow`;
      const timer = setTimeout(() => {
        for (let missingCount = tasks.length - outcomes.size; isCounted && missingCount > 0; missingCount--)
          this.#options.metrics.count('late');
        end(lateReason);
      }, milliseconds);
      const stop = (): void => end('the client has disconnected');
      signal.addEventListener('abort', stop);
      const takeOutcome = (index: number, outcome: GradingOutcome): void => {
        outcomes.set(index, outcome);
        if (outcomes.size === tasks.length) end('');
      };
      if (tasks.length === 0) end('');
      tasks.forEach((task, index) =>
        leaveCallbacks.push(this.#add(task, (outcome) => takeOutcome(index, outcome), isCounted)),
      );
      if (signal.aborted) stop();
      this.#sendTasks();
    });
  }

  /**
   * Keeps a page open until `end`.
   * @throws the error of the first opening
   */
  async run(onReady: () => void): Promise<void> {
    const { openPage, metrics, onFailure } = this.#options;
    let pause = PAUSES_MS.first;
    let hasBegun = false;
    while (!this.#isEnding || this.#isWaitedFor) {
      try {
        const page = await openPage(() => {
          this.#isReady = true;
          pause = PAUSES_MS.first;
          if (!hasBegun) onReady();
          hasBegun = true;
        }, this.#leave);
        this.#page = page;
        this.#sendTasks();
        await page.failure.finally(() => {
          // The page receives no further tasks. Its tasks are returned to the queue once.
          this.#page = null;
          this.#isReady = false;
          return page.close();
        });
      } catch (error) {
        if (error instanceof Ended) return;
        if (!hasBegun) throw error;
        metrics.count('restarts');
        onFailure(errorMessage(error));
        this.#takeBack();
        await new Promise((resolve) => {
          this.#wake = () => resolve(undefined);
          setTimeout(resolve, pause);
        });
        pause = Math.min(pause * 2, PAUSES_MS.most);
      }
    }
  }

  /** Accepts no further tasks, and ends when all accepted tasks are done. */
  end(): void {
    this.#isEnding = true;
    this.#wake();
    this.#leaveIfDone();
  }

  get #isWaitedFor(): boolean {
    return [...this.#queue, ...this.#underWay].some(({ waiters }) => waiters.size > 0);
  }

  #leaveIfDone(): void {
    if (this.#isEnding && !this.#isWaitedFor) this.#leaveNow();
  }

  #hasRoom(count: number): boolean {
    const { capacity } = this.#options;
    if (this.#queue.length + count <= capacity) return true;
    // Removes the tasks that no request waits for.
    const waitingTasks = this.#queue.filter((work) => {
      if (work.waiters.size === 0) this.#forget(work);
      return work.waiters.size > 0;
    });
    this.#queue = waitingTasks;
    return waitingTasks.length + count <= capacity;
  }

  /** @returns a function that stops waiting */
  #add(task: GradingTask, waiter: (outcome: GradingOutcome) => void, isCounted: boolean): () => void {
    const { seenReports, metrics } = this.#options;
    const key = seenReports.keyOf(task);
    const cachedReport = key === null ? null : seenReports.get(key);
    if (cachedReport !== null) {
      if (isCounted) metrics.count('seen');
      waiter(judgedOutcome(task, cachedReport));
      return () => undefined;
    }
    let work = key === null ? undefined : this.#sharedWork.get(key);
    if (work === undefined) {
      work = {
        task,
        key,
        waiters: new Set(),
        begunAt: performance.now(),
        failures: 0,
        assignment: null,
        isCounted,
      };
      if (key !== null) this.#sharedWork.set(key, work);
      this.#queue.push(work);
    } else if (isCounted) metrics.count('seen');
    work.isCounted ||= isCounted;
    const ownWaiter = (outcome: GradingOutcome): void =>
      waiter(outcome.type === 'judged' ? judgedOutcome(task, outcome.report) : outcome);
    const queuedWork = work;
    queuedWork.waiters.add(ownWaiter);
    return () => {
      queuedWork.waiters.delete(ownWaiter);
      if (queuedWork.waiters.size === 0) queuedWork.assignment?.controller.abort();
      this.#leaveIfDone();
    };
  }

  /** Sends only as many tasks as the page runs in parallel, so that the others can still be cancelled. */
  #sendTasks(): void {
    const page = this.#page;
    if (page === null) return;
    const capacity = programsAtOnce(this.#options.workers);
    const [oldestWork] = this.#underWay;
    const isHeld =
      oldestWork !== undefined && performance.now() - oldestWork.assignment!.startedAt > PATIENCE_MS;
    while (!isHeld && this.#underWay.size < capacity) {
      const work = this.#queue.shift();
      if (work === undefined) break;
      if (work.waiters.size === 0) this.#forget(work);
      else this.#sendTask(work, page);
    }
  }

  #sendTask(work: QueuedWork, page: DrivenPage): void {
    const controller = new AbortController();
    work.assignment = { startedAt: performance.now(), controller };
    this.#underWay.add(work);
    page
      .judge(work.task, () => this.#options.metrics.count('retries'), controller.signal)
      .then(
        (outcome) => this.#settle(work, outcome),
        // The page has failed. Its tasks are returned to the queue.
        () => undefined,
      );
  }

  #settle(work: QueuedWork, ended: PageOutcome): void {
    if (!this.#underWay.delete(work)) return;
    const outcome = outcomeOf(ended);
    // The task was stopped because no request waited for it. Since then, a new request has arrived.
    const isStopped = outcome.type === 'unjudged' && outcome.report?.flags.includes('stopped') === true;
    if (isStopped && work.waiters.size > 0) this.#queue.unshift(work);
    else this.#end(work, outcome);
    this.#sendTasks();
  }

  #end(work: QueuedWork, outcome: GradingOutcome): void {
    const { seenReports, metrics } = this.#options;
    this.#forget(work);
    if (outcome.type === 'judged' && work.key !== null) seenReports.add(work.key, work.task, outcome.report);
    if (work.isCounted && work.waiters.size > 0)
      metrics.countTask(work.task, outcome, (performance.now() - work.begunAt) / 1000);
    for (const waiter of [...work.waiters]) waiter(outcome);
  }

  #forget({ key }: QueuedWork): void {
    if (key !== null) this.#sharedWork.delete(key);
  }

  /** Returns the tasks of the failed page to the front of the queue. */
  #takeBack(): void {
    const interruptedWork = [...this.#underWay];
    this.#underWay = new Set();
    const retryable = interruptedWork.filter((work) => {
      work.failures += 1;
      if (work.failures < MOST_FAILURES) return true;
      this.#end(work, unjudgedOutcome(`the browser failed ${work.failures} times while it ran`));
      return false;
    });
    this.#queue.unshift(...retryable);
  }
}
