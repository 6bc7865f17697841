import { errorMessage } from '../../../base/error-message.ts';
import type { Gym } from '../../../datasets/gym.ts';
import type { Ruling } from '../../../domain/exploit.ts';
import type { Problem } from '../../../domain/problem.ts';
import type { Submission } from '../../../domain/submission.ts';
import type { JudgePort } from '../../../judge/judge.ts';
import type { Profile } from '../../../judge/profiles/profile.ts';
import { STANDARD } from '../../../judge/profiles/profiles.ts';
import { xray, type XrayRow } from '../../../judge/xray.ts';
import * as words from '../words/state.ts';

/** One submission for some graders. */
export interface GymTrial {
  /** Its rulings are found by it. */
  readonly key: string;
  readonly problem: Problem;
  readonly submission: Submission;
  /** The standard one judges it in any case. */
  readonly graders: readonly Profile[];
}

/** Judges exploits and the user's own submissions in sequence, and keeps the rulings of this visit. */
export class GymState {
  readonly #judge: JudgePort;
  readonly #fetch: () => Promise<Gym>;
  readonly #xray: typeof xray;
  #gym: Promise<Gym> | null = null;
  #controller = new AbortController();
  #rulings = $state.raw<ReadonlyMap<string, readonly Ruling[]>>(new Map());
  #current = $state<string | null>(null);
  #left = $state(0);
  #stopped = $state(false);
  #trouble = $state<string | null>(null);

  constructor(judge: JudgePort, fetch: () => Promise<Gym>, take: typeof xray = xray) {
    this.#judge = judge;
    this.#fetch = fetch;
    this.#xray = take;
  }

  /** Loads the gym's files. They are fetched once; a failed request is retried at the next call. */
  load(): Promise<Gym> {
    this.#gym ??= this.#fetch().catch((error: unknown) => {
      this.#gym = null;
      throw error;
    });
    return this.#gym;
  }

  /** Rulings of this visit on one key, in the order of their arrival. */
  judged(key: string): readonly Ruling[] {
    return this.#rulings.get(key) ?? [];
  }

  /** Key of the trial that is under way; null while none is. */
  get current(): string | null {
    return this.#current;
  }

  get busy(): boolean {
    return this.#current !== null;
  }

  /** How many trials are to be done, the current one included. */
  get left(): number {
    return this.#left;
  }

  /** Whether what ran last was stopped before its end. */
  get stopped(): boolean {
    return this.#stopped;
  }

  /** The last error, in a sentence; null for none. */
  get trouble(): string | null {
    return this.#trouble;
  }

  /** Judges these trials again, even known ones. Judging in progress is stopped. */
  async run(trials: readonly GymTrial[]): Promise<void> {
    this.stop();
    this.#stopped = false;
    const { signal } = (this.#controller = new AbortController());
    this.#trouble = null;
    try {
      for (const [index, { key, problem, submission, graders }] of trials.entries()) {
        this.#current = key;
        this.#left = trials.length - index;
        const profiles = graders.filter(({ name }) => name !== STANDARD.name);
        const onRow = (row: XrayRow): void => {
          // A profile that was stopped half-way has no result.
          if (!signal.aborted && !row.report.flags.includes('stopped')) this.#put(key, rulingOf(row));
        };
        await this.#xray(this.#judge, problem, submission, { signal, profiles, onRow });
        if (signal.aborted) return;
      }
    } catch (error) {
      if (!signal.aborted) this.#trouble = words.gymJudgeFailed(errorMessage(error));
    } finally {
      if (!signal.aborted) this.#rest();
    }
  }

  /** Stops judging; finished rulings are kept. */
  stop(): void {
    this.#stopped ||= this.busy;
    this.#controller.abort();
    this.#rest();
  }

  /** Another text is under the same key. */
  forget(key: string): void {
    this.#rulings = new Map([...this.#rulings].filter(([known]) => known !== key));
  }

  #put(key: string, ruling: Ruling): void {
    const others = this.judged(key).filter(({ profile }) => profile !== ruling.profile);
    this.#rulings = new Map(this.#rulings).set(key, [...others, ruling]);
  }

  #rest(): void {
    this.#current = null;
    this.#left = 0;
  }
}

function rulingOf({ profile, report, cause }: XrayRow): Ruling {
  const { verdict, reward, testsPassed, testsRun, testsTotal } = report;
  const { says = null, source = null } = cause ?? {};
  return { profile: profile.name, verdict, reward, testsPassed, testsRun, testsTotal, says, source };
}
