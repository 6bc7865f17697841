/** The driven page as a judge that is asked one answer at a time. */
import type { Problem } from '../../../domain/problem.ts';
import type { JudgeReport } from '../../../domain/verdict.ts';
import type { PageReply } from '../../../judge/protocol/driver-page.ts';
import { JobFeed } from '../page/job-feed.ts';
import type { Progress } from '../progress/progress.ts';
import type { EvalOrder } from './eval-order.ts';
import { storedCompletion, type AnswerFields } from './eval-rows.ts';

interface Waiting {
  readonly resolve: (report: JudgeReport) => void;
  readonly reject: (error: unknown) => void;
}

export class EvalJudge {
  readonly #order: EvalOrder;
  readonly #feed = new JobFeed();
  readonly #waiting = new Map<number, Waiting>();
  /** Why nothing can be judged any more; null while it can. */
  #failure: unknown = null;

  constructor(order: EvalOrder) {
    this.#order = order;
  }

  /**
   * Opens the page, and judges until `end`.
   * @param leave ends it by rejecting
   * @throws UsageError where there is no browser; PageFailure when the page or the browser fails
   */
  async run(progress: Progress, leave: Promise<never>): Promise<void> {
    const { workers, browser } = this.#order;
    try {
      const { judgeInPage } = await import('../page/built-page.ts');
      const ears = {
        onOpening: () => progress.start(),
        onBegin: () => progress.begin(),
        onRetry: (index: number) => progress.retry(index),
        onReply: (reply: PageReply) => {
          if (!('report' in reply)) throw new Error('the page answered a judging with something else');
          this.#waiting.get(reply.index)?.resolve(reply.report);
          this.#waiting.delete(reply.index);
        },
      };
      await judgeInPage(this.#feed, { workers }, ears, browser, leave);
    } catch (error) {
      this.#failure = error;
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
      throw error;
    }
  }

  /** @param index of the sample, one of a kind */
  judge(index: number, problem: Problem, answer: AnswerFields): Promise<JudgeReport> {
    if (this.#failure !== null) return Promise.reject(this.#failure as Error);
    const { profile, timeLimitSeconds } = this.#order;
    const limit = timeLimitSeconds === null ? {} : { timeLimitSeconds };
    return new Promise((resolve, reject) => {
      this.#waiting.set(index, { resolve, reject });
      this.#feed.add({
        index,
        problem,
        submission: { kind: 'completion', completion: storedCompletion(answer) },
        task: 'judge',
        options: { stopAtFirstFailure: true, profile: profile.name, ...limit },
      });
    });
  }

  /** Nothing more is to be judged. */
  end(): void {
    this.#feed.close();
  }
}
