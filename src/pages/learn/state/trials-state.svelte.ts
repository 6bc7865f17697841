import type { Problem } from '../../../domain/problem.ts';
import type { Submission } from '../../../domain/submission.ts';
import type { JudgeReport } from '../../../domain/verdict.ts';
import type { JudgePort } from '../../../judge/judge.ts';
import type { JudgeOptions } from '../../../judge/judge-options.ts';
import type { Profile } from '../../../judge/profiles/profile.ts';
import { JudgingInTurn } from './judging-in-turn.svelte.ts';
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
export class TrialsState extends JudgingInTurn {
  readonly #judge: Pick<JudgePort, 'judge'>;
  #reports = $state.raw<ReadonlyMap<string, JudgeReport>>(new Map());

  constructor(judge: Pick<JudgePort, 'judge'>) {
    super(words.judgeStopped);
    this.#judge = judge;
  }

  /** By key; those not judged yet are missing. */
  get reports(): ReadonlyMap<string, JudgeReport> {
    return this.#reports;
  }

  /**
   * Whether a trial needs no judging. A report without a reward comes from a failure of the judge and does not count.
   */
  knows(key: string): boolean {
    return (this.#reports.get(key)?.reward ?? null) !== null;
  }

  /** Judges those of which nothing is known; others that are under way are stopped. */
  run(trials: readonly Trial[]): Promise<void> {
    const missing = trials.filter(({ key }) => !this.knows(key));
    return this.judgeAll(missing, async (trial, signal) => {
      const report = await this.#judge.judge(trial.problem, trial.submission, optionsOf(trial, signal));
      if (!signal.aborted) this.#reports = new Map(this.#reports).set(trial.key, report);
    });
  }
}

function optionsOf({ profile, toTheEnd }: Trial, signal: AbortSignal): JudgeOptions {
  const rules = profile === undefined ? {} : { profile };
  return { signal, tests: 'all', stopAtFirstFailure: !toTheEnd, stopAtTimeOut: true, ...rules };
}
