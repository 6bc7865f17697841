import type { Problem } from '../../../domain/problem.ts';
import type { Submission } from '../../../domain/submission.ts';
import type { JudgeReport } from '../../../domain/verdict.ts';
import type { SubmissionJudge } from '../../../judge/judge.ts';
import type { JudgeOptions } from '../../../judge/judge-options.ts';
import type { Profile } from '../../../judge/profiles/profile.ts';
import { errorMessage } from '../../../base/error-message.ts';

/** Judges submissions one after the other, each under a key. Subclasses keep the results. */
export class JudgingInTurn {
  readonly #failed: (error: string) => string;
  #controller = new AbortController();
  /** Key of the submission that is being judged; null while none is. */
  current = $state<string | null>(null);
  /** Number of remaining submissions, the current one included. */
  left = $state(0);
  /** Whether the last judging was stopped before its end. */
  stopped = $state(false);
  /** The last error, in a sentence; null for none. */
  trouble = $state<string | null>(null);
  readonly busy = $derived(this.current !== null);

  /** @param failed describes an error of the judge */
  constructor(failed: (error: string) => string) {
    this.#failed = failed;
  }

  /** Stops judging; finished results are kept. */
  stop(): void {
    this.stopped ||= this.busy;
    this.#controller.abort();
    this.#rest();
  }

  /** Judges these items, and stops judging in progress. Implementations discard a result after the signal. */
  protected async judgeAll<T extends { readonly key: string }>(
    items: readonly T[],
    judge: (item: T, signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    this.stop();
    this.stopped = false;
    const { signal } = (this.#controller = new AbortController());
    this.trouble = null;
    try {
      for (const [index, item] of items.entries()) {
        this.current = item.key;
        this.left = items.length - index;
        await judge(item, signal);
        if (signal.aborted) return;
      }
    } catch (error) {
      if (!signal.aborted) this.trouble = this.#failed(errorMessage(error));
    } finally {
      if (!signal.aborted) this.#rest();
    }
  }

  #rest(): void {
    this.current = null;
    this.left = 0;
  }
}

/** One submission to be judged, under a key that its report is found by. */
export interface Trial {
  readonly key: string;
  readonly problem: Problem;
  readonly submission: Submission;
  readonly profile?: Profile;
  /** Whether the tests after the first failure run, too. */
  readonly toTheEnd: boolean;
}

/** Submissions of the lessons, judged one after the other, each once. */
export class TrialsState extends JudgingInTurn {
  readonly #judge: SubmissionJudge;
  /** Reports by key, without pending ones. */
  reports = $state.raw<ReadonlyMap<string, JudgeReport>>(new Map());

  constructor(judge: SubmissionJudge) {
    super((error) => `The judge stopped (${error}). Try again.`);
    this.#judge = judge;
  }

  /**
   * Whether a trial needs no judging. A report without a reward comes from a failure of the judge and does not count.
   */
  knows(key: string): boolean {
    return (this.reports.get(key)?.reward ?? null) !== null;
  }

  /** Judges the trials without a report, and stops judging in progress. */
  run(trials: readonly Trial[]): Promise<void> {
    const missing = trials.filter(({ key }) => !this.knows(key));
    return this.judgeAll(missing, async (trial, signal) => {
      const report = await this.#judge.judge(trial.problem, trial.submission, optionsOf(trial, signal));
      if (!signal.aborted) this.reports = new Map(this.reports).set(trial.key, report);
    });
  }
}

function optionsOf({ profile, toTheEnd }: Trial, signal: AbortSignal): JudgeOptions {
  const rules = profile === undefined ? {} : { profile };
  return { signal, tests: 'all', stopAtFirstFailure: !toTheEnd, stopAtTimeOut: true, ...rules };
}
