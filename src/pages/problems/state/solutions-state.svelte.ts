import { errorMessage } from '../../../base/error-message.ts';
import { textHash } from '../../../base/text-hash.ts';
import type { ImportFault } from '../../../datasets/lines.ts';
import type { GivenSet } from '../../../datasets/prepare/prepare-order.ts';
import { judgeSolutions, solutionsByProblem } from '../../../datasets/prepare/solutions.ts';
import { readSamplesInPieces } from '../../../datasets/sample-file.ts';
import { rawText } from '../../../domain/completion.ts';
import type { Problem } from '../../../domain/problem.ts';
import type { Sample } from '../../../domain/submission.ts';
import type { SubmissionJudge } from '../../../judge/judge.ts';
import { STANDARD } from '../../../judge/profiles/profiles.ts';
import type { KeptSolutions, SolutionOutcomes } from '../../../storage/kept-solutions.ts';
import type { ProblemsState } from '../../../common/problems/state/problems-state.svelte.ts';

export interface SolutionsParts {
  readonly problems: Pick<ProblemsState, 'open'>;
  readonly judge: SubmissionJudge;
  /** Number of programs that are judged in parallel, ≥ 1. */
  readonly workers: number;
  readonly kept: Pick<
    KeptSolutions,
    'readFile' | 'writeFile' | 'readRunning' | 'writeRunning' | 'readOutcomes' | 'writeOutcomes' | 'keep'
  >;
}

/** A problem whose solutions are to be judged. */
interface Wanted {
  readonly set: GivenSet;
  readonly id: string;
}

type SolutionOutcome = SolutionOutcomes extends ReadonlyMap<string, infer One> ? One : never;

/**
 * Milliseconds between two writes of the outcomes during judging. A page that is closed loses the outcomes of
 * this time at most.
 */
const STORE_EACH_MS = 2_000;

/**
 * Judges official solutions in the background. The solutions of a problem are judged one after the other, until
 * one passes all tests.
 */
export class SolutionsState {
  readonly #parts: SolutionsParts;
  /** Name of the file with the solutions; null if there is none. */
  file = $state.raw<string | null>(null);
  /** Faults of lines from which no solution was read. */
  faults = $state.raw<readonly ImportFault[]>([]);
  /** Message about an error in reading, judging or storing the solutions; null if there is none. */
  trouble = $state.raw<string | null>(null);
  running = $state(false);
  /** Whether the page was closed during judging in an earlier visit. */
  #interrupted = false;
  #pace = $state.raw({ milliseconds: 0, judged: 0, left: 0 });
  /**
   * Counts changes of the outcomes, which are not reactive because they are large. It changes every few seconds
   * during judging.
   */
  revision = $state(0);
  /** The solutions of each problem. */
  #solutions: ReadonlyMap<string, { readonly samples: readonly Sample[]; readonly hash: number }> = new Map();
  /** Outcomes by key of the set, then by id of the problem. */
  readonly #outcomes = new Map<string, Map<string, SolutionOutcome>>();
  /** Keys of sets whose outcomes are not stored yet. */
  readonly #changedKeys = new Set<string>();
  #controller: AbortController | null = null;
  #storedAt = 0;

  constructor(parts: SolutionsParts) {
    this.#parts = parts;
  }

  /** Number of problems that this run has judged, and number of those that remain. */
  get progress(): { readonly judged: number; readonly left: number } {
    return this.#pace;
  }

  /**
   * Estimated number of seconds until the last problem is judged, at the speed of this run; null before the first
   * outcome.
   */
  get secondsLeft(): number | null {
    const { milliseconds, judged, left } = this.#pace;
    return this.running && judged > 0 ? ((milliseconds / judged) * left) / 1000 : null;
  }

  /** Reads the stored outcomes of these sets, and the file of an earlier visit. */
  async load(sets: readonly GivenSet[]): Promise<void> {
    const { kept } = this.#parts;
    await kept.keep(new Set(sets.map(({ key }) => key))).catch(() => undefined);
    try {
      for (const { key } of sets) this.#outcomes.set(key, new Map(await kept.readOutcomes(key)));
      const file = await kept.readFile();
      if (file !== undefined && this.file === null) await this.#readSolutions(file);
      this.#interrupted = (await kept.readRunning()) && this.file !== null;
    } catch {
      // If nothing is stored, the user has to choose the file again.
    }
  }

