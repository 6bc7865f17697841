import { errorMessage } from '../../../base/error-message.ts';
import type { Problem } from '../../../domain/problem.ts';
import type { Submission } from '../../../domain/submission.ts';
import type { JudgeReport } from '../../../domain/verdict.ts';
import type { JudgePort } from '../../../judge/judge.ts';
import type { JudgeOptions } from '../../../judge/judge-options.ts';
import type { Profile } from '../../../judge/profiles/profile.ts';
import * as words from '../words/state.ts';

/** One submission to be judged, under a key that its report is found by. */
export interface Trial {
  readonly key: string;
  readonly problem: Problem;
  readonly submission: Submission;
  readonly profile?: Profile;
  /** Whether tests run after the first that failed. */
  readonly toTheEnd: boolean;
}

/** Many submissions, judged one after the other; what is known is not judged again. */
export class TrialsState {
  readonly #judge: Pick<JudgePort, 'judge'>;
  #controller = new AbortController();
  #reports = $state.raw<ReadonlyMap<string, JudgeReport>>(new Map());
  #current = $state<string | null>(null);
  #left = $state(0);
  #trouble = $state<string | null>(null);

  constructor(judge: Pick<JudgePort, 'judge'>) {
    this.#judge = judge;
  }

  /** By key; those not judged yet are missing. */
  get reports(): ReadonlyMap<string, JudgeReport> {
    return this.#reports;
  }

  /** Key of the one that is being judged; null while none is. */
  get current(): string | null {
    return this.#current;
  }

  get busy(): boolean {
    return this.#current !== null;
  }

  /** How many are to be judged, the current one included. */
  get left(): number {
    return this.#left;
  }

  /** The last error, in a sentence; null for none. */
  get trouble(): string | null {
    return this.#trouble;
  }

  /**
   * Whether a trial needs no judging. A report without a reward comes from a failure of the judge and does not count.
   */
  knows(key: string): boolean {
    return (this.#reports.get(key)?.reward ?? null) !== null;
  }

  /** Judges those of which nothing is known; others that are under way are stopped. */
  async run(trials: readonly Trial[]): Promise<void> {
    this.stop();
    const { signal } = (this.#controller = new AbortController());
    const missing = trials.filter(({ key }) => !this.knows(key));
    this.#trouble = null;
    try {
      for (const [index, trial] of missing.entries()) {
        this.#current = trial.key;
        this.#left = missing.length - index;
        const report = await this.#judge.judge(trial.problem, trial.submission, optionsOf(trial, signal));
        if (signal.aborted) return;
        this.#reports = new Map(this.#reports).set(trial.key, report);
      }
    } catch (error) {
      if (!signal.aborted) this.#trouble = words.judgeStopped(errorMessage(error));
    } finally {
      if (!signal.aborted) this.#rest();
    }
  }

  /** Stops judging; finished judgements are kept. */
  stop(): void {
    this.#controller.abort();
    this.#rest();
  }

  /** So that they are judged again. */
  forget(keys: readonly string[]): void {
    this.#reports = new Map([...this.#reports].filter(([key]) => !keys.includes(key)));
  }

  #rest(): void {
    this.#current = null;
    this.#left = 0;
  }
}

function optionsOf({ profile, toTheEnd }: Trial, signal: AbortSignal): JudgeOptions {
  const rules = profile === undefined ? {} : { profile };
  return { signal, tests: 'all', stopAtFirstFailure: !toTheEnd, stopAtTimeOut: true, ...rules };
}
