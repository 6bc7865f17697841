/** Official solutions judged in the page on the way to a preparation: of each problem until one passes. */
import { counted } from '../../../base/number-words.ts';
import type { EarnedRewards } from '../../../datasets/rewards-file.ts';
import { verdictRow } from '../../../datasets/verdict-row.ts';
import type { Problem } from '../../../domain/problem.ts';
import { submissionOf, type Sample } from '../../../domain/sample.ts';
import { STANDARD } from '../../../judge/profiles/profiles.ts';
import type { DriverJob, PageReply } from '../../../judge/protocol/driver-page.ts';
import type { BrowserName } from '../page/browser-names.ts';
import type { LineOutput } from '../output/output-file.ts';
import { Progress, type ProgressKind } from '../progress/progress.ts';

export interface VerifyOrder {
  /** By problem. */
  readonly solutions: ReadonlyMap<string, readonly Sample[]>;
  readonly workers: number;
  readonly browser: BrowserName;
  readonly progress: ProgressKind;
  /** Where the rows of grade go; null for nowhere. */
  readonly rows: LineOutput | null;
  /** Ends what runs by rejecting. */
  readonly leave: Promise<never>;
}

/** Characters of tests that are held at a time, for one opening of the page. */
const BATCH = 300_000_000;

const OPTIONS = { stopAtFirstFailure: true, profile: STANDARD.name } as const;

export class SolutionVerifier {
  readonly #order: VerifyOrder;
  readonly #rewards = new Map<string, number[]>();
  readonly #unrewarded = new Set<string>();
  #waiting: Problem[] = [];
  #size = 0;

  constructor(order: VerifyOrder) {
    this.#order = order;
  }

  /**
   * Takes a problem, and judges all that wait where there are enough of them.
   * @throws PageFailure; what `leave` rejects with
   */
  async add(problem: Problem): Promise<void> {
    if (!this.#order.solutions.has(problem.id)) return;
    this.#waiting.push(problem);
    this.#size += problem.tests.reduce((sum, { input, output }) => sum + input.length + output.length, 0);
    if (this.#size >= BATCH) await this.#judge();
  }

  /** What the solutions that were judged have earned. */
  async end(): Promise<EarnedRewards> {
    await this.#judge();
    return { rewards: this.#rewards, unrewarded: this.#unrewarded };
  }

  async #judge(): Promise<void> {
    const problems = this.#waiting;
    this.#waiting = [];
    this.#size = 0;
    if (problems.length === 0) return;
    const { samples, jobs } = this.#jobsOf(problems);
    const progress = new Progress({
      screen: process.stderr,
      kind: this.#order.progress,
      total: jobs.length,
      soFar: () => `${counted(this.#passed, 'problem')} with one that passes`,
    });
    // Loaded late: bad input is refused without waiting for a bundler and a browser driver.
    const { judgeInPage } = await import('../page/built-page.ts');
    const { workers, browser, leave } = this.#order;
    try {
      await judgeInPage(
        jobs,
        { workers },
        {
          onOpening: () => progress.start(),
          onBegin: () => progress.begin(),
          onRetry: (index) => progress.retry(index),
          onReply: (reply) => {
            this.#take(samples[reply.index]!, reply);
            progress.finish(reply.index);
          },
          isNeeded: (index) => !this.#passes(samples[index]!.problemId),
          onPassedOver: (index) => progress.finish(index),
        },
        browser,
        leave,
      );
    } finally {
      progress.end();
    }
  }

  /** The first solution of every problem, then every second one: where the first passes, the others are passed over. */
  #jobsOf(problems: readonly Problem[]): {
    readonly samples: readonly Sample[];
    readonly jobs: readonly DriverJob[];
  } {
    const samples: Sample[] = [];
    const jobs: DriverJob[] = [];
    let left = problems;
    for (let nth = 0; left.length > 0; nth++) {
      left = left.filter((problem) => {
        const sample = this.#order.solutions.get(problem.id)![nth];
        if (sample === undefined) return false;
        const submission = submissionOf(sample, problem);
        jobs.push({ index: jobs.length, problem, submission, task: 'judge', options: OPTIONS });
        samples.push(sample);
        return true;
      });
    }
    return { samples, jobs };
  }

  #take(sample: Sample, reply: PageReply): void {
    if (!('report' in reply)) throw new Error('the page answered a judging with something else');
    this.#order.rows?.write(verdictRow(sample, reply.report));
    const { reward } = reply.report;
    if (reward === null) {
      this.#unrewarded.add(sample.problemId);
      return;
    }
    const known = this.#rewards.get(sample.problemId);
    if (known === undefined) this.#rewards.set(sample.problemId, [reward]);
    else known.push(reward);
  }

  #passes(id: string): boolean {
    return this.#rewards.get(id)?.some((reward) => reward >= 1) === true;
  }

  get #passed(): number {
    return [...this.#rewards.keys()].filter((id) => this.#passes(id)).length;
  }
}