  /** Reads a file of samples, which replaces the previous file. Outcomes of the same solutions are kept. */
  async take(file: File): Promise<void> {
    this.stop();
    await this.#readSolutions(file);
    if (this.file === null) return;
    await this.#parts.kept.writeFile(file).catch(() => {
      this.trouble = 'This browser could not keep the file: after a reload it has to be given again.';
    });
  }

  /** Returns whether judging was interrupted when an earlier visit ended. Each interruption is reported once. */
  takeInterrupted(): boolean {
    const wasInterrupted = this.#interrupted;
    this.#interrupted = false;
    return wasInterrupted;
  }

  /** Removes the file. The outcomes of the sets are kept. */
  async forget(): Promise<void> {
    this.stop();
    this.file = null;
    this.#solutions = new Map();
    this.faults = [];
    this.trouble = null;
    this.revision += 1;
    await this.#parts.kept.writeFile(null).catch(() => undefined);
  }

  /** Stops judging. Outcomes are kept, and `run` continues with the remaining problems. */
  stop(): void {
    this.#controller?.abort();
  }

  /** Returns whether one of a problem's solutions passes; undefined while it is unknown. */
  outcomeOf(key: string, id: string): boolean | undefined {
    const outcome = this.#outcomes.get(key)?.get(id);
    return outcome !== undefined && outcome.of === this.#solutions.get(id)?.hash ? outcome.passes : undefined;
  }

  /** Returns whether a problem accepts a program that does nothing; false while it is unknown. */
  acceptsEmpty(key: string, id: string): boolean {
    return this.outcomeOf(key, id) !== undefined && this.#outcomes.get(key)?.get(id)?.acceptsEmpty === true;
  }

  /** Returns the ids of the problems that have solutions but no outcome. */
  leftOf(set: GivenSet, ids: readonly string[]): readonly string[] {
    return ids.filter((id) => this.#solutions.has(id) && this.outcomeOf(set.key, id) === undefined);
  }

  /**
   * Deletes the outcomes without a passing solution, so that `run` judges them again. A busy machine may have
   * caused them.
   */
  doubt(set: GivenSet): void {
    for (const [id, { passes }] of this.#outcomes.get(set.key) ?? [])
      if (!passes) this.#outcomes.get(set.key)!.delete(id);
    this.#changedKeys.add(set.key);
    this.revision += 1;
  }

  /** Judges the remaining solutions of these problems. Does nothing while another call is in progress. */
  async run(requests: readonly { readonly set: GivenSet; readonly ids: readonly string[] }[]): Promise<void> {
    if (this.running) return;
    const { signal } = (this.#controller = new AbortController());
    const toJudge = requests.flatMap(({ set, ids }) =>
      this.leftOf(set, ids).map((id): Wanted => ({ set, id })),
    );
    const startedAt = performance.now();
    let judgedCount = 0;
    this.running = true;
    this.trouble = null;
    this.#pace = { milliseconds: 0, judged: judgedCount, left: toJudge.length };
    const storeRunning = (running: boolean) => this.#parts.kept.writeRunning(running).catch(() => undefined);
    void storeRunning(true);
    const queue = toJudge.values();
    const judgeNext = async (): Promise<void> => {
      for (const one of queue) {
        if (signal.aborted) return;
        const result = await this.#judge(one, signal);
        if (signal.aborted) return;
        judgedCount += 1;
        if (result !== null) this.#storeOutcome(one, result);
        this.#pace = {
          milliseconds: performance.now() - startedAt,
          judged: judgedCount,
          left: toJudge.length - judgedCount,
        };
        if (performance.now() - this.#storedAt > STORE_EACH_MS) await this.#store();
      }
    };
    await Promise.all(Array.from({ length: this.#parts.workers }, judgeNext));
    await this.#store();
    await storeRunning(false);
    this.running = false;
  }

  /**
   * Judges the solutions of one problem, and a program that does nothing. Returns null if judging was stopped, or
   * if the judge failed.
   */
  async #judge({ set, id }: Wanted, signal: AbortSignal): Promise<Omit<SolutionOutcome, 'of'> | null> {
    let problem: Problem | undefined;
    try {
      problem = (await this.#parts.problems.open({ set: set.name, id }))?.problem;
    } catch (error) {
      this.trouble = `${id} could not be opened: ${errorMessage(error)}`;
    }
    if (problem === undefined) return null;
    const options = {
      signal,
      tests: 'all',
      stopAtFirstFailure: true,
      profile: STANDARD,
      urgent: false,
    } as const;
    const samples = this.#solutions.get(id)?.samples ?? [];
    try {
      const { passes, acceptsEmpty } = await judgeSolutions(problem, samples, async (submission) => {
        const { reward } = await this.#parts.judge.judge(problem, submission, options);
        signal.throwIfAborted();
        return reward;
      });
      return passes === null ? null : { passes, ...(acceptsEmpty && { acceptsEmpty }) };
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
  }

  #storeOutcome({ set, id }: Wanted, result: Omit<SolutionOutcome, 'of'>): void {
    const ofSet = this.#outcomes.get(set.key) ?? new Map<string, SolutionOutcome>();
    this.#outcomes.set(set.key, ofSet);
    ofSet.set(id, { ...result, of: this.#solutions.get(id)!.hash });
    this.#changedKeys.add(set.key);
  }

  async #store(): Promise<void> {
    this.#storedAt = performance.now();
    this.revision += 1;
    const keys = [...this.#changedKeys];
    this.#changedKeys.clear();
    for (const key of keys) {
      await this.#parts.kept.writeOutcomes(key, this.#outcomes.get(key)!).catch(() => {
        this.trouble = 'This browser could not keep the outcomes: they are gone when you leave or reload.';
      });
    }
  }

  async #readSolutions(file: File): Promise<void> {
    this.trouble = null;
    let text: string;
    try {
      text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    } catch {
      this.trouble = `${file.name} could not be read: it is not UTF-8 text, or it has gone.`;
      return;
    }
    const { samples, faults } = await readSamplesInPieces(text);
    this.faults = faults;
    if (samples.length === 0) {
      this.trouble = `${file.name} holds no solution: give a file of samples, as grade reads it.`;
      return;
    }
    this.#solutions = new Map(
      [...solutionsByProblem(samples)].map(([id, solutions]) => [
        id,
        { samples: solutions, hash: textHash(solutions.flatMap(textsOf)) },
      ]),
    );
    this.file = file.name;
    this.revision += 1;
  }
}

function textsOf({ submission }: Sample): readonly string[] {
  switch (submission.kind) {
    case 'program':
      return [submission.kind, submission.code];
    case 'continuation':
      return [submission.kind, submission.text];
    case 'completion':
      return [submission.kind, rawText(submission.completion), submission.completion.finishReason ?? ''];
  }
}
