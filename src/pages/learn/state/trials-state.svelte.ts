import type { Problem } from '../../../domain/problem.ts';
import type { Submission } from '../../../domain/submission.ts';
import type { JudgeReport } from '../../../domain/verdict.ts';
import type { SubmissionJudge } from '../../../judge/judge.ts';
import type { JudgeOptions } from '../../../judge/judge-options.ts';
import type { Profile } from '../../../judge/profiles/profile.ts';
import { errorMessage } from '../../../base/error-message.ts';

/** Judges submissions one after the other, each identified by a key. Subclasses store the results. */
export class JudgingInTurn {
  readonly #failureText: (error: string) => string;
  #controller = new AbortController();
  /** Key of the submission that is being judged, or null if there is none. */
  current = $state<string | null>(null);
  /** Number of remaining submissions, including the current one. */
  left = $state(0);
  /** Whether the last judging was stopped before it ended. */
  stopped = $state(false);
  /** Message about the last error, or null if there is none. */
  trouble = $state<string | null>(null);
  readonly busy = $derived(this.current !== null);

  /** @param failureText returns a message about an error of the judge */
  constructor(failureText: (error: string) => string) {
    this.#failureText = failureText;
  }

  /** Stops judging; finished results are kept. */
  stop(): void {
    this.stopped ||= this.busy;
    this.#controller.abort();
    this.#rest();
  }

  /**
   * Judges these items. Stops judging in progress. Implementations discard results that arrive after the signal is
   * aborted.
   */
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
      if (!signal.aborted) this.trouble = this.#failureText(errorMessage(error));
    } finally {
      if (!signal.aborted) this.#rest();
    }
  }

  #rest(): void {
    this.current = null;
    this.left = 0;
  }
}

/** A submission to judge, and the key of its report. */
export interface Trial {
  readonly key: string;
  readonly problem: Problem;
  readonly submission: Submission;
  readonly profile?: Profile;
  /** Whether to run the tests after the first failure as well. */
  readonly toTheEnd: boolean;
}

/** Submissions of the lessons. They are judged one after the other, each only once. */
export class TrialsState extends JudgingInTurn {
  readonly #judge: SubmissionJudge;
  /** Reports by key. Pending submissions have no report. */
  reports = $state.raw<ReadonlyMap<string, JudgeReport>>(new Map());

  constructor(judge: SubmissionJudge) {
    super((error) => `The judge stopped (${error}). Try again.`);
    this.#judge = judge;
  }

  /**
   * Whether a trial is already judged. A report without a reward is from a failure of the judge, so the trial is judged
   * again.
   */
  hasReport(key: string): boolean {
    return (this.reports.get(key)?.reward ?? null) !== null;
  }

  /** Judges the trials that have no report. Stops judging in progress. */
  run(trials: readonly Trial[]): Promise<void> {
    const missingTrials = trials.filter(({ key }) => !this.hasReport(key));
    return this.judgeAll(missingTrials, async (trial, signal) => {
      const report = await this.#judge.judge(trial.problem, trial.submission, optionsOf(trial, signal));
      if (!signal.aborted) this.reports = new Map(this.reports).set(trial.key, report);
    });
  }
}

function optionsOf({ profile, toTheEnd }: Trial, signal: AbortSignal): JudgeOptions {
  const rules = profile === undefined ? {} : { profile };
  return { signal, tests: 'all', stopAtFirstFailure: !toTheEnd, stopAtTimeOut: true, ...rules };
}
