import { lazily } from '../../../base/lazily.ts';
import type { Gym } from '../../../datasets/gym.ts';
import type { ExploitRuling } from '../../../domain/exploit.ts';
import type { Problem } from '../../../domain/problem.ts';
import type { Submission } from '../../../domain/submission.ts';
import type { JudgePort } from '../../../judge/judge.ts';
import type { Profile } from '../../../judge/profiles/profile.ts';
import { STANDARD } from '../../../judge/profiles/profiles.ts';
import { xray, type XrayRow } from '../../../judge/xray.ts';
import { JudgingInTurn } from './trials-state.svelte.ts';
import type { WebStorage } from '../../../storage/web-storage.ts';
import { storedList } from './results-state.svelte.ts';

/** One submission for several graders. */
export interface GymTrial {
  /** Key under which the rulings are stored. */
  readonly key: string;
  readonly problem: Problem;
  readonly submission: Submission;
  /** Additional graders. The standard grader always judges. */
  readonly graders: readonly Profile[];
}

/** Judges exploits and the user's own submissions in sequence, and keeps the rulings of this visit. */
export class GymState extends JudgingInTurn {
  readonly #judge: JudgePort;
  readonly #xray: typeof xray;
  /** Loads the gym's files. They are fetched once; a failed request is repeated at the next call. */
  readonly load: () => Promise<Gym>;
  #rulings = $state.raw<ReadonlyMap<string, readonly ExploitRuling[]>>(new Map());

  constructor(judge: JudgePort, fetchGym: () => Promise<Gym>, takeXray: typeof xray = xray) {
    super((error) => `The judge failed (${error}). Try again.`);
    this.#judge = judge;
    this.load = lazily(fetchGym);
    this.#xray = takeXray;
  }

  /** Returns the rulings of this visit for a key, in order of arrival. */
  rulingsOf(key: string): readonly ExploitRuling[] {
    return this.#rulings.get(key) ?? [];
  }

  /** Judges all of these trials, even if their rulings are known. Stops judging in progress. */
  run(trials: readonly GymTrial[]): Promise<void> {
    return this.judgeAll(trials, async ({ key, problem, submission, graders }, signal) => {
      const profiles = graders.filter(({ name }) => name !== STANDARD.name);
      const onRow = (row: XrayRow): void => {
        // The result of a stopped profile is discarded.
        if (!signal.aborted && !row.report.flags.includes('stopped')) this.#storeRuling(key, rulingOf(row));
      };
      await this.#xray(this.#judge, problem, submission, { signal, profiles, onRow });
    });
  }

  /** Discards the rulings for a key whose text has changed. */
  forget(key: string): void {
    this.#rulings = new Map([...this.#rulings].filter(([otherKey]) => otherKey !== key));
  }

  #storeRuling(key: string, ruling: ExploitRuling): void {
    const otherRulings = this.rulingsOf(key).filter(({ profile }) => profile !== ruling.profile);
    this.#rulings = new Map(this.#rulings).set(key, [...otherRulings, ruling]);
  }
}

function rulingOf({ profile, report, cause }: XrayRow): ExploitRuling {
  const { verdict, reward, testsPassed, testsRun, testsTotal } = report;
  const { says = null, source = null } = cause ?? {};
  return { profile: profile.name, verdict, reward, testsPassed, testsRun, testsTotal, says, source };
}

const STORED_AS = 'allpass-gym-1';

/** Texts that the user writes in the gym, one for each problem, stored in this browser. */
export class GymTexts {
  readonly #storage: WebStorage;
  #texts = $state.raw<ReadonlyMap<string, string>>(new Map());

  constructor(storage: WebStorage) {
    this.#storage = storage;
    this.#texts = this.#readTexts();
  }

  /** Returns null if the user has not written a text for the problem. */
  of(problem: string): string | null {
    return this.#texts.get(problem) ?? null;
  }

  write(problem: string, text: string): void {
    // Another tab may have written a text for another problem.
    this.#texts = this.#readTexts().set(problem, text);
    this.#storage.write(STORED_AS, JSON.stringify([...this.#texts]));
  }

  #readTexts(): Map<string, string> {
    return new Map(storedList(this.#storage.read(STORED_AS), isEntry));
  }
}

function isEntry(value: unknown): value is [problem: string, text: string] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');
}
